/** Every entity by its address (spec §3: module plus entity). */
import type { Entity } from '#entity/entity.ts'
import {
  accounting_exception,
  bank_detail,
  contact_detail,
  data_queue,
  vat_detail,
} from './accounting/accounting.entity.ts'
import { bank_statement } from './bank/bank-statement.entity.ts'
import { bank_account, payable_bank_account } from './bank-accounts/bank-account.entity.ts'
import {
  change_request,
  change_request_activity,
  flow,
  flow_approval,
} from './change-requests/change-request.entity.ts'
import {
  chase,
  chase_invoice,
  chase_pause,
  chase_step,
  client_statement_schedule,
  payment_promise,
  statement_schedule,
} from './credit-control/credit.entity.ts'
import { dispute, dispute_step } from './credit-control/dispute.entity.ts'
import { expense, expense_activity, expense_detail } from './expenses/expense.entity.ts'
import { collection_note } from './funding/collection-note.entity.ts'
import { disallowance, funding_rule } from './funding/funding-rule.entity.ts'
import { funding_retention, reassignment, recourse_entry } from './funding/recourse.entity.ts'
import { import_file, import_row } from './imports/import.entity.ts'
import { invoice, invoice_entity, invoice_line } from './invoices/invoice.entity.ts'
import { consolidated_invoice, invoice_set, refinement } from './invoices/invoice-set.entity.ts'
import { account, ledger_transaction, posting } from './ledger/ledger.entity.ts'
import { business, party } from './parties/business.entity.ts'
import { business_contact } from './parties/business-contact.entity.ts'
import {
  agency,
  client,
  contractor,
  funder,
  limited,
  payer,
  provider,
  selfemployed,
  umbrella,
} from './parties/business-kinds.entity.ts'
import { address, company, individual } from './parties/company.entity.ts'
import { business_feature, service } from './parties/service.entity.ts'
import { payment_file } from './payment-files/payment-file.entity.ts'
import { payment_file_setting } from './payment-files/payment-file-setting.entity.ts'
import { payment_batch, payment_batch_item } from './payments/payment-batch.entity.ts'
import { payroll_figure } from './payroll/payroll-figure.entity.ts'
import { payslip, payslip_period } from './payroll/payslip.entity.ts'
import { contract } from './placements/contract.entity.ts'
import { contract_activity } from './placements/contract-activity.entity.ts'
import { contract_contact } from './placements/contract-contact.entity.ts'
import {
  adhoc_fee,
  perm_placement,
  purchase_ledger,
  sales_invoice,
  temp_placement,
} from './placements/contract-kinds.entity.ts'
import { business_tax, configuration, currency } from './platform/currency.entity.ts'
import { attachment, document } from './platform/file.entity.ts'
import { audit, mail, mail_attachment, notification_log } from './platform/log.entity.ts'
import { job, note, saved_view } from './platform/note.entity.ts'
import { api_exception, impersonation, unconfirmed_user } from './platform/people-log.entity.ts'
import { user } from './platform/user.entity.ts'
import { rate, service_charge } from './rates/rate.entity.ts'
import { report_schedule } from './report-mailing/report-schedule.entity.ts'
import { report_rows } from './report-rows.ts'
import {
  bank_line,
  credit_allocation,
  payment_receipt_detail,
  payment_receipt_summary,
} from './settlement/receipt.entity.ts'
import { refund } from './settlement/refund.entity.ts'
import { contract_entity } from './terms/contract-terms.entity.ts'
import { credit_limit } from './terms/credit-limit.entity.ts'
import { payment_terms } from './terms/payment-terms.entity.ts'
import { timesheet, timesheet_activity, timesheet_detail } from './timesheets/timesheet.entity.ts'

