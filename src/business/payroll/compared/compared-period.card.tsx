/** A bureau's payslips of a pay period that differ from the engine's, by cause. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { comparison_readers } from './compared-figures.rules.ts'
import { difference_causes, type FoundCause } from './difference-cause.rules.ts'
import { Causes } from './difference-causes.card.tsx'

interface Slip {
  readonly id: string
  readonly human_id: string
  readonly worker: string
  readonly bureau: string
  readonly engine: string | null
  readonly difference: string | null
  readonly causes: readonly FoundCause[]
}

interface ComparedPeriodAnswer {
  readonly payslip_count: number
  readonly agreeing_count: number
  readonly slips: readonly Slip[]
}

const title = 'Payslips that differ from our calculation'
const ALL = 'all'

/** Shows nothing for a period that a pay run pays. */
export function ComparedPeriod({ period_id }: { readonly period_id: string }) {
  const session = useSession()
  const [cause, setCause] = useState(ALL)
  const query = useQuery({
    enabled: isOneOf(session, comparison_readers),
    queryKey: ['compared_period', period_id],
    queryFn: () =>
      action<ComparedPeriodAnswer>(
        'transaction.payslip_period.compare',
        { id: period_id },
        crypto.randomUUID(),
      ),
  })
  if (!query.data || query.data.payslip_count === 0) return null
  const { payslip_count, agreeing_count, slips } = query.data
  const counted = difference_causes.map(({ value, label }) => ({
    value: String(value),
    label,
    count: slips.filter(({ causes }) => causes.some((one) => one.cause === value)).length,
  }))
  const options = [
    { value: ALL, label: `All causes (${slips.length})` },
    ...counted
      .filter(({ count }) => count > 0)
      .map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
  ]
  const shown = slips.filter(({ causes }) => cause === ALL || causes.some((one) => one.cause === cause))
  return (
    <Card
      title={title}
      flush
      actions={
        slips.length > 0 && (
          <Select label="Cause" hideLabel value={cause} onChange={setCause} options={options} />
        )
      }
    >
      {shown.length > 0 && <Slips slips={shown} />}
      <p className="p-3 text-n11">
        {agreeing_count} of {payslip_count} payslips agree in every figure. Nothing is changed.
      </p>
    </Card>
  )
}

function Slips({ slips }: { readonly slips: readonly Slip[] }) {
  const { category } = useSession()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
      <Table
        heads={[
          'Payslip',
          'Worker',
          { numeric: 'Net pay, bureau' },
          { numeric: 'Our calculation' },
          { numeric: 'Difference' },
          'Causes',
        ]}
      >
        {slips.map(({ id, human_id, worker, bureau, engine, difference, causes }) => (
          <tr key={id}>
            <Td className="whitespace-nowrap">
              <Link to={pathOf({ category, path: 'paye/payslip', id })}>{human_id}</Link>
            </Td>
            <Td>{worker}</Td>
            <Td numeric>
              <Amount value={bureau} />
            </Td>
            <Td numeric>{engine !== null && <Amount value={engine} />}</Td>
            <Td numeric>{difference !== null && <Amount value={difference} strong />}</Td>
            <Td className="min-w-60">
              <Causes causes={causes} />
            </Td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
