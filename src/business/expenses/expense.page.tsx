import { useQuery } from '@tanstack/react-query'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import type { TimelineStep } from '#web/blocks/Timeline.tsx'
import { Timeline } from '#web/blocks/Timeline.tsx'
import { graphql } from '#web/core/call.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import { Card } from '#web/ui/Card.tsx'
import { invoices_tab } from '../related-tabs.page.tsx'
import { expense } from './expense.entity.ts'

export const expense_record = record({
  entity: expense,
  what: 'Expense',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'contractor.name' }, { field: 'client.name' }],
  cards: [
    {
      title: 'Expense',
      facts: [
        { field: 'contractor.name', label: 'Contractor' },
        { field: 'client.name', label: 'Client' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'contract.title', label: 'Placement' },
        { field: 'po_number' },
        { field: 'submitted_date' },
        { field: 'approved_at' },
        { field: 'comment', wide: true },
      ],
    },
    {
      title: 'Amounts',
      facts: [
        { field: 'amount' },
        { field: 'tax_amount' },
        { field: 'currency.alpha_code', label: 'Currency' },
      ],
    },
  ],
  tables: [
    {
      title: 'Lines',
      relation: 'details',
      in_its_currency: true,
      args: 'order_by: { from_date: asc }',
      columns: [
        { field: 'from_date' },
        { field: 'type' },
        { field: 'description' },
        { field: 'amount' },
        { field: 'tax_amount' },
      ],
      empty: 'No lines yet.',
    },
  ],
  tabs: (id) => [invoices_tab('expense_id', id)],
})

export function ExpensePage() {
  return <RecordPage screen={expense_record} after={(row) => <Activities id={row.id} />} />
}

function Activities({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['expense_activities', id],
    queryFn: ({ signal }) =>
      graphql<{ steps: readonly TimelineStep[] }>(
        `query activities($where: transaction_expense_activity_bool_exp!) {
          steps: transaction_expense_activity(where: $where, order_by: [{ created_at: desc }]) {
            id old_status new_status message comment user_name created_at
          }
        }`,
        { where: { expense_id: { _eq: id } } },
        signal,
      ),
  })
  return <Card title="Activities">{query.data && <Timeline steps={query.data.steps} toneOf={toneOf} />}</Card>
}
