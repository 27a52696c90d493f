/** The role sets of spec §6, entity access sets and menu by role, named once. */
import type { Category, Role } from './access.ts'

/** Who sees what the agency earns: earnings and fee documents, margins, fee rules. */
export const commission_roles = ['agency_admin', 'agency_read_only'] as const satisfies readonly Role[]

/** Financial reports of an agency. */
export const reporting_roles = commission_roles

/** The sales ledger and its summaries. */
export const sales_ledger_roles = [...reporting_roles, 'agency_consultant'] as const satisfies readonly Role[]

export const no_commission_roles = [
  'primary_staff_user',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const satisfies readonly Role[]

/** Client area: Contractor, Temp and Perm Placements. */
export const client_placement_roles = ['hiring_manager', 'invoice_contact'] as const satisfies readonly Role[]

/** Client area: Timesheets and Expenses. */
export const client_work_roles = ['timesheet_approver', 'invoice_contact'] as const satisfies readonly Role[]

/** Client area: Invoices, and what work costs ("invoice and cost"). */
export const client_cost_roles = ['invoice_contact'] as const satisfies readonly Role[]

/** Which roles a viewer of each category can have; a role of another category counts for nothing. */
export const category_roles = {
  agency: [...commission_roles, ...no_commission_roles],
  client: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin', 'funder_analyst'],
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies Record<Category, readonly Role[]>
