/** A payee of payroll that is nobody's customer, with its bank account. */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { BusinessAccounts } from '../bank-accounts/bank-account.page.tsx'
import { creditor } from '../parties/business-kinds.entity.ts'

const creditor_record = record({
  entity: creditor,
  what: 'Payroll creditor',
  title: 'name',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Payroll creditor',
      facts: [{ field: 'name' }, { field: 'base_currency.alpha_code', label: 'Currency' }],
    },
  ],
  tables: [
    {
      title: 'Payroll payments',
      relation: 'payroll_payments',
      args: 'order_by: { due_date: desc }, limit: 100',
      columns: [
        {
          field: 'human_id',
          label: 'Payroll Payment Id',
          link: (row, category) => pathOf({ category, path: 'paye/payroll_payment', id: row.id }),
        },
        { field: 'kind' },
        { field: 'status' },
        { field: 'due_date' },
        { field: 'amount' },
        { field: 'reference' },
      ],
      empty: 'Payroll owes nothing here.',
    },
  ],
})

export function CreditorPage() {
  return <RecordPage screen={creditor_record} after={({ id }) => <BusinessAccounts business_ids={[id]} />} />
}
