/**
 * What stands behind an address: lists and pages by `module/entity`, each in a file of its own that is fetched when it is
 * first opened. Whoever builds a screen adds its line here and in `src/entity/routes.ts` (which marks the menu).
 */
import type { ComponentType } from 'react'
import type { Category } from '#entity/access.ts'
import type { List } from '#web/list/list.ts'

/** A page of one record or a page of its own. It reads its place and session by `usePlace()` and `useSession()`. */
export type Page = ComponentType

/** Lists by path. */
export const lists: Readonly<Record<string, (category: Category) => Promise<List>>> = {
  'report/client_statement': () =>
    import('#business/reports/client-statements.list.tsx').then((m) => m.client_statement_list),
  'business/agency': () => import('#business/parties/payment-company.list.tsx').then((m) => m.agency_list),
  'business/client': (category) =>
    import('#business/parties/client.list.tsx').then((m) =>
      category === 'funder' ? m.funded_client_list : m.client_list,
    ),
  'business/contractor': () => import('#business/parties/contractor.list.tsx').then((m) => m.contractor_list),
  'business/limited': () => import('#business/parties/payment-company.list.tsx').then((m) => m.limited_list),
  'business/umbrella': () =>
    import('#business/parties/payment-company.list.tsx').then((m) => m.umbrella_list),
  'contract/perm_placement': () =>
    import('#business/placements/perm-placement.list.tsx').then((m) => m.perm_placement_list),
  'contract/temp_placement': () =>
    import('#business/placements/temp-placement.list.tsx').then((m) => m.temp_placement_list),
  'log/mail': () => import('#business/platform/mail.list.tsx').then((m) => m.mail_list),
  'payment/payment_batch': () =>
    import('#business/ledger/payment-batch.list.tsx').then((m) => m.payment_batch_list),
  'transaction/bank_line': () => import('#business/ledger/bank-line.list.tsx').then((m) => m.bank_line_list),
  'transaction/consolidated_invoice': () =>
    import('#business/invoices/consolidated-invoice.list.tsx').then((m) => m.consolidated_invoice_list),
  'transaction/expense': () => import('#business/expenses/expense.list.tsx').then((m) => m.expense_list),
  'transaction/invoice': () => import('#business/invoices/invoice.list.tsx').then((m) => m.invoice_list),
  // The agency's menu says receipts, the funder's receipt (spec §2): the same list.
  'transaction/receipt': () => import('#business/ledger/receipt.list.tsx').then((m) => m.receipt_list),
  'transaction/receipts': () => import('#business/ledger/receipt.list.tsx').then((m) => m.receipt_list),
  'transaction/timesheet': () =>
    import('#business/timesheets/timesheet.list.tsx').then((m) => m.timesheet_list),
}

/** Pages of one record: `/{category}/{path}/{id}`. */
export const record_pages: Readonly<Record<string, () => Promise<Page>>> = {
  'business/client': () => import('#business/parties/client.page.tsx').then((m) => m.ClientPage),
  'business/contractor': () => import('#business/parties/contractor.page.tsx').then((m) => m.ContractorPage),
  'contract/perm_placement': () =>
    import('#business/placements/perm-placement.page.tsx').then((m) => m.PermPlacementPage),
  'contract/temp_placement': () =>
    import('#business/placements/temp-placement.page.tsx').then((m) => m.TempPlacementPage),
  'log/mail': () => import('#business/platform/mail.page.tsx').then((m) => m.MailPage),
  'transaction/expense': () => import('#business/expenses/expense.page.tsx').then((m) => m.ExpensePage),
  'report/client_statement': () =>
    import('#business/reports/client-statement.page.tsx').then((m) => m.ClientStatementPage),
  'transaction/receipts': () => import('#business/funding/receipt.page.tsx').then((m) => m.ReceiptPage),
  'transaction/receipt': () => import('#business/funding/receipt.page.tsx').then((m) => m.ReceiptPage),
  'transaction/timesheet': () =>
    import('#business/timesheets/timesheet.page.tsx').then((m) => m.TimesheetPage),
  'transaction/invoice': () => import('#business/invoices/invoice.page.tsx').then((m) => m.InvoicePage),
  'transaction/bank_line': () => import('#business/funding/bank-line.page.tsx').then((m) => m.BankLinePage),
  'payment/payment_batch': () =>
    import('#business/funding/payment-batch.page.tsx').then((m) => m.PaymentBatchPage),
}

/** Pages without a record: dashboard, profile, reports. They stand before a list of the same path. */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  'payment/new_batch': () => import('#business/funding/new-batch.form.tsx').then((m) => m.NewBatchPage),
  'transaction/new_bank_line': () =>
    import('#business/funding/new-bank-line.form.tsx').then((m) => m.NewBankLinePage),
  'report/sales_ledger': () =>
    import('#business/reports/sales-ledger.page.tsx').then((m) => m.SalesLedgerPage),
  'report/funding_portfolio': () =>
    import('#business/reports/funding-portfolio.page.tsx').then((m) => m.FundingPortfolioPage),
  'report/commission': () =>
    import('#business/reports/agency-commission.page.tsx').then((m) => m.CommissionPage),
  'report/vat_liability': () =>
    import('#business/reports/vat-liability.page.tsx').then((m) => m.VatLiabilityPage),
  'paye/agency_earnings_report': () =>
    import('#business/reports/agency-earnings.page.tsx').then((m) => m.AgencyEarningsPage),
  dashboard: () => import('#business/reports/dashboard.page.tsx').then((m) => m.DashboardPage),
  profile: () => import('./ProfilePage.tsx').then((m) => m.ProfilePage),
}
