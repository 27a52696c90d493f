import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { business_contact } from '../parties/business-contact.entity.ts'

/** Spec §2: roles from the client user type list. */
const client_user_types = [
  { value: 'hiring_manager', label: 'Hiring manager' },
  { value: 'invoice_contact', label: 'Invoice contact' },
  { value: 'timesheet_approver', label: 'Timesheet approver' },
] as const

export const client_contact_list = list({
  entity: business_contact,
  title: 'Client Contacts',
  where: { business: { type: { _eq: 'client' } } },
  columns: [
    { field: 'name', width: 180 },
    {
      field: 'business.name',
      label: 'Client',
      width: 220,
      link: (row, category) => pathOf({ category, path: 'business/client', id: String(row.business_id) }),
    },
    { field: 'roles', width: 280 },
    { field: 'email', width: 240 },
    { field: 'contact_phone', width: 150 },
    { field: 'is_active' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'roles', options: client_user_types, quick: true },
    { field: 'name' },
    { field: 'email' },
    { field: 'contact_phone', label: 'Phone' },
    { field: 'is_active' },
    { field: 'business.name', label: 'Client' },
  ],
  groups: [],
  search: ['name', 'email', 'business.name'],
  sort: { id: 'updated_at', desc: true },
  fields: ['business_id'],
  row_actions: [
    {
      // Spec §2: row actions show only when the user's allowed action codes include the matching update action.
      label: 'Update contact',
      requires: 'business.business_contact.update',
      to: (row, category) =>
        pathOf({ category, path: 'business/business_contact', id: row.id, tab: 'update' }),
    },
  ],
  link: (row, category) => pathOf({ category, path: 'business/business_contact', id: row.id }),
  card: { title: 'name', party: 'business.name', detail: 'email', date: 'updated_at' },
  first_run: 'Contacts of your clients approve timesheets and receive invoices.',
  begins_at: 'business/client',
})
