/** The debtors of a past day: rows without actions. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'

/** Only the largest are listed; the figures above include all. */
const shown = 200

const document = gql(`query debtors_as_of($args: get_funding_debtors_args!, $shown: Int!) {
  debtors: get_funding_debtors(args: $args, order_by: [{ eligible: desc }], limit: $shown) {
    id client_human_id client_name agency_name alpha_code net_outstanding_balance eligible share_percent
    concentration_excess credit_limit headroom overdue_amount reassigned_amount recourse_outstanding
  }
}`)

const measures = [
  { field: 'net_outstanding_balance', label: 'Outstanding' },
  { field: 'eligible', label: 'Eligible' },
  { field: 'concentration_excess', label: 'Above concentration' },
  { field: 'credit_limit', label: 'Credit limit' },
  { field: 'headroom', label: 'Headroom' },
  { field: 'overdue_amount', label: 'Overdue' },
  { field: 'reassigned_amount', label: 'Reassigned' },
  { field: 'recourse_outstanding', label: 'Recourse' },
] as const

export function DebtorsAsOf({ as_of }: { as_of: string }) {
  const query = useQuery({
    queryKey: ['funding_debtors', as_of],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await graphql(document, { args: { as_of }, shown }, signal)).debtors,
  })
  const debtors = query.data ?? []
  if (debtors.length === 0) return null
  return (
    <div className="px-4 pb-6">
      <Card title={`Debtors on ${dayText(as_of)}`} flush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
        <section className="scroll-quiet overflow-x-auto" aria-label="Debtors, rows" tabIndex={0}>
          <Table>
            <thead>
              <tr>
                <Th>Client</Th>
                <Th>Agency</Th>
                {measures.map(({ field, label }) => (
                  <Th key={field} numeric>
                    {label}
                  </Th>
                ))}
                <Th numeric>Share</Th>
              </tr>
            </thead>
            <tbody>
              {debtors.map((one) => (
                <tr key={one.id}>
                  <Td className="whitespace-nowrap">{one.client_name}</Td>
                  <Td className="whitespace-nowrap">{one.agency_name}</Td>
                  {measures.map(({ field }) => (
                    <Td key={field} numeric>
                      {one[field] === null ? '–' : <Amount value={one[field]} currency={one.alpha_code} />}
                    </Td>
                  ))}
                  <Td numeric>{one.share_percent === null ? '–' : `${one.share_percent}%`}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
        {debtors.length === shown && (
          <p className="px-4 py-2 text-12 text-n11">The {shown} largest are shown.</p>
        )}
      </Card>
    </div>
  )
}
