/** A bureau's payslip beside the engine's own figures. */
import { useQuery } from '@tanstack/react-query'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'

interface Compared {
  readonly is_calculated: boolean
  readonly missing: string | null
  readonly lines: readonly {
    readonly name: string
    readonly bureau: string
    readonly engine: string
    readonly difference: string
    readonly differs: boolean
    readonly why: string
  }[]
}

const readers = { agency: payroll_data_roles, provider: category_roles.provider }
const title = 'Compared with our calculation'

/** Nothing for a payslip of a pay run. */
export function ComparedPayslip({ payslip_id }: { readonly payslip_id: string }) {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, readers),
    queryKey: ['compared_payslip', payslip_id],
    queryFn: () => action<Compared>('transaction.payslip.compare', { id: payslip_id }, crypto.randomUUID()),
  })
  if (!query.data || query.data.is_calculated) return null
  const { missing, lines } = query.data
  if (missing !== null)
    return (
      <Card title={title}>
        <p className="text-n11">Not compared. {missing}.</p>
      </Card>
    )
  const count = lines.filter(({ differs }) => differs).length
  return (
    <Card title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
        <Table
          heads={[
            'Figure',
            { numeric: 'Bureau' },
            { numeric: 'Our calculation' },
            { numeric: 'Difference' },
            'Why',
          ]}
        >
          {lines.map((line) => (
            <tr key={line.name}>
              <Td className="whitespace-nowrap">{line.name}</Td>
              <Td numeric>
                <Amount value={line.bureau} />
              </Td>
              <Td numeric>
                <Amount value={line.engine} />
              </Td>
              <Td numeric className="whitespace-nowrap">
                <Amount value={line.difference} strong={line.differs} />
                {line.differs && (
                  <span className="ml-2">
                    <Badge tone="attention">Differs</Badge>
                  </span>
                )}
              </Td>
              <Td className="min-w-60 text-n11">{line.why}</Td>
            </tr>
          ))}
        </Table>
      </section>
      <p className="p-3 text-n11">
        {count === 0 ? 'Both agree.' : `${count} of ${lines.length} figures differ.`} Nothing is changed.
      </p>
    </Card>
  )
}
