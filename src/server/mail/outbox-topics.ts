/** Everything that leaves the database, by topic: an import and a line each. */

import { delegationMailTopic } from '#business/away/delegation.mail.ts'
import { bankAccountMailTopic } from '#business/bank-accounts/bank-account.mail.ts'
import { changeRequestMailTopic } from '#business/change-requests/change-request.mail.ts'
import { newClientLimitTopic } from '#business/change-requests/credit-limit/ask-new-client-limit.job.ts'
import { payeeEndedTopic } from '#business/change-requests/payment-changes/payee-ended.mail.ts'
import { placementEndedTopic } from '#business/change-requests/placement-changes/placement-ended.mail.ts'
import {
  consolidatedMailTopic,
  consolidatedProofTopic,
  consolidatedSummaryTopic,
} from '#business/consolidated/consolidated.mail.ts'
import { creditMailTopic } from '#business/credit-control/credit.mail.ts'
import { disputeMailTopic } from '#business/credit-control/dispute.mail.ts'
import { vatAnsweredTopic } from '#business/decisions/raise-answered.job.ts'
import { workToApproveTopic } from '#business/decisions/work-to-approve.mail.ts'
import { keyInformationTopic } from '#business/document-templates/key-information/key-information.job.ts'
import { collectionNoteTopic, cureTopic } from '#business/funding/collection-note.mail.ts'
import { standingDecidedTopic } from '#business/funding/judge-decided.job.ts'
import { impersonationTopic } from '#business/impersonation/impersonation.mail.ts'
import { invoiceMailTopic } from '#business/invoices/invoice.mail.ts'
import { companyStandingTopic } from '#business/parties/company-status/company-status.job.ts'
import { partyLinkTopic } from '#business/parties/self-service/party-link.mail.ts'
import { vatCheckTopic } from '#business/parties/vat-check/vat-check.job.ts'
import { paymentAdviceTopic } from '#business/payments/payment-advice.mail.ts'
import { returnDeleteTopic, returnTopic } from '#business/payroll/returns/send-return.job.ts'
import { runSourcesTopic } from '#business/payroll/run-sources/pay-run-sources.job.ts'
import { addressChangeTopic } from '#business/people/address-change.mail.ts'
import { factorResetTopic } from '#business/people/factor-reset.mail.ts'
import { invitationTopic } from '#business/people/invitation.mail.ts'
import { roleChangeMailTopic } from '#business/people/role-change.mail.ts'
import { permDetailsTopic } from '#business/perm-placements/perm-details.mail.ts'
import { contactReplacedTopic } from '#business/placements/contacts/contact-replaced.mail.ts'
import { clientToldTopic } from '#business/placements/opt-out/client-told.mail.ts'
import { communicationTopic } from '#business/platform/mails/communication.mail.ts'
import { mailTestTopic } from '#business/platform/mails/mail-template.mail.ts'
import { reportMailTopic } from '#business/report-mailing/report.mail.ts'
import { signatureFollowTopic } from '#business/signing/documenso.job.ts'
import { scheduleDocumentsTopic } from '#business/signing/schedule-documents.job.ts'
import { signatureSealTopic } from '#business/signing/seal-document.job.ts'
import {
  signatureAskTopic,
  signatureRemindTopic,
  signatureTellTopic,
} from '#business/signing/signing.mail.ts'
import { secondFactorTopic } from '#business/single-sign-on/second-factor.mail.ts'
import { signOnMailTopic } from '#business/single-sign-on/sign-on-required.mail.ts'
import { verbs } from '#business/verbs.ts'
import { messageTopic } from '#business/webhooks/send-message.job.ts'
import { webhookFactsTopic } from '#business/webhooks/webhook-facts.job.ts'
import { resetTopic } from '../auth/auth-reset.mail.ts'
import { sendTopic } from './mail-deliver.server.ts'
import type { Topic } from './outbox-deliver.server.ts'

const list: readonly Topic[] = [
  addressChangeTopic,
  bankAccountMailTopic,
  changeRequestMailTopic,
  collectionNoteTopic,
  communicationTopic,
  mailTestTopic,
  creditMailTopic,
  consolidatedMailTopic,
  consolidatedProofTopic,
  consolidatedSummaryTopic,
  impersonationTopic((action_id) => verbs.get(action_id)?.summary ?? action_id),
  invitationTopic,
  invoiceMailTopic,
  cureTopic,
  disputeMailTopic,
  factorResetTopic,
  sendTopic,
  partyLinkTopic,
  paymentAdviceTopic,
  reportMailTopic,
  resetTopic,
  returnDeleteTopic,
  returnTopic,
  runSourcesTopic,
  signatureAskTopic,
  signatureFollowTopic,
  signatureRemindTopic,
  signatureSealTopic,
  signatureTellTopic,
  workToApproveTopic,
  contactReplacedTopic,
  placementEndedTopic,
  clientToldTopic,
  payeeEndedTopic,
  permDetailsTopic,
  delegationMailTopic,
  roleChangeMailTopic,
  secondFactorTopic,
  signOnMailTopic,
  webhookFactsTopic,
  messageTopic,
  vatCheckTopic,
  vatAnsweredTopic,
  companyStandingTopic,
  standingDecidedTopic,
  keyInformationTopic,
  scheduleDocumentsTopic,
  newClientLimitTopic,
]

export const topics: ReadonlyMap<string, Topic> = new Map(list.map((topic) => [topic.topic, topic]))
