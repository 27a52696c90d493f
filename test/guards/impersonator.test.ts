/** Who acts as somebody else decides nothing for them (people, impersonation). */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'

const refused = [...verbs.values()].filter((verb) => verb.impersonator === 'refused')
const names = refused.map((verb) => verb.action_id)

test('decisions, confirmations, exports, tokens and schedules are refused to impersonators', () => {
  const deciding =
    /\.(approve|approve_many|reject|return|activate|confirm|confirm_again|confirm_paid|accept_evidence|resolve_dispute|verify|review|complete)$/
  const by_name = [...verbs.keys()].filter(
    (action_id) =>
      deciding.test(action_id) ||
      /^platform\.(export|api_token|user|report_schedule|webhook|webhook_delivery)\.(?!readers$)/.test(
        action_id,
      ) ||
      /^business\.(bank_account|business_contact|company)\./.test(action_id) ||
      /^payment\.payment_file/.test(action_id),
  )
  expect(by_name.filter((action_id) => !names.includes(action_id))).toEqual([])
})

test('a verb that asks people to confirm who they are is refused to impersonators', () => {
  const asking = [...verbs.values()].filter((verb) => verb.step_up !== undefined)
  expect(asking.filter((verb) => verb.impersonator !== 'refused').map((verb) => verb.action_id)).toEqual([])
})

test('the refused verbs besides', () => {
  const kinds = /\.(approve|approve_many|reject|return|activate|confirm\w*|accept_evidence|review|complete)$/
  expect(names.filter((action_id) => !kinds.test(action_id)).sort()).toMatchInlineSnapshot(`
    [
      "business.agency.set_funding_models",
      "business.approval_rule.set_hours",
      "business.approval_rule.set_limit",
      "business.attachment_order.add",
      "business.attachment_order.end",
      "business.bank_account.create",
      "business.bank_account.update",
      "business.business_contact.create",
      "business.business_contact.update",
      "business.business_feature.set",
      "business.chase_plan.set",
      "business.client.set_vat_evidence",
      "business.client_statement_schedule.set",
      "business.company.set_logo",
      "business.company.update",
      "business.credit_limit.allocate",
      "business.credit_limit.decide",
      "business.credit_limit.set",
      "business.employment.change",
      "business.employment.leave",
      "business.employment.start",
      "business.employment.take_over",
      "business.funding_retention.set",
      "business.funding_rule.set",
      "business.identity_provider.create",
      "business.identity_provider.prove_domain",
      "business.identity_provider.remove",
      "business.identity_provider.require",
      "business.identity_provider.stop_requiring",
      "business.identity_provider.update",
      "business.ni_category.add",
      "business.party.deactivate",
      "business.party.onboard",
      "business.party.reactivate",
      "business.party.send_link",
      "business.paye_scheme.create",
      "business.paye_scheme.set_source",
      "business.paye_scheme.update",
      "business.paye_scheme_year.set",
      "business.pension_membership.cease",
      "business.pension_membership.enrol",
      "business.pension_membership.opt_out",
      "business.pension_membership.postpone",
      "business.pension_scheme.add",
      "business.service.set_consolidation",
      "business.student_loan.start",
      "business.student_loan.stop",
      "business.support_access.set",
      "business.tax_code.add",
      "config.document_template.archive",
      "config.document_template.copy",
      "config.document_template.create",
      "config.document_template.publish",
      "config.document_template.save",
      "config.mail_template.reset",
      "config.mail_template.save",
      "config.mail_template.test",
      "contract.contact.replace",
      "contract.perm_placement.update_details",
      "contract.temp_placement.approve_by_evidence",
      "contract.temp_placement.set_manual_approval",
      "funding.client.verify",
      "log.notification_log.assign",
      "log.notification_log.done",
      "log.notification_log.read",
      "log.notification_log.snooze",
      "log.unconfirmed_user.resend",
      "log.unconfirmed_user.revoke",
      "payment.payment_batch.make_file",
      "payment.payment_batch.release_item",
      "payment.payment_batch.return_payment",
      "payment.payment_file.download",
      "payment.payment_file_setting.set",
      "platform.api_token.create",
      "platform.api_token.keep",
      "platform.api_token.revoke",
      "platform.communication.send",
      "platform.compliance.verify",
      "platform.delegation.end",
      "platform.delegation.set",
      "platform.document.decline",
      "platform.document.reassign",
      "platform.document.sign",
      "platform.export.start",
      "platform.impersonation.start",
      "platform.notification_preference.set",
      "platform.report_schedule.pause",
      "platform.report_schedule.remove",
      "platform.report_schedule.save",
      "platform.user.deactivate",
      "platform.user.reactivate",
      "platform.user.reset_factors",
      "platform.user.stop_factor_reset",
      "platform.user.update_preferences",
      "platform.webhook.create",
      "platform.webhook.delete",
      "platform.webhook.pause",
      "platform.webhook.resume",
      "platform.webhook.rotate_secret",
      "platform.webhook.send_failed",
      "platform.webhook.send_test",
      "platform.webhook.update",
      "platform.webhook_delivery.send_again",
      "report.intermediary.make",
      "request.held_decision.undo",
      "request.role_change.withdraw",
      "transaction.expense.hold_decision",
      "transaction.holiday.ask",
      "transaction.holiday.refuse",
      "transaction.holiday.withdraw",
      "transaction.holiday_movement.adjust",
      "transaction.invoice.resolve_dispute",
      "transaction.pay_run.cancel",
      "transaction.pay_run.check",
      "transaction.pay_run_check.answer",
      "transaction.payment_receipt.refund",
      "transaction.payroll_override.request",
      "transaction.rti_submission.build_eps",
      "transaction.rti_submission.build_fps",
      "transaction.rti_submission.download",
      "transaction.rti_submission.file_outside",
      "transaction.statutory_absence.record",
      "transaction.statutory_absence.withdraw",
      "transaction.tax_form.issue",
      "transaction.tax_month.close",
      "transaction.tax_month.correct",
      "transaction.timesheet.drop_typed",
      "transaction.timesheet.hold_decision",
      "transaction.timesheet.keep_typed",
      "transaction.timesheet.reject_finally",
    ]
  `)
})