export const entities = {
  'business.business': business,
  'business.party': party,
  'business.agency': agency,
  'business.client': client,
  'business.contractor': contractor,
  'business.limited': limited,
  'business.umbrella': umbrella,
  'business.selfemployed': selfemployed,
  'business.payer': payer,
  'business.funder': funder,
  'business.provider': provider,
  'business.company': company,
  'business.address': address,
  'business.individual': individual,
  'business.service': service,
  'business.business_feature': business_feature,
  'business.business_contact': business_contact,
  'business.bank_account': bank_account,
  'business.payable_bank_account': payable_bank_account,
  'business.credit_limit': credit_limit,
  'business.funding_retention': funding_retention,
  'business.funding_rule': funding_rule,
  'business.chase_step': chase_step,
  'business.statement_schedule': statement_schedule,
  'business.client_statement_schedule': client_statement_schedule,
  'business.chase_pause': chase_pause,
  'contract.contract': contract,
  'contract.temp_placement': temp_placement,
  'contract.perm_placement': perm_placement,
  'contract.purchase_ledger': purchase_ledger,
  'contract.sales_invoice': sales_invoice,
  'contract.adhoc_fee': adhoc_fee,
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
  'transaction.payroll_figure': payroll_figure,
  'transaction.refinement': refinement,
  'transaction.invoice_set': invoice_set,
  'transaction.invoice': invoice,
  'transaction.invoice_line': invoice_line,
  'transaction.invoice_entity': invoice_entity,
  'transaction.dispute': dispute,
  'transaction.dispute_step': dispute_step,
  'transaction.consolidated_invoice': consolidated_invoice,
  'transaction.collection_note': collection_note,
  'transaction.payment_receipt_summary': payment_receipt_summary,
  'transaction.payment_receipt_detail': payment_receipt_detail,
  'transaction.credit_allocation': credit_allocation,
  'transaction.bank_line': bank_line,
  'transaction.bank_statement': bank_statement,
  'transaction.refund': refund,
  'transaction.disallowance': disallowance,
  'transaction.recourse_entry': recourse_entry,
  'transaction.reassignment': reassignment,
  'transaction.chase': chase,
  'transaction.chase_invoice': chase_invoice,
  'transaction.payment_promise': payment_promise,
  'payment.payment_batch': payment_batch,
  'payment.payment_batch_item': payment_batch_item,
  'payment.payment_file': payment_file,
  'payment.payment_file_setting': payment_file_setting,
  'ledger.account': account,
  'ledger.transaction': ledger_transaction,
  'ledger.posting': posting,
  'request.change_request': change_request,
  'request.flow': flow,
  'request.flow_approval': flow_approval,
  'request.change_request_activity': change_request_activity,
  'log.mail': mail,
  'log.mail_attachment': mail_attachment,
  'log.notification_log': notification_log,
  'log.audit': audit,
  'platform.currency': currency,
  'platform.user': user,
  'platform.attachment': attachment,
  'platform.document': document,
  'platform.note': note,
  'platform.saved_view': saved_view,
  'platform.job': job,
  'platform.report_schedule': report_schedule,
  'platform.import': import_file,
  'platform.import_row': import_row,
  'config.configuration': configuration,
  'config.business_tax': business_tax,
  'config.payment_terms': payment_terms,
  'transaction.payslip': payslip,
  'transaction.payslip_period': payslip_period,
  'integrations.vat_detail': vat_detail,
  'integrations.contact_detail': contact_detail,
  'integrations.bank_detail': bank_detail,
  'integrations.exception': accounting_exception,
  'integrations.data_queue': data_queue,
  'log.impersonation': impersonation,
  'log.unconfirmed_user': unconfirmed_user,
  'log.api_exception': api_exception,
} as const satisfies Readonly<Record<string, Entity>>

export type EntityAddress = keyof typeof entities

export const entityAddresses = Object.keys(entities) as EntityAddress[] // Keys of the object right above.

/** The entity at an address that may come from outside, or undefined. */
export function findEntity(address: string): Entity | undefined {
  // Checked here; function-backed rows have no table and are registered apart.
  return Object.hasOwn(entities, address) ? entities[address as EntityAddress] : report_rows.get(address)
}
