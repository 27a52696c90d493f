/** The role sets of spec §6. */
import type { Category, Role } from './access.ts'

/** Roles that see the agency's earnings: earnings and fee documents, margins, fee rules. */
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

/** National Insurance numbers, birth dates, and payslips with their figures, of an agency's workers. */
export const payroll_data_roles = [
  ...commission_roles,
  'primary_staff_user',
] as const satisfies readonly Role[]

/** Roles of an agency without these. */
export const no_payroll_data_roles = [
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const satisfies readonly Role[]

/** Client area: Contractor, Temp and Perm Placements. */
export const client_placement_roles = ['hiring_manager', 'invoice_contact'] as const satisfies readonly Role[]

/** Client area: Timesheets and Expenses. */
export const client_work_roles = ['timesheet_approver', 'invoice_contact'] as const satisfies readonly Role[]

/** Client area: Invoices and the cost of work. */
export const client_cost_roles = ['invoice_contact'] as const satisfies readonly Role[]

/** Roles of each category; a viewer's other roles do not count. */
export const category_roles = {
  agency: [...commission_roles, ...no_commission_roles],
  client: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin', 'funder_analyst'],
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies Record<Category, readonly Role[]>

/** Administrators of a business and its people. */
export const admin_roles = [
  'agency_admin',
  'funder_admin',
  'provider_admin',
] as const satisfies readonly Role[]

/** Roles that can release money, change where it goes, or give such a role. */
export const money_roles = [
  'provider_admin',
  'provider_operations',
  'provider_approver',
  'agency_admin',
  'funder_admin',
] as const satisfies readonly Role[]

/** Whether one of these roles can release money. */
export const hasMoneyRole = (roles: readonly string[]): boolean =>
  money_roles.some((role) => roles.includes(role))
