/** Agencies' debts that their earnings paid before this batch (money.md §1.8, §1.9). */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

/** A batch is made in one moment with all that it takes off: that moment finds it. */
const document = gql(`query recovered($at: timestamptz!) {
  lines: transaction_payment_receipt_detail(
    where: {
      payment_type: { _eq: "set_off" }
      created_at: { _eq: $at }
      invoice: { type: { _eq: "agency_earnings" } }
      payment_receipt_summary: { payment_batch_id: { _is_null: true } }
    }
    order_by: { id: asc }
  ) {
    id amount reversal_date invoice { id human_id agency { name } } payment_receipt_summary { human_id comment }
  }
}`)

export function RecoveredCard({
  batch,
}: {
  batch: {
    readonly id: string
    readonly created_at: string
    readonly currency: { readonly alpha_code: string } | null
  }
}) {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['recovered', batch.id],
    queryFn: async ({ signal }) => (await graphql(document, { at: batch.created_at }, signal)).lines,
  })
  const lines = query.data ?? []
  if (lines.length === 0) return null
  return (
    <Card title="Deducted from agency earnings" flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table heads={['Agency', 'Earnings', 'For', { numeric: 'Amount' }, 'Given back']}>
          {lines.map((line) => (
            <tr key={line.id} className={cx(line.reversal_date && 'text-n10 line-through')}>
              <Td>{line.invoice?.agency?.name}</Td>
              <Td className="whitespace-nowrap">
                {line.invoice && (
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: line.invoice.id })}>
                    {line.invoice.human_id}
                  </Link>
                )}
              </Td>
              <Td>{line.payment_receipt_summary?.comment ?? line.payment_receipt_summary?.human_id}</Td>
              <Td numeric>
                <Amount value={line.amount} currency={batch.currency?.alpha_code} />
              </Td>
              <Td>{line.reversal_date && dayText(line.reversal_date)}</Td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
