import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { invoices_tab } from '../related-tabs.page.tsx'
import { perm_placement } from './contract-kinds.entity.ts'

export const perm_placement_record = record({
  entity: perm_placement,
  what: 'Placement',
  title: 'title',
  badge: 'status',
  meta: [{ field: 'human_id' }, { field: 'candidate_name' }, { field: 'client.name' }],
  cards: [
    {
      title: 'Placement',
      facts: [
        { field: 'candidate_name' },
        { field: 'client.name', label: 'Client' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'contract_start_date' },
        { field: 'start_date' },
        { field: 'end_date' },
      ],
    },
    {
      title: 'Terms',
      facts: [
        { field: 'placement_fee' },
        { field: 'currency.alpha_code', label: 'Currency' },
        { field: 'funding_type', only: ['agency', 'funder', 'provider'] },
        { field: 'funding_model', only: ['agency', 'funder', 'provider'] },
        { field: 'po_number', only: ['agency', 'client', 'funder', 'provider'] },
      ],
    },
  ],
  tabs: (id) => [invoices_tab('contract_id', id)],
})

export function PermPlacementPage() {
  return <RecordPage screen={perm_placement_record} />
}
