import { client_cost_roles, commission_roles, reporting_roles, sales_ledger_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const reports_screens: readonly Screen[] = [
  {
    path: 'report/agency_sales_ledger_summary',
    label: 'Sales Ledger Summary',
    group: 'reports',
    menu: {
      agency: { more: 170, roles: sales_ledger_roles },
      funder: { place: 90, label: 'Agency Sales Ledger Summary' },
    },
    list: (category) =>
      import('./sales-ledger-summary.list.tsx').then((m) =>
        category === 'funder' ? m.funder_summary_list : m.agency_summary_list,
      ),
  },
  {
    path: 'report/accounting_finance_export',
    label: 'Accounting Finance Export',
    group: 'reports',
    menu: { agency: { place: 110, roles: reporting_roles } },
    list: () => import('./accounting-export.list.tsx').then((m) => m.accounting_export_list),
  },
  {
    path: 'report/commission',
    label: 'Commission',
    group: 'reports',
    menu: { agency: { place: 120, roles: reporting_roles } },
    page: () => import('./agency-commission.page.tsx').then((m) => m.CommissionPage),
    inner_lists: [
      () => import('./agency-commission.list.tsx').then((m) => m.commission_list),
      () => import('./agency-commission.list.tsx').then((m) => m.indirect_commission_list),
    ],
  },
  {
    path: 'report/sales_ledger',
    label: 'Sales Ledger',
    group: 'reports',
    menu: { agency: { place: 130, roles: sales_ledger_roles } },
    page: () => import('./sales-ledger.page.tsx').then((m) => m.SalesLedgerPage),
    inner_lists: [() => import('./sales-ledger-detail.list.tsx').then((m) => m.sales_ledger_detail_list)],
  },
  {
    path: 'report/client_statement',
    label: 'Client Statement',
    group: 'reports',
    menu: {
      agency: { place: 140, roles: reporting_roles },
      client: { more: 30, roles: client_cost_roles, label: 'Statement' },
    },
    list: (category) =>
      category === 'client'
        ? import('./sales-ledger-summary.list.tsx').then((m) => m.own_statement_list)
        : import('./client-statements.list.tsx').then((m) => m.client_statement_list),
    record: () => import('./client-statement.page.tsx').then((m) => m.ClientStatementPage),
  },
  {
    // Spec §6 calls earnings commission.
    path: 'paye/agency_earnings_report',
    label: 'Agency Earnings',
    group: 'payroll',
    menu: { agency: { place: 170, roles: commission_roles } },
    page: () => import('./agency-earnings.page.tsx').then((m) => m.AgencyEarningsPage),
    inner_lists: [
      () => import('./agency-earnings.list.tsx').then((m) => m.agency_earnings_list),
      () => import('./contractor-payments.list.tsx').then((m) => m.contractor_payment_list),
      () => import('./agency-commission.list.tsx').then((m) => m.commission_list),
    ],
  },
  {
    path: 'report/agency_statement',
    label: 'Agency Statements',
    group: 'reports',
    menu: { provider: { place: 180 } },
    list: () => import('./sales-ledger-summary.list.tsx').then((m) => m.agency_statement_list),
  },
  {
    path: 'report/client_sales_ledger',
    label: 'Client Sales Ledger',
    group: 'reports',
    menu: { provider: { place: 190 } },
    list: () => import('./sales-ledger-summary.list.tsx').then((m) => m.client_sales_ledger_list),
  },
  {
    path: 'report/provider_fee',
    label: 'Provider Fees',
    group: 'reports',
    menu: { agency: { more: 230, roles: commission_roles }, provider: { place: 200 } },
    list: () => import('./fee.list.tsx').then((m) => m.provider_fee_list),
  },
  {
    path: 'report/retrospective',
    label: 'Retrospective Ledger',
    group: 'reports',
    menu: { agency: { more: 190, roles: sales_ledger_roles }, provider: { place: 210 } },
    list: (category) =>
      import('./sales-ledger-summary.list.tsx').then((m) =>
        category === 'provider' ? m.provider_retrospective_list : m.agency_retrospective_list,
      ),
  },
  {
    path: 'report/retrospective_invoice',
    label: 'Retrospective Invoices',
    group: 'reports',
    menu: { agency: { more: 200, roles: sales_ledger_roles }, provider: { place: 220 } },
    list: (category) =>
      import('./retrospective-invoice.list.tsx').then((m) =>
        category === 'provider' ? m.provider_retrospective_invoice_list : m.agency_retrospective_invoice_list,
      ),
  },
  {
    path: 'transaction/fee',
    label: 'Fee Transactions',
    menu: { agency: { more: 100, roles: commission_roles }, provider: { more: 130 } },
    list: () => import('./fee.list.tsx').then((m) => m.fee_transaction_list),
  },
  {
    path: 'report/agency_sales_ledger_detail',
    label: 'Sales Ledger Detail',
    menu: { agency: { more: 180, roles: sales_ledger_roles } },
    list: () => import('./sales-ledger-detail.list.tsx').then((m) => m.whole_sales_ledger_detail_list),
  },
  {
    path: 'report/agency_commission_summary',
    label: 'Commission Summary',
    menu: { agency: { more: 210, roles: commission_roles } },
    list: () => import('./commission-summary.list.tsx').then((m) => m.commission_summary_list),
  },
  {
    path: 'report/top_clients',
    label: 'Top Clients',
    menu: { agency: { more: 220, roles: commission_roles } },
    list: () => import('./commission-summary.list.tsx').then((m) => m.top_clients_list),
  },
]
