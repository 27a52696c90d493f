/**
 * Access declarations of every entity (spec §6). `satisfies` makes an entity without a declaration a compile error.
 */
import type { EntityWithAccess } from '#entity/access.ts'
import * as accounting from './accounting/accounting.access.ts'
import { bank_statement_access } from './bank/bank-statement.access.ts'
import * as accounts from './bank-accounts/bank-account.access.ts'
import * as approvals from './change-requests/change-request.access.ts'
import * as credit from './credit-control/credit.access.ts'
import * as disputes from './credit-control/dispute.access.ts'
import { document_template_access } from './document-templates/document-template.access.ts'
import { type EntityAddress, entities } from './entities.ts'
import * as expenses from './expenses/expense.access.ts'
import { collection_note_access } from './funding/collection-notes/collection-note.access.ts'
import * as funding from './funding/funding-rule.access.ts'
import * as recourse from './funding/recourse.access.ts'
import * as imports from './imports/import.access.ts'
import * as invoices from './invoices/invoice.access.ts'
import * as sets from './invoices/invoice-set.access.ts'
import * as ledger from './ledger/ledger.access.ts'
import * as businesses from './parties/business.access.ts'
import { business_contact_access } from './parties/business-contact.access.ts'
import * as kinds from './parties/business-kinds.access.ts'
import { client_size_access } from './parties/client-sizes/client-size.access.ts'
import * as companies from './parties/company.access.ts'
import { draft_request_access } from './parties/onboarding/draft-request.access.ts'
import { contractor_payee_access } from './parties/payees/contractor-payee.access.ts'
import * as services from './parties/service.access.ts'
import * as payment_files from './payment-files/payment-file.access.ts'
import { payroll_payment_access } from './payments/creditors/payroll-payment.access.ts'
import * as batches from './payments/payment-batch.access.ts'
import { statutory_absence_access } from './payroll/absence/statutory-absence.access.ts'
import { statutory_payment_access } from './payroll/absence/statutory-payment.access.ts'
import { cis_suffered_access } from './payroll/cis/cis-suffered.access.ts'
import { deemed_payment_access } from './payroll/deemed/deemed-payment.access.ts'
import * as payroll_data from './payroll/employment/payroll-data.access.ts'
import { year_correction_access } from './payroll/ended-years/year-correction.access.ts'
import { payroll_figure_access } from './payroll/figures/payroll-figure.access.ts'
import { payroll_override_access } from './payroll/figures/payroll-override.access.ts'
import { holiday_access, holiday_movement_access } from './payroll/holiday/holiday.access.ts'
import { tax_month_access } from './payroll/months/tax-month.access.ts'
import { overpayment_access } from './payroll/overpayments/overpayment.access.ts'
import * as payslips from './payroll/payslips/payslip.access.ts'
import {
  pension_membership_access,
  pension_scheme_access,
  pension_terms_access,
} from './payroll/pension/pension.access.ts'
import { rti_submission_access } from './payroll/returns/rti-submission.access.ts'
import { tax_form_access } from './payroll/returns/tax-form.access.ts'
import * as pay_runs from './payroll/runs/pay-run.access.ts'
import { payroll_takeover_access } from './payroll/takeover/payroll-takeover.access.ts'
import { umbrella_payslip_access } from './payroll/umbrella/umbrella-payslip.access.ts'
import { api_token_access } from './people/api-tokens/api-token.access.ts'
import { role_change_access } from './people/role-change.access.ts'
import { cis_verification_access } from './placements/construction/cis-verification.access.ts'
import { contract_access } from './placements/contract.access.ts'
import { contract_activity_access } from './placements/contract-activity.access.ts'
import * as terms from './placements/contract-entity.access.ts'
import * as contracts from './placements/contract-kinds.access.ts'
import { status_determination_access } from './placements/determinations/status-determination.access.ts'
import * as currencies from './platform/currency.access.ts'
import * as files from './platform/file.access.ts'
import * as logs from './platform/log.access.ts'
import { communication_access } from './platform/mails/communication.access.ts'
import { mail_template_access } from './platform/mails/mail-template.access.ts'
import { message_access } from './platform/messages/message.access.ts'
import * as notes from './platform/notes/note.access.ts'
import * as watched from './platform/people-log.access.ts'
import { security_event_access } from './platform/security-events/security-event.access.ts'
import { user_access } from './platform/user.access.ts'
import { funding_overadvance_access } from './portfolio/overadvance.access.ts'
import * as rates from './rates/rate.access.ts'
import { report_schedule_access } from './report-mailing/report-schedule.access.ts'
import * as receipts from './settlement/receipt.access.ts'
import { refund_access } from './settlement/refund.access.ts'
import { signer_access } from './signing/signer.access.ts'
import { identity_provider_access } from './single-sign-on/identity-provider.access.ts'
import { credit_limit_access } from './terms/credit-limit.access.ts'
import { payment_terms_access } from './terms/payment-terms.access.ts'
import * as timesheets from './timesheets/timesheet.access.ts'
import { timesheet_draft_access } from './timesheets/timesheet-draft.access.ts'
import { webhook_access, webhook_delivery_access } from './webhooks/webhook.access.ts'

