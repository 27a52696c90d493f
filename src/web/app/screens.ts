/**
 * What stands behind an address: lists and pages by `module/entity`, each in a file of its own that is fetched when it is
 * first opened. Whoever builds a screen adds its line here and in `src/entity/routes.ts` (which marks the menu).
 */
import type { ComponentType } from 'react'
import type { Category } from '#entity/access.ts'
import type { List } from '#web/list/model/list.ts'

/** A page of one record or a page of its own. It reads its place and session by `usePlace()` and `useSession()`. */
export type Page = ComponentType

/** Lists by path. */
export const lists: Readonly<Record<string, (category: Category) => Promise<List>>> = {
  'business/agency': () => import('#business/parties/payment-company.list.tsx').then((m) => m.agency_list),
  'business/business_contact': () =>
    import('#business/parties/client-contact.list.tsx').then((m) => m.client_contact_list),
  'business/bank_account': () =>
    import('#business/bank-accounts/bank-account.list.tsx').then((m) => m.bank_account_list),
  'business/client': (category) =>
    import('#business/parties/client.list.tsx').then((m) =>
      category === 'funder' ? m.funded_client_list : m.client_list,
    ),
  'business/contractor': () => import('#business/parties/contractor.list.tsx').then((m) => m.contractor_list),
  'business/funder': () => import('#business/parties/payment-company.list.tsx').then((m) => m.funder_list),
  'business/limited': () => import('#business/parties/payment-company.list.tsx').then((m) => m.limited_list),
  'business/umbrella': () =>
    import('#business/parties/payment-company.list.tsx').then((m) => m.umbrella_list),
  'config/payment_terms': () =>
    import('#business/terms/payment-terms.list.tsx').then((m) => m.payment_terms_list),
  'contract/adhoc_fee': () =>
    import('#business/single-documents/single-document.list.tsx').then((m) => m.adhoc_fee_list),
  'contract/perm_placement': () =>
    import('#business/placements/perm-placement.list.tsx').then((m) => m.perm_placement_list),
  'contract/purchase_ledger': () =>
    import('#business/single-documents/single-document.list.tsx').then((m) => m.purchase_ledger_list),
  'contract/sales_invoice': () =>
    import('#business/single-documents/single-document.list.tsx').then((m) => m.sales_invoice_list),
  'contract/temp_placement': () =>
    import('#business/placements/temp-placement.list.tsx').then((m) => m.temp_placement_list),
  'fundo/invoice': () =>
    import('#business/invoices/funding-invoice.list.tsx').then((m) => m.fundo_invoice_list),
  'integrations/bank_detail': () =>
    import('#business/accounting/accounting.list.tsx').then((m) => m.bank_detail_list),
  'integrations/contact_detail': () =>
    import('#business/accounting/accounting.list.tsx').then((m) => m.contact_detail_list),
  'integrations/data_queue': () =>
    import('#business/accounting/accounting.list.tsx').then((m) => m.data_queue_list),
  'integrations/exception': () =>
    import('#business/accounting/accounting.list.tsx').then((m) => m.accounting_exception_list),
  'integrations/vat_detail': () =>
    import('#business/accounting/accounting.list.tsx').then((m) => m.vat_detail_list),
  'ledger/transaction': () =>
    import('#business/ledger/transaction.list.tsx').then((m) => m.ledger_transaction_list),
  'log/api_exception': () =>
    import('#business/platform/people-log.list.tsx').then((m) => m.api_exception_list),
  'log/impersonation': () =>
    import('#business/platform/people-log.list.tsx').then((m) => m.impersonation_list),
  exports: () => import('#business/platform/export.list.tsx').then((m) => m.export_list),
  'contract/service_charge': () =>
    import('#business/fees/service-charge.list.tsx').then((m) => m.service_charge_list),
  'paye/payroll_figure': () =>
    import('#business/payroll/payroll-figure.list.tsx').then((m) => m.payroll_figure_list),
  'log/mail': () => import('#business/platform/mail.list.tsx').then((m) => m.mail_list),
  'platform/import': () => import('#business/imports/import.list.tsx').then((m) => m.import_list),
  'log/unconfirmed_user': () =>
    import('#business/platform/people-log.list.tsx').then((m) => m.unconfirmed_user_list),
  'paye/payslip': () => import('#business/payroll/payslip.list.tsx').then((m) => m.payslip_list),
  'paye/payslip_period': () =>
    import('#business/payroll/payslip.list.tsx').then((m) => m.payslip_period_list),
  'payment/payment': () => import('#business/payments/payment.list.tsx').then((m) => m.payment_list),
  'payment/payment_batch': () =>
    import('#business/payments/payment-batch.list.tsx').then((m) => m.payment_batch_list),
  'payment/payment_company_payment': () =>
    import('#business/payments/payment.list.tsx').then((m) => m.payment_company_payment_list),
  'report/accounting_finance_export': () =>
    import('#business/reports/accounting-export.list.tsx').then((m) => m.accounting_export_list),
  'report/agency_commission_summary': () =>
    import('#business/reports/commission-summary.list.tsx').then((m) => m.commission_summary_list),
  'report/agency_sales_ledger_detail': () =>
    import('#business/reports/sales-ledger-detail.list.tsx').then((m) => m.whole_sales_ledger_detail_list),
  'report/agency_sales_ledger_summary': (category) =>
    import('#business/reports/sales-ledger-summary.list.tsx').then((m) =>
      category === 'funder' ? m.funder_summary_list : m.agency_summary_list,
    ),
  'report/agency_statement': () =>
    import('#business/reports/sales-ledger-summary.list.tsx').then((m) => m.agency_statement_list),
  'report/client_sales_ledger': () =>
    import('#business/reports/sales-ledger-summary.list.tsx').then((m) => m.client_sales_ledger_list),
  'report/client_statement': (category) =>
    category === 'client'
      ? import('#business/reports/sales-ledger-summary.list.tsx').then((m) => m.own_statement_list)
      : import('#business/reports/client-statements.list.tsx').then((m) => m.client_statement_list),
  'report/funding_debt': () =>
    import('#business/portfolio/funding-debts.list.tsx').then((m) => m.funding_debt_list),
  'report/intermediary': () => import('#business/tax/intermediary.list.tsx').then((m) => m.intermediary_list),
  'report/provider_fee': () => import('#business/reports/fee.list.tsx').then((m) => m.provider_fee_list),
  'report/retrospective': (category) =>
    import('#business/reports/sales-ledger-summary.list.tsx').then((m) =>
      category === 'provider' ? m.provider_retrospective_list : m.agency_retrospective_list,
    ),
  'report/retrospective_invoice': (category) =>
    import('#business/reports/retrospective-invoice.list.tsx').then((m) =>
      category === 'provider' ? m.provider_retrospective_invoice_list : m.agency_retrospective_invoice_list,
    ),
  'report/top_clients': () =>
    import('#business/reports/commission-summary.list.tsx').then((m) => m.top_clients_list),
  'request/client_change_request': () =>
    import('#business/change-requests/change-request.list.tsx').then((m) => m.client_change_request_list),
  'request/contract_change_request': () =>
    import('#business/change-requests/change-request.list.tsx').then((m) => m.contract_change_request_list),
  'request/flow_approval': () =>
    import('#business/change-requests/change-request.list.tsx').then((m) => m.flow_approval_list),
  'request/limited_company': () =>
    import('#business/change-requests/change-request.list.tsx').then((m) => m.limited_company_request_list),
  'request/service_change_request': () =>
    import('#business/change-requests/change-request.list.tsx').then((m) => m.service_change_request_list),
  'transaction/all_timesheet': () =>
    import('#business/timesheets/timesheet.list.tsx').then((m) => m.all_timesheet_list),
  'transaction/bank_line': () => import('#business/bank/bank-line.list.tsx').then((m) => m.bank_line_list),
  'transaction/collection_note': () =>
    import('#business/funding/collection-note.list.tsx').then((m) => m.collection_note_list),
  'transaction/consolidated_invoice': () =>
    import('#business/consolidated/consolidated-invoice.list.tsx').then((m) => m.consolidated_invoice_list),
  'transaction/expense': () => import('#business/expenses/expense.list.tsx').then((m) => m.expense_list),
  'transaction/fee': () => import('#business/reports/fee.list.tsx').then((m) => m.fee_transaction_list),
  'transaction/invoice': () => import('#business/invoices/invoice.list.tsx').then((m) => m.invoice_list),
  'transaction/payroll_timesheet': () =>
    import('#business/timesheets/timesheet.list.tsx').then((m) => m.payroll_timesheet_list),
  'transaction/pending_invoice': () =>
    import('#business/invoices/pending-invoice.list.tsx').then((m) => m.pending_invoice_list),
  // The agency's menu says receipts, the funder's receipt (spec §2): the same list.
  'transaction/receipt': () => import('#business/receipts/receipt.list.tsx').then((m) => m.receipt_list),
  'transaction/receipts': () => import('#business/receipts/receipt.list.tsx').then((m) => m.receipt_list),
  'transaction/refinement': () =>
    import('#business/corrections/refinement.list.tsx').then((m) => m.refinement_list),
  'transaction/rpo_timesheet': () =>
    import('#business/timesheets/timesheet.list.tsx').then((m) => m.rpo_timesheet_list),
  'transaction/timesheet': () =>
    import('#business/timesheets/timesheet.list.tsx').then((m) => m.timesheet_list),
}

