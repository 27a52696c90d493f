/** Every entity by its address (spec §3: module plus entity). */
import type { Entity } from '#entity/entity.ts'
import {
  accounting_exception,
  bank_detail,
  contact_detail,
  data_queue,
  vat_detail,
} from './accounting/accounting.entity.ts'
import {
  chase_pause,
  chase_step,
  client_statement_schedule,
  payment_promise,
  statement_schedule,
} from './credit-control/credit.entity.ts'
import { dispute_step } from './credit-control/dispute.entity.ts'
import { document_template } from './document-templates/document-template.entity.ts'
import { disallowance, funding_rule } from './funding/funding-rule.entity.ts'
import { funding_retention, reassignment } from './funding/recourse.entity.ts'
import {
  agency,
  client,
  creditor,
  funder,
  limited,
  payer,
  provider,
  selfemployed,
  umbrella,
} from './parties/business-kinds.entity.ts'
import { client_size } from './parties/client-sizes/client-size.entity.ts'
import { draft_request } from './parties/onboarding/draft-request.entity.ts'
import { contractor_payee } from './parties/payees/contractor-payee.entity.ts'
import { payment_file_setting } from './payment-files/payment-file-setting.entity.ts'
import { statutory_absence } from './payroll/absence/statutory-absence.entity.ts'
import { statutory_payment } from './payroll/absence/statutory-payment.entity.ts'
import { cis_suffered } from './payroll/cis/cis-suffered.entity.ts'
import { deemed_payment } from './payroll/deemed/deemed-payment.entity.ts'
import { agreed_deduction, attachment_order, student_loan } from './payroll/employment/deduction.entity.ts'
import { year_correction } from './payroll/ended-years/year-correction.entity.ts'
import { payroll_override } from './payroll/figures/payroll-override.entity.ts'
import { holiday, holiday_movement } from './payroll/holiday/holiday.entity.ts'
import { tax_month } from './payroll/months/tax-month.entity.ts'
import { overpayment } from './payroll/overpayments/overpayment.entity.ts'
import { pension_membership } from './payroll/pension/pension.entity.ts'
import { rti_submission } from './payroll/returns/rti-submission.entity.ts'
import { tax_form } from './payroll/returns/tax-form.entity.ts'
import { umbrella_payslip } from './payroll/umbrella/umbrella-payslip.entity.ts'
import { api_token } from './people/api-tokens/api-token.entity.ts'
import { role_change } from './people/role-change.entity.ts'
import { cis_verification } from './placements/construction/cis-verification.entity.ts'
import { adhoc_fee, purchase_ledger, sales_invoice } from './placements/contract-kinds.entity.ts'
import { status_determination } from './placements/determinations/status-determination.entity.ts'
import { configuration } from './platform/currency.entity.ts'
import { audit, mail_delivery, notification_log } from './platform/log.entity.ts'
import { communication } from './platform/mails/communication.entity.ts'
import { mail_template } from './platform/mails/mail-template.entity.ts'
import { message } from './platform/messages/message.entity.ts'
import { note, saved_view } from './platform/note.entity.ts'
import { api_exception, impersonation } from './platform/people-log.entity.ts'
import { security_event } from './platform/security-events/security-event.entity.ts'
import { unconfirmed_user } from './platform/unconfirmed-user.entity.ts'
import { funding_overadvance } from './portfolio/overadvance.entity.ts'
import { related_entities } from './related-entities.ts'
import { report_schedule } from './report-mailing/report-schedule.entity.ts'
import { report_rows } from './report-rows.ts'
import { identity_provider } from './single-sign-on/identity-provider.entity.ts'
import { payment_terms } from './terms/payment-terms.entity.ts'
import { timesheet_draft } from './timesheets/timesheet-draft.entity.ts'
import { webhook, webhook_delivery } from './webhooks/webhook.entity.ts'

export const entities = {
  ...related_entities,
  'business.agency': agency,
  'business.creditor': creditor,
  'business.client': client,
  'business.limited': limited,
  'business.umbrella': umbrella,
  'business.selfemployed': selfemployed,
  'business.payer': payer,
  'business.funder': funder,
  'business.provider': provider,
  'business.funding_overadvance': funding_overadvance,
  'business.funding_retention': funding_retention,
  'business.funding_rule': funding_rule,
  'business.chase_step': chase_step,
  'business.statement_schedule': statement_schedule,
  'business.client_statement_schedule': client_statement_schedule,
  'business.chase_pause': chase_pause,
  'business.identity_provider': identity_provider,
  'contract.purchase_ledger': purchase_ledger,
  'contract.sales_invoice': sales_invoice,
  'contract.adhoc_fee': adhoc_fee,
  'contract.status_determination': status_determination,
  'business.cis_verification': cis_verification,
  'business.client_size': client_size,
  'business.contractor_payee': contractor_payee,
  'transaction.dispute_step': dispute_step,
  'transaction.disallowance': disallowance,
  'transaction.reassignment': reassignment,
  'transaction.payment_promise': payment_promise,
  'transaction.payroll_override': payroll_override,
  'transaction.umbrella_payslip': umbrella_payslip,
  'business.student_loan': student_loan,
  'business.agreed_deduction': agreed_deduction,
  'business.attachment_order': attachment_order,
  'transaction.holiday': holiday,
  'transaction.holiday_movement': holiday_movement,
  'transaction.statutory_absence': statutory_absence,
  'transaction.rti_submission': rti_submission,
  'transaction.tax_month': tax_month,
  'transaction.cis_suffered': cis_suffered,
  'transaction.tax_form': tax_form,
  'transaction.overpayment': overpayment,
  'transaction.year_correction': year_correction,
  'transaction.statutory_payment': statutory_payment,
  'transaction.deemed_payment': deemed_payment,
  'business.pension_membership': pension_membership,
  'payment.payment_file_setting': payment_file_setting,
  'log.notification_log': notification_log,
  'log.audit': audit,
  'log.mail_delivery': mail_delivery,
  'platform.communication': communication,
  'request.draft_request': draft_request,
  'platform.message': message,
  'platform.note': note,
  'platform.saved_view': saved_view,
  'platform.report_schedule': report_schedule,
  'platform.api_token': api_token,
  'platform.webhook': webhook,
  'platform.webhook_delivery': webhook_delivery,
  'request.role_change': role_change,
  'transaction.timesheet_draft': timesheet_draft,
  'config.configuration': configuration,
  'config.payment_terms': payment_terms,
  'config.document_template': document_template,
  'config.mail_template': mail_template,
  'integrations.vat_detail': vat_detail,
  'integrations.contact_detail': contact_detail,
  'integrations.bank_detail': bank_detail,
  'integrations.exception': accounting_exception,
  'integrations.data_queue': data_queue,
  'log.impersonation': impersonation,
  'log.unconfirmed_user': unconfirmed_user,
  'log.api_exception': api_exception,
  'log.security_event': security_event,
} as const satisfies Readonly<Record<string, Entity>>

export type EntityAddress = keyof typeof entities

export const entityAddresses = Object.keys(entities) as EntityAddress[] // Keys of the object right above.

/** The entity at an address that may come from outside, or undefined. */
export function findEntity(address: string): Entity | undefined {
  // Checked here; function-backed rows have no table and are registered apart.
  return Object.hasOwn(entities, address) ? entities[address as EntityAddress] : report_rows.get(address)
}