const declared = {
  'business.business': businesses.business_access,
  'business.party': businesses.party_access,
  'business.agency': kinds.agency_access,
  'business.client': kinds.client_access,
  'business.contractor': kinds.contractor_access,
  'business.limited': kinds.payment_company_access,
  'business.umbrella': kinds.payment_company_access,
  'business.selfemployed': kinds.payment_company_access,
  'business.payer': kinds.payment_company_access,
  'business.creditor': kinds.creditor_access,
  'business.funder': kinds.funder_access,
  'business.provider': kinds.provider_access,
  'business.company': companies.company_access,
  'business.address': companies.address_access,
  'business.individual': companies.individual_access,
  'business.service': services.service_access,
  'business.business_feature': services.business_feature_access,
  'business.business_contact': business_contact_access,
  'business.bank_account': accounts.bank_account_access,
  'business.payable_bank_account': accounts.payable_bank_account_access,
  'business.credit_limit': credit_limit_access,
  'business.funding_overadvance': funding_overadvance_access,
  'business.funding_retention': recourse.funding_retention_access,
  'business.funding_rule': funding.funding_rule_access,
  'business.chase_step': credit.chase_step_access,
  'business.statement_schedule': credit.statement_schedule_access,
  'business.client_statement_schedule': credit.client_statement_schedule_access,
  'business.chase_pause': credit.chase_pause_access,
  'business.paye_scheme': payroll_data.paye_scheme_access,
  'business.paye_scheme_year': payroll_data.paye_scheme_year_access,
  'business.employment': payroll_data.employment_access,
  'business.student_loan': payroll_data.student_loan_access,
  'business.agreed_deduction': payroll_data.agreed_deduction_access,
  'business.attachment_order': payroll_data.attachment_order_access,
  'transaction.holiday': holiday_access,
  'transaction.holiday_movement': holiday_movement_access,
  'transaction.statutory_absence': statutory_absence_access,
  'transaction.rti_submission': rti_submission_access,
  'transaction.tax_month': tax_month_access,
  'transaction.cis_suffered': cis_suffered_access,
  'transaction.tax_form': tax_form_access,
  'transaction.overpayment': overpayment_access,
  'transaction.year_correction': year_correction_access,
  'business.payroll_takeover': payroll_takeover_access,
  'transaction.statutory_payment': statutory_payment_access,
  'transaction.deemed_payment': deemed_payment_access,
  'business.pension_scheme': pension_scheme_access,
  'business.pension_terms': pension_terms_access,
  'business.pension_membership': pension_membership_access,
  'business.tax_code': payroll_data.tax_code_access,
  'business.ni_category': payroll_data.ni_category_access,
  'contract.contract': contract_access,
  'contract.temp_placement': contracts.temp_placement_access,
  'contract.perm_placement': contracts.perm_placement_access,
  'contract.purchase_ledger': contracts.purchase_ledger_access,
  'contract.sales_invoice': contracts.sales_invoice_access,
  'contract.adhoc_fee': contracts.adhoc_fee_access,
  'contract.contract_entity': terms.contract_entity_access,
  'contract.contract_contact': terms.contract_contact_access,
  'contract.rate': rates.rate_access,
  'contract.service_charge': rates.service_charge_access,
  'contract.contract_activity': contract_activity_access,
  'contract.status_determination': status_determination_access,
  'business.cis_verification': cis_verification_access,
  'business.client_size': client_size_access,
  'business.contractor_payee': contractor_payee_access,
  'transaction.payroll_figure': payroll_figure_access,
  'transaction.payroll_override': payroll_override_access,
  'transaction.umbrella_payslip': umbrella_payslip_access,
  'transaction.pay_run': pay_runs.pay_run_access,
  'transaction.pay_run_payslip': pay_runs.pay_run_payslip_access,
  'transaction.pay_run_check': pay_runs.pay_run_check_access,
  'transaction.timesheet': timesheets.timesheet_access,
  'transaction.timesheet_detail': timesheets.timesheet_detail_access,
  'transaction.timesheet_activity': timesheets.timesheet_activity_access,
  'transaction.timesheet_draft': timesheet_draft_access,
  'transaction.expense': expenses.expense_access,
  'transaction.expense_detail': expenses.expense_detail_access,
  'transaction.expense_activity': expenses.expense_activity_access,
  'transaction.refinement': sets.refinement_access,
  'transaction.invoice_set': sets.invoice_set_access,
  'transaction.invoice': invoices.invoice_access,
  'transaction.invoice_line': invoices.invoice_line_access,
  'transaction.invoice_entity': invoices.invoice_entity_access,
  'transaction.consolidated_invoice': sets.consolidated_invoice_access,
  'transaction.dispute': disputes.dispute_access,
  'transaction.dispute_step': disputes.dispute_step_access,
  'transaction.collection_note': collection_note_access,
  'transaction.payment_receipt_summary': receipts.payment_receipt_summary_access,
  'transaction.payment_receipt_detail': receipts.payment_receipt_detail_access,
  'transaction.credit_allocation': receipts.credit_allocation_access,
  'transaction.bank_line': receipts.bank_line_access,
  'transaction.bank_statement': bank_statement_access,
  'transaction.refund': refund_access,
  'transaction.payroll_payment': payroll_payment_access,
  'transaction.disallowance': funding.disallowance_access,
  'transaction.recourse_entry': recourse.recourse_entry_access,
  'transaction.reassignment': recourse.reassignment_access,
  'transaction.chase': credit.chase_access,
  'transaction.chase_invoice': credit.chase_invoice_access,
  'transaction.payment_promise': credit.payment_promise_access,
  'payment.payment_batch': batches.payment_batch_access,
  'payment.payment_batch_item': batches.payment_batch_item_access,
  'payment.payment_file': payment_files.payment_file_access,
  'payment.payment_file_setting': payment_files.payment_file_setting_access,
  'ledger.account': ledger.account_access,
  'ledger.transaction': ledger.ledger_transaction_access,
  'ledger.posting': ledger.posting_access,
  'request.draft_request': draft_request_access,
  'request.change_request': approvals.change_request_access,
  'request.flow': approvals.flow_access,
  'request.flow_approval': approvals.flow_approval_access,
  'request.change_request_activity': approvals.change_request_activity_access,
  'request.role_change': role_change_access,
  'log.mail': logs.mail_access,
  'log.mail_delivery': logs.mail_delivery_access,
  'log.mail_attachment': logs.mail_attachment_access,
  'log.notification_log': logs.notification_log_access,
  'log.audit': logs.audit_access,
  'platform.currency': currencies.currency_access,
  'platform.user': user_access,
  'platform.attachment': files.attachment_access,
  'platform.document': files.document_access,
  'platform.communication': communication_access,
  'platform.message': message_access,
  'platform.signer': signer_access,
  'platform.note': notes.note_access,
  'platform.saved_view': notes.saved_view_access,
  'platform.job': notes.job_access,
  'platform.report_schedule': report_schedule_access,
  'platform.api_token': api_token_access,
  'business.identity_provider': identity_provider_access,
  'platform.webhook': webhook_access,
  'platform.webhook_delivery': webhook_delivery_access,
  'platform.import': imports.import_access,
  'platform.import_row': imports.import_row_access,
  'config.configuration': currencies.configuration_access,
  'config.business_tax': currencies.business_tax_access,
  'config.payment_terms': payment_terms_access,
  'config.document_template': document_template_access,
  'config.mail_template': mail_template_access,
  'transaction.payslip': payslips.payslip_access,
  'transaction.payslip_period': payslips.payslip_period_access,
  'integrations.vat_detail': accounting.vat_detail_access,
  'integrations.contact_detail': accounting.contact_detail_access,
  'integrations.bank_detail': accounting.bank_detail_access,
  'integrations.exception': accounting.accounting_exception_access,
  'integrations.data_queue': accounting.data_queue_access,
  'log.impersonation': watched.impersonation_access,
  'log.unconfirmed_user': watched.unconfirmed_user_access,
  'log.api_exception': watched.api_exception_access,
  'log.security_event': security_event_access,
} satisfies Record<EntityAddress, EntityWithAccess['access']>

type AccessRegistry = Readonly<Record<EntityAddress, EntityWithAccess>>

/** Entity and access by address, for the data endpoint. */
export const access: AccessRegistry = Object.fromEntries(
  Object.entries(declared).map(([address, rules]) => [
    address,
    { entity: entities[address as EntityAddress], access: rules }, // Keys are addresses by `satisfies` above.
  ]),
) as unknown as AccessRegistry // One entry an address, made right above.