/** Lists inside pages, by the menu entry that opens the page. */
export const page_lists: readonly { readonly key: string; readonly load: () => Promise<List> }[] = [
  {
    key: 'paye/agency_earnings_report',
    load: () => import('#business/reports/agency-earnings.list.tsx').then((m) => m.agency_earnings_list),
  },
  {
    key: 'paye/agency_earnings_report',
    load: () =>
      import('#business/reports/contractor-payments.list.tsx').then((m) => m.contractor_payment_list),
  },
  {
    key: 'paye/agency_earnings_report',
    load: () => import('#business/reports/agency-commission.list.tsx').then((m) => m.commission_list),
  },
  {
    key: 'report/commission',
    load: () => import('#business/reports/agency-commission.list.tsx').then((m) => m.commission_list),
  },
  {
    key: 'report/commission',
    load: () =>
      import('#business/reports/agency-commission.list.tsx').then((m) => m.indirect_commission_list),
  },
  {
    key: 'report/sales_ledger',
    load: () =>
      import('#business/reports/sales-ledger-detail.list.tsx').then((m) => m.sales_ledger_detail_list),
  },
  {
    key: 'report/vat_liability',
    load: () => import('#business/tax/vat-documents.list.tsx').then((m) => m.vat_document_list),
  },
]

