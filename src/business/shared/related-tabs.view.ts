/** Related-record tabs of spec §2, each with its readers, so that a page only names them. */
import type { RelatedTab } from '#web/blocks/RelatedTabs.tsx'
import { contract_change_request_list } from '../change-requests/change-request.list.tsx'
import { consolidated_invoice_list } from '../consolidated/consolidated-invoice.list.tsx'
import { expense_list } from '../expenses/expense.list.tsx'
import { invoice_list } from '../invoices/invoice.list.tsx'
import { perm_placement_list } from '../placements/perm-placement.list.tsx'
import { temp_placement_list } from '../placements/temp-placement.list.tsx'
import { timesheet_list } from '../timesheets/timesheet.list.tsx'

type Of = (field: string, id: string) => RelatedTab
const of =
  (tab: Omit<RelatedTab, 'scope'>): Of =>
  (field, id) => ({ ...tab, scope: { [field]: { _eq: id } } })

export const temp_placements_tab = of({
  id: 'temp_placements',
  label: 'Temp Placements',
  list: temp_placement_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'hiring_manager', 'invoice_contact'],
})
export const perm_placements_tab = of({
  id: 'perm_placements',
  label: 'Perm Placements',
  list: perm_placement_list,
  only: ['agency', 'funder', 'provider', 'hiring_manager', 'invoice_contact'],
})
export const timesheets_tab = of({
  id: 'timesheets',
  label: 'Timesheets',
  list: timesheet_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'timesheet_approver', 'invoice_contact'],
})
export const invoices_tab = of({
  id: 'invoices',
  label: 'Invoices',
  list: invoice_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
})
export const expenses_tab = of({
  id: 'expenses',
  label: 'Expenses',
  list: expense_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'timesheet_approver', 'invoice_contact'],
})
/** Spec §2: temp placements, agency and funder view. The provider operates for both. */
export const change_requests_tab = of({
  id: 'change_requests',
  label: 'Change Requests',
  list: contract_change_request_list,
  only: ['agency', 'funder', 'provider'],
})
/** Consolidated invoices that gather a document of this record. */
export const consolidated_invoices_tab = (through: string, id: string): RelatedTab => ({
  id: 'consolidated_invoices',
  label: 'Consolidated Invoices',
  list: consolidated_invoice_list,
  scope: { invoices: { [through]: { _eq: id } } },
  only: ['agency', 'funder', 'provider', 'invoice_contact'],
})
