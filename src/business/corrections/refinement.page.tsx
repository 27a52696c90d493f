/** One correction of approved work: why, by how much, and every document that it credited or raised (money.md §1.8). */
import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import { refinement } from '../invoices/invoice-set.entity.ts'
import { PartialAmount } from '../invoices/partial-amount.card.tsx'
import { RecordState } from '../shared/record-state.card.tsx'

const document = gql(`query refinement($id: uuid!) {
  refinement: transaction_refinement_by_pk(id: $id) {
    id human_id mode status reason created_at client { name } contractor { name }
    timesheet { id human_id } difference_timesheets(order_by: { created_at: asc }) { id human_id }
    invoices(order_by: [{ type: asc }, { human_id: asc }]) {
      id human_id type status is_credit_note total_amount outstanding_balance currency { alpha_code }
      parent_invoice { id human_id }
    }
  }
}`)

type Refinement = NonNullable<Answer<typeof document>['refinement']>
type Document = Refinement['invoices'][number]

export function RefinementPage() {
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['refinement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).refinement,
  })
  return (
    <RecordState query={query} what="Refinement">
      {(one) => <RefinementView refinement={one} />}
    </RecordState>
  )
}

function RefinementView({ refinement: one }: { refinement: Refinement }) {
  const { category } = useSession()
  const sheets = [...(one.timesheet ? [one.timesheet] : []), ...(one.difference_timesheets ?? [])]
  return (
    <>
      <RecordHeader
        title={one.human_id}
        badge={
          <Badge tone={one.status === 'completed' ? 'positive' : 'attention'}>
            {labelIn(refinement.fields.status.choices, one.status)}
          </Badge>
        }
        meta={
          <>
            <span>{one.contractor?.name}</span>
            <span>{one.client?.name}</span>
          </>
        }
      />
      <div className="grid gap-4 px-4 pb-6 wide:grid-cols-[minmax(0,1fr)_340px]">
        <Card title="Documents" flush>
          <Documents documents={one.invoices} status={one.status} />
        </Card>
        <Card title="Correction" className="self-start">
          <PropertiesTable
            columns={1}
            items={[
              { label: 'Reason', value: one.reason },
              { label: 'Mode', value: labelIn(refinement.fields.mode.choices, one.mode) },
              { label: 'Made', value: instantText(one.created_at) },
              {
                label: 'Timesheets',
                value: (
                  <span className="flex flex-wrap gap-x-3">
                    {sheets.map((sheet) => (
                      <Link
                        key={sheet.id}
                        to={pathOf({ category, path: 'transaction/timesheet', id: sheet.id })}
                      >
                        {sheet.human_id}
                      </Link>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

function Documents({ documents, status }: { documents: readonly Document[]; status: Refinement['status'] }) {
  const { category } = useSession()
  const to = (id: string) => pathOf({ category, path: 'transaction/invoice', id })
  if (documents.length === 0)
    return (
      <p className="p-3 text-n11">
        {status === 'pending_invoices'
          ? 'The corrected work is in suspense. Its timesheet shows the reason.'
          : 'Documents are raised when the corrected hours are approved.'}
      </p>
    )
  return (
    <div className="scroll-quiet overflow-x-auto">
      <Table
        heads={[
          'Invoice Id',
          'Type',
          'Credits',
          'Status',
          { numeric: 'Total Amount' },
          { numeric: 'Outstanding' },
        ]}
      >
        {documents.map((one) => (
          <tr key={one.id}>
            <Td>
              <Link to={to(one.id)} className="whitespace-nowrap">
                {one.human_id}
              </Link>
            </Td>
            <Td>{labelIn(invoice.fields.type.choices, one.type)}</Td>
            <Td>
              {one.parent_invoice && (
                <Link to={to(one.parent_invoice.id)} className="whitespace-nowrap">
                  {one.parent_invoice.human_id}
                </Link>
              )}
            </Td>
            <Td>{labelIn(invoice.fields.status.choices, one.status)}</Td>
            <Td numeric>
              <Amount value={one.total_amount} currency={one.currency?.alpha_code} />
            </Td>
            <Td numeric>
              <PartialAmount value={one.outstanding_balance} currency={one.currency?.alpha_code} />
            </Td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
