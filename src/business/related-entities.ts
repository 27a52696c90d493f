/**
 * Entities behind relations, by address, so that a browser can follow a path like `client.name`. Each list and page
 * brings its own entity; loading all would be a tenth of the first page.
 */
import type { Entity } from '#entity/entity.ts'
import { bank_statement } from './bank/bank-statement.entity.ts'
import { bank_account, payable_bank_account } from './bank-accounts/bank-account.entity.ts'
import {
  change_request,
  change_request_activity,
  flow,
  flow_approval,
} from './change-requests/request/change-request.entity.ts'
import { chase, chase_invoice } from './credit-control/credit.entity.ts'
import { dispute } from './credit-control/dispute.entity.ts'
import { expense, expense_activity, expense_detail } from './expenses/expense.entity.ts'
import { collection_note } from './funding/collection-notes/collection-note.entity.ts'
import { recourse_entry } from './funding/recourse.entity.ts'
import { import_file, import_row } from './imports/import.entity.ts'
import { invoice, invoice_entity, invoice_line } from './invoices/invoice.entity.ts'
import { consolidated_invoice, invoice_set, refinement } from './invoices/invoice-set.entity.ts'
import { account, ledger_transaction, posting } from './ledger/ledger.entity.ts'
import { business, party } from './parties/business.entity.ts'
import { business_contact } from './parties/business-contact.entity.ts'
import { contractor } from './parties/business-kinds.entity.ts'
import { address, company, individual } from './parties/company.entity.ts'
import { contractor_payee } from './parties/payees/contractor-payee.entity.ts'
import { business_feature, service } from './parties/service.entity.ts'
import { payment_file } from './payment-files/payment-file.entity.ts'
import { payroll_payment } from './payments/creditors/payroll-payment.entity.ts'
import { payment_batch, payment_batch_item } from './payments/payment-batch.entity.ts'
import { statutory_absence } from './payroll/absence/statutory-absence.entity.ts'
import { statutory_payment } from './payroll/absence/statutory-payment.entity.ts'
import { attachment_order } from './payroll/employment/deduction.entity.ts'
import { employment, ni_category, tax_code } from './payroll/employment/employment.entity.ts'
import { payroll_figure } from './payroll/figures/payroll-figure.entity.ts'
import { holiday } from './payroll/holiday/holiday.entity.ts'
import { payslip, payslip_period } from './payroll/payslips/payslip.entity.ts'
import { pension_scheme, pension_terms } from './payroll/pension/pension.entity.ts'
import { pay_run, pay_run_check, pay_run_payslip } from './payroll/runs/pay-run.entity.ts'
import { paye_scheme, paye_scheme_year } from './payroll/schemes/paye-scheme.entity.ts'
import { payroll_takeover } from './payroll/takeover/payroll-takeover.entity.ts'
import { contract } from './placements/contract.entity.ts'
import { contract_activity } from './placements/contract-activity.entity.ts'
import { contract_contact } from './placements/contract-contact.entity.ts'
import { perm_placement, temp_placement } from './placements/contract-kinds.entity.ts'
import { business_tax, currency } from './platform/currency.entity.ts'
import { attachment, document } from './platform/file.entity.ts'
import { mail, mail_attachment, mail_delivery } from './platform/log.entity.ts'
import { job } from './platform/note.entity.ts'
import { user } from './platform/user.entity.ts'
import { rate, service_charge } from './rates/rate.entity.ts'
import {
  bank_line,
  credit_allocation,
  payment_receipt_detail,
  payment_receipt_summary,
} from './settlement/receipt.entity.ts'
import { refund } from './settlement/refund.entity.ts'
import { signer } from './signing/signer.entity.ts'
import { contract_entity } from './terms/contract-terms.entity.ts'
import { credit_limit } from './terms/credit-limit.entity.ts'
import { timesheet, timesheet_activity, timesheet_detail } from './timesheets/timesheet.entity.ts'

export const related_entities = {
  'business.business': business,
  'business.party': party,
  'business.contractor': contractor,
  'business.company': company,
  'business.address': address,
  'business.attachment_order': attachment_order,
  'business.individual': individual,
  'business.contractor_payee': contractor_payee,
  'business.service': service,
  'business.business_feature': business_feature,
  'business.business_contact': business_contact,
  'business.bank_account': bank_account,
  'business.payable_bank_account': payable_bank_account,
  'business.credit_limit': credit_limit,
  'contract.contract': contract,
  'contract.temp_placement': temp_placement,
  'contract.perm_placement': perm_placement,
  'contract.contract_entity': contract_entity,
  'contract.contract_contact': contract_contact,
  'contract.contract_activity': contract_activity,
  'contract.rate': rate,
  'contract.service_charge': service_charge,
  'transaction.timesheet': timesheet,
  'transaction.timesheet_detail': timesheet_detail,
  'transaction.timesheet_activity': timesheet_activity,
  'transaction.expense': expense,
  'transaction.expense_detail': expense_detail,
  'transaction.expense_activity': expense_activity,
  'transaction.refinement': refinement,
  'transaction.invoice_set': invoice_set,
  'transaction.invoice': invoice,
  'transaction.invoice_line': invoice_line,
  'transaction.invoice_entity': invoice_entity,
  'transaction.dispute': dispute,
  'transaction.consolidated_invoice': consolidated_invoice,
  'transaction.collection_note': collection_note,
  'transaction.payment_receipt_summary': payment_receipt_summary,
  'transaction.payment_receipt_detail': payment_receipt_detail,
  'transaction.credit_allocation': credit_allocation,
  'transaction.bank_line': bank_line,
  'transaction.bank_statement': bank_statement,
  'transaction.refund': refund,
  'transaction.payroll_payment': payroll_payment,
  'transaction.recourse_entry': recourse_entry,
  'transaction.chase': chase,
  'transaction.chase_invoice': chase_invoice,
  'payment.payment_batch': payment_batch,
  'payment.payment_batch_item': payment_batch_item,
  'payment.payment_file': payment_file,
  'ledger.account': account,
  'ledger.transaction': ledger_transaction,
  'ledger.posting': posting,
  'request.change_request': change_request,
  'request.flow': flow,
  'request.flow_approval': flow_approval,
  'request.change_request_activity': change_request_activity,
  'log.mail': mail,
  'log.mail_attachment': mail_attachment,
  'log.mail_delivery': mail_delivery,
  'platform.currency': currency,
  'platform.user': user,
  'platform.attachment': attachment,
  'platform.document': document,
  'platform.signer': signer,
  'platform.job': job,
  'platform.import': import_file,
  'platform.import_row': import_row,
  'config.business_tax': business_tax,
  'business.employment': employment,
  'business.payroll_takeover': payroll_takeover,
  'business.tax_code': tax_code,
  'business.ni_category': ni_category,
  'business.paye_scheme': paye_scheme,
  'business.paye_scheme_year': paye_scheme_year,
  'business.pension_scheme': pension_scheme,
  'business.pension_terms': pension_terms,
  'transaction.payroll_figure': payroll_figure,
  'transaction.payslip': payslip,
  'transaction.holiday': holiday,
  'transaction.statutory_absence': statutory_absence,
  'transaction.statutory_payment': statutory_payment,
  'transaction.pay_run': pay_run,
  'transaction.pay_run_payslip': pay_run_payslip,
  'transaction.pay_run_check': pay_run_check,
  'transaction.payslip_period': payslip_period,
} as const satisfies Readonly<Record<string, Entity>>