/** Pages of one record: `/{category}/{path}/{id}`. */
export const record_pages: Readonly<Record<string, () => Promise<Page>>> = {
  'business/funder': () => import('#business/records/funder.page.tsx').then((m) => m.FunderPage),
  'business/limited': () => import('#business/records/payment-company.page.tsx').then((m) => m.LimitedPage),
  'business/umbrella': () => import('#business/records/payment-company.page.tsx').then((m) => m.UmbrellaPage),
  'integrations/bank_detail': () =>
    import('#business/accounting/accounting.page.tsx').then((m) => m.BankDetailPage),
  'integrations/contact_detail': () =>
    import('#business/accounting/accounting.page.tsx').then((m) => m.ContactDetailPage),
  'integrations/data_queue': () =>
    import('#business/accounting/accounting.page.tsx').then((m) => m.DataQueuePage),
  'integrations/exception': () =>
    import('#business/accounting/accounting.page.tsx').then((m) => m.AccountingExceptionPage),
  'integrations/vat_detail': () =>
    import('#business/accounting/accounting.page.tsx').then((m) => m.VatDetailPage),
  'ledger/transaction': () =>
    import('#business/ledger/transaction.page.tsx').then((m) => m.LedgerTransactionPage),
  'log/api_exception': () => import('#business/platform/people-log.page.tsx').then((m) => m.ApiExceptionPage),
  'log/impersonation': () =>
    import('#business/platform/people-log.page.tsx').then((m) => m.ImpersonationPage),
  'paye/payslip': () => import('#business/payroll/payslip.page.tsx').then((m) => m.PayslipPage),
  'paye/payslip_period': () =>
    import('#business/payroll/payslip-period.page.tsx').then((m) => m.PayslipPeriodPage),
  'payment/payment': () => import('#business/payments/payment.page.tsx').then((m) => m.PaymentPage),
  'payment/payment_company_payment': () =>
    import('#business/payments/payment.page.tsx').then((m) => m.PaymentPage),
  'request/new_change_request': () =>
    import('#business/change-requests/new-change-request.form.tsx').then((m) => m.NewChangeRequestPage),
  'request/change_request': () =>
    import('#business/change-requests/change-request.page.tsx').then((m) => m.ChangeRequestPage),
  'request/client_change_request': () =>
    import('#business/change-requests/change-request.page.tsx').then((m) => m.ChangeRequestPage),
  'request/contract_change_request': () =>
    import('#business/change-requests/change-request.page.tsx').then((m) => m.ChangeRequestPage),
  'request/limited_company': () =>
    import('#business/change-requests/change-request.page.tsx').then((m) => m.ChangeRequestPage),
  'request/service_change_request': () =>
    import('#business/change-requests/change-request.page.tsx').then((m) => m.ChangeRequestPage),
  'business/agency': () => import('#business/records/agency.page.tsx').then((m) => m.AgencyPage),
  'business/bank_account': () =>
    import('#business/bank-accounts/bank-account.page.tsx').then((m) => m.BankAccountPage),
  'business/business_contact': () => import('#business/parties/contact.page.tsx').then((m) => m.ContactPage),
  'business/client': () => import('#business/records/client.page.tsx').then((m) => m.ClientPage),
  'business/contractor': () => import('#business/records/contractor.page.tsx').then((m) => m.ContractorPage),
  'contract/perm_placement': () =>
    import('#business/placements/perm-placement.page.tsx').then((m) => m.PermPlacementPage),
  'contract/temp_placement': () =>
    import('#business/placements/temp-placement.page.tsx').then((m) => m.TempPlacementPage),
  'contract/sales_invoice': () =>
    import('#business/single-documents/single-document.page.tsx').then((m) => m.SalesInvoicePage),
  'contract/purchase_ledger': () =>
    import('#business/single-documents/single-document.page.tsx').then((m) => m.PurchaseLedgerPage),
  'contract/adhoc_fee': () =>
    import('#business/single-documents/single-document.page.tsx').then((m) => m.AdhocFeePage),
  'contract/service_charge': () =>
    import('#business/fees/service-charge.page.tsx').then((m) => m.ServiceChargePage),
  'log/mail': () => import('#business/platform/mail.page.tsx').then((m) => m.MailPage),
  'transaction/expense': () => import('#business/expenses/expense.page.tsx').then((m) => m.ExpensePage),
  'report/client_statement': () =>
    import('#business/reports/client-statement.page.tsx').then((m) => m.ClientStatementPage),
  'transaction/receipts': () => import('#business/receipts/receipt.page.tsx').then((m) => m.ReceiptPage),
  'transaction/receipt': () => import('#business/receipts/receipt.page.tsx').then((m) => m.ReceiptPage),
  'transaction/collection_note': () =>
    import('#business/funding/collection-note.page.tsx').then((m) => m.CollectionNotePage),
  'transaction/consolidated_invoice': () =>
    import('#business/consolidated/consolidated-invoice.page.tsx').then((m) => m.ConsolidatedInvoicePage),
  'transaction/refine': () => import('#business/timesheets/refine.form.tsx').then((m) => m.RefinePage),
  'transaction/refinement': () =>
    import('#business/corrections/refinement.page.tsx').then((m) => m.RefinementPage),
  'transaction/timesheet': () =>
    import('#business/timesheets/timesheet.page.tsx').then((m) => m.TimesheetPage),
  'transaction/invoice': () => import('#business/records/invoice.page.tsx').then((m) => m.InvoicePage),
  'platform/import': () => import('#business/imports/import.page.tsx').then((m) => m.ImportPage),
  'transaction/bank_line': () => import('#business/records/bank-line.page.tsx').then((m) => m.BankLinePage),
  'payment/payment_batch': () =>
    import('#business/records/payment-batch.page.tsx').then((m) => m.PaymentBatchPage),
}

