/** Menus by category (spec §2, in its order) and by role and feature (spec §6). Pure. */
import { ledger_checkers } from '#business/ledger/ledger-check.rules.ts'
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

/** `more`: list areas of the specification that no menu of it names; the shell keeps them folded. */
type MenuGroup = 'main' | 'reports' | 'payroll' | 'settings' | 'help' | 'logs' | 'more'

/** What the menu depends on. */
type MenuViewer = {
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
const sales_ledger = ['agency_admin', 'agency_read_only', 'agency_consultant'] as const
const provider_admin = ['provider_admin'] as const
const ledger_checking = ledger_checkers.provider
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
    roles: sales_ledger,
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
  { key: 'report/funding_debt', label: 'Funding Debts', group: 'reports' },
]

/** Not in the spec (docs/gaps.md, §2): what operating the platform needs. */
const provider: readonly Item[] = [
  { key: 'business/client', label: 'Clients' },
  { key: 'business/agency', label: 'Agencies' },
  { key: 'business/bank_account', label: 'Bank Accounts' },
  { key: 'business/contractor', label: 'Contractors' },
  { key: 'contract/temp_placement', label: 'Temp Placements' },
  { key: 'contract/perm_placement', label: 'Perm Placements' },
  { key: 'transaction/timesheet', label: 'Timesheets' },
  { key: 'transaction/expense', label: 'Expenses' },
  { key: 'transaction/invoice', label: 'Invoices' },
  { key: 'transaction/consolidated_invoice', label: 'Consolidated Invoices' },
  { key: 'transaction/receipts', label: 'Receipts' },
  { key: 'transaction/bank_line', label: 'Bank Lines' },
  { key: 'transaction/cash_match', label: 'Cash Match' },
  { key: 'payment/payment_batch', label: 'Payment Batches' },
  { key: 'payment/payment', label: 'Payments' },
  { key: 'report/funding_portfolio', label: 'Funding Portfolio', group: 'reports' },
  { key: 'report/funding_debt', label: 'Funding Debts', group: 'reports' },
  { key: 'report/agency_statement', label: 'Agency Statements', group: 'reports' },
  { key: 'report/client_sales_ledger', label: 'Client Sales Ledger', group: 'reports' },
  { key: 'report/provider_fee', label: 'Provider Fees', group: 'reports' },
  { key: 'report/retrospective', label: 'Retrospective Ledger', group: 'reports' },
  { key: 'report/retrospective_invoice', label: 'Retrospective Invoices', group: 'reports' },
  { key: 'ledger/transaction', label: 'Ledger', group: 'reports' },
  { key: 'paye/payslip', label: 'Payslips', group: 'payroll' },
  { key: 'paye/payslip_period', label: 'Payslip Periods', group: 'payroll' },
  { key: 'transaction/payroll_timesheet', label: 'Payroll Timesheets', group: 'payroll' },
  // Beyond spec §2: whoever answers for the money proves it (docs/gaps.md).
  { key: 'log/ledger_check', label: 'Ledger Check', group: 'logs', roles: ledger_checking },
  { key: 'log/mail', label: 'Mail Log', group: 'logs' },
  { key: 'log/impersonation', label: 'Impersonation Log', group: 'logs', roles: provider_admin },
  { key: 'log/unconfirmed_user', label: 'Unconfirmed Users', group: 'logs', roles: provider_admin },
  { key: 'log/api_exception', label: 'API Exceptions', group: 'logs', roles: provider_admin },
]

