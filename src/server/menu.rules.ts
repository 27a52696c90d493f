/** Menus by category (spec §2, in its order) and by role and feature (spec §6). Pure. */
import type { Category, Role } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { built_routes } from '#entity/routes.ts'

export type MenuEntry = {
  /** `module/entity`, unique in a menu. */
  readonly key: string
  /** Where it leads: `/agency/business/client`. */
  readonly path: string
  readonly label: string
  /** Its place in the shell: entries of one group stand together. */
  readonly group: MenuGroup
  /** False: the screen is not in this version. */
  readonly built: boolean
}

export type MenuGroup = 'main' | 'reports' | 'payroll' | 'settings' | 'help'

/** What the menu depends on. */
export type MenuViewer = {
  readonly category: Category
  readonly roles: readonly Role[]
  readonly features: readonly string[]
  /** The business has at least one permanent placement. */
  readonly has_perm_placements: boolean
}

type Item = {
  readonly key: string
  readonly label: string
  readonly group?: MenuGroup
  /** Roles that get it; every role of the category when absent. */
  readonly roles?: readonly Role[]
  readonly when?: (viewer: MenuViewer) => boolean
}

const admin = ['agency_admin'] as const
const reporting = ['agency_admin', 'agency_read_only'] as const
const placing = ['hiring_manager', 'invoice_contact'] as const
const approving = ['timesheet_approver', 'invoice_contact'] as const

/** Spec §6: shown when the business has placements or the permanent placement feature. */
const usesPerm = (viewer: MenuViewer): boolean =>
  viewer.features.includes('perm_placement') || viewer.has_perm_placements

const agency: readonly Item[] = [
  { key: 'business/client', label: 'Clients' },
  { key: 'business/contractor', label: 'Contractors' },
  { key: 'contract/temp_placement', label: 'Temp Placements' },
  { key: 'contract/perm_placement', label: 'Perm Placements', when: usesPerm },
  { key: 'transaction/timesheet', label: 'Timesheets' },
  { key: 'transaction/expense', label: 'Expenses' },
  { key: 'transaction/invoice', label: 'Invoices' },
  { key: 'transaction/consolidated_invoice', label: 'Consolidated Invoices' },
  { key: 'transaction/receipts', label: 'Receipts' },
  { key: 'insight', label: 'Insights', group: 'reports', roles: admin },
  {
    key: 'report/accounting_finance_export',
    label: 'Accounting Finance Export',
    group: 'reports',
    roles: reporting,
  },
  { key: 'report/commission', label: 'Commission', group: 'reports', roles: reporting },
  {
    key: 'report/sales_ledger',
    label: 'Sales Ledger',
    group: 'reports',
    roles: ['agency_admin', 'agency_read_only', 'agency_consultant'],
  },
  { key: 'report/client_statement', label: 'Client Statement', group: 'reports', roles: reporting },
  {
    key: 'report/vat_liability',
    label: 'VAT Liability',
    group: 'reports',
    roles: admin,
    when: (viewer) => viewer.features.includes('vat_liability'),
  },
  { key: 'report/intermediary', label: 'Intermediary', group: 'reports', roles: reporting },
  // Earnings are what "commission" means in the entity access sets of spec §6.
  { key: 'paye/agency_earnings_report', label: 'Agency Earnings', group: 'payroll', roles: commission_roles },
  { key: 'paye/payslip', label: 'Payslips', group: 'payroll' },
  { key: 'admin', label: 'Account', group: 'settings', roles: admin },
  { key: 'integrations', label: 'Integrations', group: 'settings', roles: admin },
]

const client: readonly Item[] = [
  { key: 'business/contractor', label: 'Contractors', roles: placing },
  { key: 'contract/temp_placement', label: 'Temp Placements', roles: placing },
  { key: 'contract/perm_placement', label: 'Perm Placements', roles: placing },
  { key: 'transaction/timesheet', label: 'Timesheets', roles: approving },
  { key: 'transaction/expense', label: 'Expenses', roles: approving },
  { key: 'transaction/invoice', label: 'Invoices', roles: ['invoice_contact'] },
  {
    key: 'support',
    label: 'Support',
    group: 'help',
    roles: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  },
]

const contractor: readonly Item[] = [
  { key: 'business/limited', label: 'Limited Companies' },
  { key: 'business/umbrella', label: 'Umbrella Companies' },
  { key: 'contract/temp_placement', label: 'Temp Placements' },
  { key: 'transaction/timesheet', label: 'Timesheets' },
  { key: 'transaction/invoice', label: 'Invoices' },
  { key: 'paye/payslip', label: 'Payslips', group: 'payroll' },
  { key: 'transaction/expense', label: 'Expenses' },
]

const funder: readonly Item[] = [
  { key: 'contract/temp_placement', label: 'Temp Placements' },
  { key: 'contract/perm_placement', label: 'Perm Placements' },
  { key: 'contract/purchase_ledger', label: 'Purchase Ledgers' },
  { key: 'contract/sales_invoice', label: 'Sales Invoices' },
  { key: 'transaction/timesheet', label: 'Timesheets' },
  { key: 'transaction/expense', label: 'Expenses' },
  { key: 'transaction/invoice', label: 'Invoices' },
  { key: 'transaction/receipt', label: 'Receipts' },
  { key: 'report/agency_sales_ledger_summary', label: 'Agency Sales Ledger Summary', group: 'reports' },
  // Beyond spec §2: what a risk analyst comes for (docs/gaps.md).
  { key: 'report/funding_portfolio', label: 'Funding Portfolio', group: 'reports' },
]

/** Not in the spec (docs/gaps.md, §2): what operating the platform needs. */
const provider: readonly Item[] = [
  { key: 'business/client', label: 'Clients' },
  { key: 'business/agency', label: 'Agencies' },
  { key: 'business/contractor', label: 'Contractors' },
  { key: 'contract/temp_placement', label: 'Temp Placements' },
  { key: 'transaction/timesheet', label: 'Timesheets' },
  { key: 'transaction/invoice', label: 'Invoices' },
  { key: 'transaction/receipts', label: 'Receipts' },
  { key: 'transaction/bank_line', label: 'Bank Lines' },
  { key: 'payment/payment_batch', label: 'Payment Batches' },
  { key: 'report/funding_portfolio', label: 'Funding Portfolio', group: 'reports' },
  { key: 'log/mail', label: 'Mail Log', group: 'reports' },
  { key: 'ledger/transaction', label: 'Ledger', group: 'reports' },
]

const menus = { agency, client, contractor, funder, provider } as const satisfies Record<
  Category,
  readonly Item[]
>

/** The entries this viewer gets, in the spec's order. */
export function menuOf(viewer: MenuViewer): MenuEntry[] {
  return menus[viewer.category]
    .filter((item) => !item.roles || item.roles.some((role) => viewer.roles.includes(role)))
    .filter((item) => !item.when || item.when(viewer))
    .map(({ key, label, group = 'main' }) => ({
      key,
      path: `/${viewer.category}/${key}`,
      label,
      group,
      built: built_routes.has(key),
    }))
}
