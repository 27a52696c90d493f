import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { expenses_tab, temp_placements_tab, timesheets_tab } from '../related-tabs.page.tsx'
import { ContractorAccounts } from './bank-account.page.tsx'
import { contractor } from './business-kinds.entity.ts'

export const contractor_record = record({
  entity: contractor,
  what: 'Contractor',
  title: 'name',
  badge: 'status',
  meta: [{ field: 'human_id' }],
  cards: [
    {
      title: 'Contractor',
      facts: [
        { field: 'human_id', label: 'Contractor Id' },
        { field: 'status' },
        { field: 'is_active' },
        { field: 'base_currency.alpha_code', label: 'Currency' },
        { field: 'onboarded_at' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Payment',
      only: ['agency', 'contractor', 'provider'],
      facts: [
        { field: 'payment_type' },
        { field: 'payment_company.name', label: 'Payment Company' },
        { field: 'payment_company.human_id', label: 'Company Id' },
      ],
    },
  ],
  tables: [
    {
      title: 'Contacts',
      relation: 'business_contacts',
      args: 'order_by: { name: asc }',
      columns: [
        { field: 'name' },
        { field: 'roles' },
        { field: 'email' },
        { field: 'contact_phone' },
        { field: 'is_active' },
      ],
      empty: 'No contacts yet.',
      only: ['agency', 'contractor', 'provider'],
    },
  ],
  tabs: (id) => [
    temp_placements_tab('contractor_id', id),
    timesheets_tab('contractor_id', id),
    expenses_tab('contractor_id', id),
  ],
})

export function ContractorPage() {
  return (
    <RecordPage screen={contractor_record} after={(row) => <ContractorAccounts contractor_id={row.id} />} />
  )
}
