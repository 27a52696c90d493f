import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { bank_account } from './bank-account.entity.ts'

/** Accounts by business; those that wait for a second person have a tab (quality S16). */
export const bank_account_list = list({
  entity: bank_account,
  title: 'Bank Accounts',
  tabs: [
    { id: 'all', label: 'All', where: {} },
    { id: 'pending', label: 'Pending approval', where: { status: { _eq: 'pending' } } },
    { id: 'confirmed', label: 'Confirmed', where: { status: { _eq: 'confirmed' } } },
  ],
  columns: [
    { field: 'business.name', label: 'Business', width: 240 },
    { field: 'status', width: 150 },
    { field: 'bank_name', width: 180 },
    { field: 'account_holder_name', width: 220 },
    { field: 'sort_code' },
    { field: 'account_number', width: 130 },
    { field: 'iban', width: 230 },
    { field: 'currency.alpha_code', label: 'Currency' },
    { field: 'purpose' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'business.name', label: 'Business' },
    { field: 'account_holder_name' },
    { field: 'status' },
    { field: 'purpose' },
    { field: 'currency_id', label: 'Currency', pick: { entity: 'platform.currency', label: 'alpha_code' } },
  ],
  groups: [{ field: 'status' }],
  search: ['business.name', 'account_holder_name'],
  sort: { id: 'updated_at', desc: true },
  row_actions: [
    {
      // Spec §2: row actions show only where the viewer may take them; the page explains refusals.
      label: 'Update bank account',
      requires: 'business.bank_account.update',
      to: (row, category) => pathOf({ category, path: 'business/bank_account', id: row.id }),
    },
  ],
  link: (row, category) => pathOf({ category, path: 'business/bank_account', id: row.id }),
  card: {
    title: 'business.name',
    badge: 'status',
    detail: ['purpose', 'account_number'],
    date: 'updated_at',
  },
  first_run: 'Bank accounts show here. A second person confirms each of them.',
  begins_at: 'admin',
})