/** Pages without a record: dashboard, profile, reports. They stand before a list of the same path. */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  'transaction/cash_match': () =>
    import('#business/receipts/cash-match.page.tsx').then((m) => m.CashMatchPage),
  'transaction/auto_match': () =>
    import('#business/receipts/auto-match.page.tsx').then((m) => m.AutoMatchPage),
  'transaction/import_statement': () =>
    import('#business/bank/import-statement.page.tsx').then((m) => m.ImportStatementPage),
  'transaction/new_expense': () =>
    import('#business/expenses/new-expense.form.tsx').then((m) => m.NewExpensePage),
  'contract/new_perm_placement': () =>
    import('#business/placements/new-perm-placement.form.tsx').then((m) => m.NewPermPlacementPage),
  'contract/new_sales_invoice': () =>
    import('#business/single-documents/single-document.form.tsx').then((m) => m.NewSalesInvoicePage),
  'contract/new_purchase_ledger': () =>
    import('#business/single-documents/single-document.form.tsx').then((m) => m.NewPurchaseLedgerPage),
  'contract/new_adhoc_fee': () =>
    import('#business/single-documents/single-document.form.tsx').then((m) => m.NewAdhocFeePage),
  'contract/new_service_charge': () =>
    import('#business/fees/service-charge.form.tsx').then((m) => m.NewServiceChargePage),
  'config/new_payment_terms': () =>
    import('#business/terms/new-payment-terms.form.tsx').then((m) => m.NewPaymentTermsPage),
  'paye/new_payroll_figure': () =>
    import('#business/payroll/new-payroll-figure.form.tsx').then((m) => m.NewPayrollFigurePage),
  'payment/new_batch': () => import('#business/payments/new-batch.form.tsx').then((m) => m.NewBatchPage),
  'transaction/new_collection_note': () =>
    import('#business/funding/collection-note-new.form.tsx').then((m) => m.NewCollectionNotePage),
  'transaction/new_consolidated_invoice': () =>
    import('#business/consolidated/consolidated-new.form.tsx').then((m) => m.NewConsolidatedInvoicePage),
  'transaction/new_bank_line': () =>
    import('#business/bank/new-bank-line.form.tsx').then((m) => m.NewBankLinePage),
  'log/ledger_check': () => import('#business/ledger/ledger-check.page.tsx').then((m) => m.LedgerCheckPage),
  'report/sales_ledger': () =>
    import('#business/reports/sales-ledger.page.tsx').then((m) => m.SalesLedgerPage),
  'report/funding_portfolio': () =>
    import('#business/portfolio/funding-portfolio.page.tsx').then((m) => m.FundingPortfolioPage),
  'report/commission': () =>
    import('#business/reports/agency-commission.page.tsx').then((m) => m.CommissionPage),
  'report/vat_liability': () =>
    import('#business/tax/vat-liability.page.tsx').then((m) => m.VatLiabilityPage),
  'paye/agency_earnings_report': () =>
    import('#business/reports/agency-earnings.page.tsx').then((m) => m.AgencyEarningsPage),
  admin: () => import('#business/records/account.page.tsx').then((m) => m.AccountPage),
  insight: () => import('#business/dashboard/insight.page.tsx').then((m) => m.InsightPage),
  integrations: () => import('#business/accounting/integrations.page.tsx').then((m) => m.IntegrationsPage),
  'platform/new_import': () => import('#business/imports/new-import.form.tsx').then((m) => m.NewImportPage),
  dashboard: () => import('#business/dashboard/dashboard.page.tsx').then((m) => m.DashboardPage),
  profile: () => import('./ProfilePage.tsx').then((m) => m.ProfilePage),
  support: () => import('./SupportPage.tsx').then((m) => m.SupportPage),
}