/** "Other list areas that exist" (spec §2), and lists that its menus do not name, for whom each is. */
const areas = {
  agency: [
    { key: 'business/business_contact', label: 'Client Contacts' },
    { key: 'config/payment_terms', label: 'Payment Terms' },
    { key: 'contract/purchase_ledger', label: 'Purchase Ledgers' },
    { key: 'contract/sales_invoice', label: 'Sales Invoices' },
    { key: 'contract/adhoc_fee', label: 'Ad-hoc Fees', roles: commission_roles },
    { key: 'contract/service_charge', label: 'Fee Rules', roles: commission_roles },
    { key: 'paye/payroll_figure', label: 'Payroll Figures' },
    { key: 'transaction/pending_invoice', label: 'Pending Invoices' },
    { key: 'fundo/invoice', label: 'Funding Invoices' },
    { key: 'transaction/fee', label: 'Fee Transactions', roles: commission_roles },
    { key: 'transaction/refinement', label: 'Refinements' },
    { key: 'transaction/collection_note', label: 'Collection Notes', roles: commission_roles },
    { key: 'transaction/payroll_timesheet', label: 'Payroll Timesheets' },
    { key: 'transaction/rpo_timesheet', label: 'RPO Timesheets' },
    { key: 'payment/payment_company_payment', label: 'Payment Company Payments' },
    { key: 'paye/payslip_period', label: 'Payslip Periods' },
    { key: 'report/agency_sales_ledger_summary', label: 'Sales Ledger Summary', roles: sales_ledger },
    { key: 'report/agency_sales_ledger_detail', label: 'Sales Ledger Detail', roles: sales_ledger },
    { key: 'report/retrospective', label: 'Retrospective Ledger', roles: sales_ledger },
    { key: 'report/retrospective_invoice', label: 'Retrospective Invoices', roles: sales_ledger },
    { key: 'report/agency_commission_summary', label: 'Commission Summary', roles: commission_roles },
    { key: 'report/top_clients', label: 'Top Clients', roles: commission_roles },
    { key: 'report/provider_fee', label: 'Provider Fees', roles: commission_roles },
    { key: 'request/client_change_request', label: 'Client Change Requests' },
    { key: 'request/contract_change_request', label: 'Contract Change Requests' },
    { key: 'request/service_change_request', label: 'Service Change Requests' },
    { key: 'request/limited_company', label: 'Limited Company Requests' },
    { key: 'request/flow_approval', label: 'Change Request Approvals' },
    { key: 'integrations/vat_detail', label: 'VAT Details', roles: admin },
    { key: 'integrations/contact_detail', label: 'Contact Details', roles: admin },
    { key: 'integrations/bank_detail', label: 'Bank Details', roles: admin },
    { key: 'integrations/exception', label: 'Exceptions', roles: admin },
    { key: 'integrations/data_queue', label: 'Pending Data Queue', roles: admin },
  ],
  client: [
    { key: 'transaction/consolidated_invoice', label: 'Consolidated Invoices', roles: ['invoice_contact'] },
    { key: 'transaction/refinement', label: 'Refinements', roles: ['invoice_contact'] },
    { key: 'report/client_statement', label: 'Statement', roles: ['invoice_contact'] },
    { key: 'config/payment_terms', label: 'Payment Terms', roles: placing },
    { key: 'request/contract_change_request', label: 'Contract Change Requests', roles: placing },
    { key: 'request/flow_approval', label: 'Change Request Approvals', roles: placing },
  ],
  contractor: [
    { key: 'payment/payment_company_payment', label: 'Payment Company Payments' },
    { key: 'transaction/refinement', label: 'Refinements' },
    { key: 'request/limited_company', label: 'Limited Company Requests' },
    { key: 'request/contract_change_request', label: 'Contract Change Requests' },
    { key: 'request/flow_approval', label: 'Change Request Approvals' },
  ],
  funder: [
    { key: 'contract/adhoc_fee', label: 'Ad-hoc Fees' },
    { key: 'business/client', label: 'Clients' },
    { key: 'business/agency', label: 'Agencies' },
    { key: 'transaction/all_timesheet', label: 'All Timesheets' },
    { key: 'transaction/consolidated_invoice', label: 'Consolidated Invoices' },
    { key: 'transaction/refinement', label: 'Refinements' },
    { key: 'fundo/invoice', label: 'Funding Invoices' },
    { key: 'request/contract_change_request', label: 'Contract Change Requests' },
    { key: 'request/flow_approval', label: 'Change Request Approvals' },
    { key: 'admin', label: 'Account', roles: ['funder_admin'] },
  ],
  provider: [
    { key: 'business/funder', label: 'Funders' },
    { key: 'business/limited', label: 'Limited Companies' },
    { key: 'business/umbrella', label: 'Umbrella Companies' },
    { key: 'business/business_contact', label: 'Client Contacts' },
    { key: 'config/payment_terms', label: 'Payment Terms' },
    { key: 'contract/purchase_ledger', label: 'Purchase Ledgers' },
    { key: 'contract/sales_invoice', label: 'Sales Invoices' },
    { key: 'contract/adhoc_fee', label: 'Ad-hoc Fees' },
    { key: 'contract/service_charge', label: 'Fee Rules' },
    { key: 'paye/payroll_figure', label: 'Payroll Figures' },
    { key: 'transaction/pending_invoice', label: 'Pending Invoices' },
    { key: 'fundo/invoice', label: 'Funding Invoices' },
    { key: 'transaction/fee', label: 'Fee Transactions' },
    { key: 'transaction/refinement', label: 'Refinements' },
    { key: 'transaction/collection_note', label: 'Collection Notes' },
    { key: 'transaction/rpo_timesheet', label: 'RPO Timesheets' },
    { key: 'payment/payment_company_payment', label: 'Payment Company Payments' },
    { key: 'request/client_change_request', label: 'Client Change Requests' },
    { key: 'request/contract_change_request', label: 'Contract Change Requests' },
    { key: 'request/service_change_request', label: 'Service Change Requests' },
    { key: 'request/limited_company', label: 'Limited Company Requests' },
    { key: 'request/flow_approval', label: 'Change Request Approvals' },
    { key: 'integrations/vat_detail', label: 'VAT Details' },
    { key: 'integrations/contact_detail', label: 'Contact Details' },
    { key: 'integrations/bank_detail', label: 'Bank Details' },
    { key: 'integrations/exception', label: 'Exceptions' },
    { key: 'integrations/data_queue', label: 'Pending Data Queue' },
    { key: 'admin', label: 'Account', roles: provider_admin },
  ],
} as const satisfies Record<Category, readonly Item[]>

const menus = { agency, client, contractor, funder, provider } as const satisfies Record<
  Category,
  readonly Item[]
>

/** The entries this viewer gets: the menu in the spec's order, then the list areas that it does not name. */
export function menuOf(viewer: MenuViewer): MenuEntry[] {
  const more: readonly Item[] = areas[viewer.category]
  return [...menus[viewer.category], ...more.map((item) => ({ ...item, group: 'more' as const }))]
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
