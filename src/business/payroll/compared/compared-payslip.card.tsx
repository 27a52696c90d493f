/** A bureau's payslip beside the engine's own figures. */
import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { ComparisonTable } from '../figures/comparison-table.card.tsx'
import { type AnsweredComparison, comparison_readers } from './compared-figures.rules.ts'
import { Causes } from './difference-causes.card.tsx'

const title = 'Compared with our calculation'

/** Nothing for a payslip of a pay run. */
export function ComparedPayslip({ payslip_id }: { readonly payslip_id: string }) {
  const session = useSession()
  const query = useQuery({
    enabled: isOneOf(session, comparison_readers),
    queryKey: ['compared_payslip', payslip_id],
    queryFn: () =>
      action<AnsweredComparison>('transaction.payslip.compare', { id: payslip_id }, crypto.randomUUID()),
  })
  if (!query.data || query.data.is_calculated) return null
  const { missing, used, lines, causes } = query.data
  if (missing !== null)
    return (
      <Card title={title}>
        <p className="text-n11">Not compared. {missing}.</p>
      </Card>
    )
  const count = lines.filter(({ differs }) => differs).length
  return (
    <ComparisonTable
      title={title}
      heads={['Bureau', 'Our calculation']}
      lines={lines.map(({ bureau, engine, differs, ...line }) => ({
        ...line,
        figures: [bureau, engine],
        strong: differs,
        is_marked: differs,
      }))}
    >
      <div className="flex flex-col gap-2 p-3">
        <Causes causes={causes} />
        <p className="text-n11">
          {count === 0 ? 'Both agree.' : `${count} of ${lines.length} figures differ.`} {usedText(used)}{' '}
          Nothing is changed.
        </p>
      </div>
    </ComparisonTable>
  )
}

function usedText({ tax_code, ni_letter }: AnsweredComparison['used']): string {
  const stated = [
    ...(tax_code === null ? [] : [`tax code ${tax_code}`]),
    ...(ni_letter === null ? [] : [`NI letter ${ni_letter}`]),
  ]
  return stated.length === 0
    ? 'The bureau states neither tax code nor NI letter.'
    : `The bureau states ${stated.join(' and ')}.`
}
