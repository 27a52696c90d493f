import { list } from '#web/list/list.ts'
import { consolidated_invoice } from './invoice-set.entity.ts'

export const consolidated_invoice_list = list({
  entity: consolidated_invoice,
  title: 'Consolidated Invoices',
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'status', width: 120 },
    { field: 'client.name', label: 'Client', only: ['agency', 'funder', 'provider'] },
    { field: 'from_business.name', label: 'From' },
    { field: 'to_business.name', label: 'To' },
    { field: 'raised_date' },
    { field: 'due_date' },
    { field: 'amount' },
    { field: 'tax_amount', width: 120 },
    { field: 'total_amount' },
    { field: 'funding_model', width: 130, only: ['agency', 'funder', 'provider'] },
    { field: 'po_number', width: 120 },
    { field: 'description' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status' },
    {
      field: 'client_id',
      label: 'Client',
      pick: { entity: 'business.client', label: 'name' },
      only: ['agency', 'provider'],
    },
    { field: 'raised_date', max: 'today' },
    { field: 'due_date' },
    { field: 'total_amount' },
    { field: 'currency_id', label: 'Currency', pick: { entity: 'platform.currency', label: 'alpha_code' } },
  ],
  groups: [{ field: 'status' }],
  sort: { id: 'human_id', desc: true },
  link: () => null,
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'to_business.name',
    amount: 'total_amount',
    date: 'due_date',
  },
  first_run: 'Consolidated invoices gather a client’s invoices of one period.',
})
