/** Every verb of the product: an import and a line each; those of contracts are in contract-verbs.ts, those of parties in party-verbs.ts, those of notes, files and mails in record-verbs.ts, those of payroll in payroll-verbs.ts. */
import type { AnyVerb } from '#server/verb.ts'
import { endDelegation } from './away/end-delegation.server.ts'
import { readDelegations } from './away/read-delegations.server.ts'
import { setDelegation } from './away/set-delegation.server.ts'
import { importStatement } from './bank/import-statement.server.ts'
import { previewStatement } from './bank/preview-statement.server.ts'
import { recordBankLine } from './bank/record-bank-line.server.ts'
import { suggestReturns } from './bank/suggest-returns.server.ts'
import { confirmAccountAgain } from './bank-accounts/confirm-again.server.ts'
import { createBankAccount } from './bank-accounts/create-bank-account.server.ts'
import { confirmBankAccount, rejectBankAccount } from './bank-accounts/decide-bank-account.server.ts'
import { readAccountWaits } from './bank-accounts/read-waits.server.ts'
import { updateBankAccount } from './bank-accounts/update-bank-account.server.ts'
import { createConsolidated } from './consolidated/consolidate-create.server.ts'
import { matchConsolidated } from './consolidated/consolidate-match.server.ts'
import {
  cancelConsolidated,
  generateConsolidated,
  sendConsolidated,
} from './consolidated/consolidate-step.server.ts'
import { setConsolidation } from './consolidated/set-consolidation.server.ts'
import { contract_verbs } from './contract-verbs.ts'
import { allocateCredit } from './corrections/credit-allocate-to.server.ts'
import { creditInvoice } from './corrections/credit-invoice.server.ts'
import { reverseCredit } from './corrections/credit-reverse.server.ts'
import { chaseInvoices } from './credit-control/chase-invoices.server.ts'
import { assignDispute, disputeInvoice, resolveDispute } from './credit-control/dispute-invoice.server.ts'
import { pauseChasing, resumeChasing } from './credit-control/pause-chasing.server.ts'
import { previewChasing } from './credit-control/preview-chasing.server.ts'
import { previewStatementSchedule } from './credit-control/preview-statement-schedule.server.ts'
import { promisePayment, withdrawPromise } from './credit-control/promise-payment.server.ts'
import { recordCall } from './credit-control/record-call.server.ts'
import { sendStatement } from './credit-control/send-statement.server.ts'
import { setChasePlan } from './credit-control/set-chase-plan.server.ts'
import { setStatementSchedule } from './credit-control/set-statement-schedule.server.ts'
import { holdExpenses, holdTimesheets } from './decisions/hold-decision.server.ts'
import { readHeldDecisions } from './decisions/read-held-decisions.server.ts'
import { readRule, setMailLimit, setReminderHours } from './decisions/set-approval-rule.server.ts'
import { undoHeldDecision } from './decisions/undo-decision.server.ts'
import { createExpense } from './expenses/create-expense.server.ts'
import {
  acceptExpenseEvidence,
  approveExpenses,
  approveManyExpenses,
  cancelExpenses,
  raiseExpenses,
  rejectExpenses,
} from './expenses/decide-expenses.server.ts'
import { saveExpense } from './expenses/save-expense.server.ts'
import { submitExpense } from './expenses/submit-expense.server.ts'
import { createServiceCharge } from './fees/create-service-charge.server.ts'
import { endServiceCharge } from './fees/end-service-charge.server.ts'
import { supersedeServiceCharge } from './fees/supersede-service-charge.server.ts'
import {
  cancelCollectionNote,
  createCollectionNote,
} from './funding/collection-notes/collection-note-by-hand.server.ts'
import { sendCollectionNote } from './funding/collection-notes/collection-note-send.server.ts'
import { previewReassign } from './funding/preview-reassign.server.ts'
import { reassignInvoice, takeBackInvoice } from './funding/reassign-invoice.server.ts'
import { setFundingRetention } from './funding/set-funding-retention.server.ts'
import { setFundingRule } from './funding/set-funding-rule.server.ts'
import { verifyClient } from './funding/verify-client.server.ts'
import { endImpersonation } from './impersonation/end-impersonation.server.ts'
import { setSupportAccess } from './impersonation/set-support-access.server.ts'
import { startImpersonation } from './impersonation/start-impersonation.server.ts'
import { applyImport } from './imports/apply-import.server.ts'
import { mapImport } from './imports/map-import.server.ts'
import { undoImport } from './imports/undo-import.server.ts'
import { assignTask, listColleagues } from './inbox/assign-task.server.ts'
import { endNotifications } from './inbox/end-notifications.server.ts'
import { readPreferences, setPreference } from './inbox/notification-preferences.server.ts'
import { snoozeNotifications } from './inbox/snooze-notifications.server.ts'
import { sendInvoice } from './invoices/send-invoice.server.ts'
import { startLedgerCheck } from './ledger/start-ledger-check.server.ts'
import { party_verbs } from './party-verbs.ts'
import { downloadPaymentFile } from './payment-files/download-payment-file.server.ts'
import { makePaymentFile } from './payment-files/make-payment-file.server.ts'
import { setPaymentFileSetting } from './payment-files/set-payment-file-setting.server.ts'
import { cancelPaymentBatch } from './payments/cancel-payment-batch.server.ts'
import { completePaymentBatch } from './payments/complete-payment-batch.server.ts'
import { createPaymentBatch } from './payments/create-payment-batch.server.ts'
import { readPaymentWait } from './payments/document-holds/read-payment-wait.server.ts'
import { holdItem } from './payments/hold-item.server.ts'
import { readBatchCheck } from './payments/read-batch-check.server.ts'
import { releaseItem } from './payments/release-item.server.ts'
import { returnPayment } from './payments/return-payment.server.ts'
import { reviewPaymentBatch } from './payments/review-payment-batch.server.ts'
import { submitPaymentBatch } from './payments/submit-payment-batch.server.ts'
import { payroll_verbs } from './payroll-verbs.ts'
import { createApiToken } from './people/api-tokens/create-api-token.server.ts'
import { keepApiToken } from './people/api-tokens/keep-api-token.server.ts'
import { revokeApiToken } from './people/api-tokens/revoke-api-token.server.ts'
import { approveRoleChange } from './people/approve-role-change.server.ts'
import { checkContact } from './people/check-contact.server.ts'
import { setContactPreference } from './people/contact-preference/set-contact-preference.server.ts'
import { createContact } from './people/create-contact.server.ts'
import { deactivateUser, reactivateUser } from './people/deactivate-user.server.ts'
import { rejectRoleChange } from './people/reject-role-change.server.ts'
import { resendInvitation } from './people/resend-invitation.server.ts'
import { resetFactors, stopFactorReset } from './people/reset-factors.server.ts'
import { revokeInvitation } from './people/revoke-invitation.server.ts'
import { updateContact } from './people/update-contact.server.ts'
import { updateProfile } from './people/update-profile.server.ts'
import { withdrawRoleChange } from './people/withdraw-role-change.server.ts'
import { rejectPaper, verifyPaper } from './placements/papers/verify-paper.server.ts'
import { cancelJob } from './platform/cancel-job.server.ts'
import { readNotifications } from './platform/read-notifications.server.ts'
import { removeView } from './platform/remove-view.server.ts'
import { saveView } from './platform/save-view.server.ts'
import { setCurrency } from './platform/set-currency.server.ts'
import { startExport } from './platform/start-export.server.ts'
import { updatePreferences } from './platform/update-preferences.server.ts'
import { approveOveradvance } from './portfolio/approve-overadvance.server.ts'
import { previewInvoiceSets } from './raising/preview-invoice-sets.server.ts'
import { applyAutoMatch, previewAutoMatch } from './receipts/auto-match.server.ts'
import { matchReceipt } from './receipts/match-receipt.server.ts'
import { recordReceipt } from './receipts/record-receipt.server.ts'
import { linePayers, recordReceipts } from './receipts/record-receipts.server.ts'
import { cancelRefund, refundReceipt } from './receipts/refund-receipt.server.ts'
import { reverseReceipt } from './receipts/reverse-receipt.server.ts'
import { suggestMatches } from './receipts/suggest-matches.server.ts'
import { unmatchReceipt } from './receipts/unmatch-receipt.server.ts'
import { record_verbs } from './record-verbs.ts'
import { pauseReportSchedule, removeReportSchedule } from './report-mailing/pause-report-schedule.server.ts'
import { reportReaders } from './report-mailing/report-readers.server.ts'
import { saveReportSchedule } from './report-mailing/save-report-schedule.server.ts'
import { createDocument } from './signing/create-document.server.ts'
import { sendDocument } from './signing/send-document.server.ts'
import { declineDocument, signDocument } from './signing/sign-document.server.ts'
import { reassignSigner, remindSigner, voidDocument } from './signing/steer-document.server.ts'
import { createIdentityProvider } from './single-sign-on/create-identity-provider.server.ts'
import { proveDomain } from './single-sign-on/prove-domain.server.ts'
import { readSecondFactor } from './single-sign-on/read-second-factor.server.ts'
import { removeIdentityProvider } from './single-sign-on/remove-identity-provider.server.ts'
import { requireProvider } from './single-sign-on/require-provider.server.ts'
import { setSecondFactor } from './single-sign-on/set-second-factor.server.ts'
import { stopRequiring } from './single-sign-on/stop-requiring.server.ts'
import { updateIdentityProvider } from './single-sign-on/update-identity-provider.server.ts'
import { makeIntermediaryFile } from './tax/make-intermediary-file.server.ts'
import { allocateCreditLimit } from './terms/allocate-credit-limit.server.ts'
import { approvePaymentTerms } from './terms/approve-payment-terms.server.ts'
import { createPaymentTerms } from './terms/create-payment-terms.server.ts'
import { rejectPaymentTerms } from './terms/reject-payment-terms.server.ts'
import { setCreditLimit } from './terms/set-credit-limit.server.ts'
import { withdrawPaymentTerms } from './terms/withdraw-payment-terms.server.ts'
import { checkEvidence } from './timesheets/check-evidence.server.ts'
import { createTimesheet } from './timesheets/create-timesheet.server.ts'
import {
  acceptTimesheetEvidence,
  approveManyTimesheets,
  approveTimesheets,
  cancelTimesheets,
  raiseTimesheets,
  rejectTimesheets,
} from './timesheets/decide-timesheets.server.ts'
import { dropTyped } from './timesheets/drop-typed.server.ts'
import { generateTimesheetsNow } from './timesheets/generate-timesheets.server.ts'
import {
  rejectTimesheetsFinally,
  releaseTimesheets,
  suspendTimesheets,
} from './timesheets/hold-timesheets.server.ts'
import { keepTyped } from './timesheets/keep-typed.server.ts'
import { noteDay } from './timesheets/note-day.server.ts'
import { previewRefinement, refineTimesheet } from './timesheets/refine-timesheet.server.ts'
import { saveDraft } from './timesheets/save-draft.server.ts'
import { submitTimesheet } from './timesheets/submit-timesheet.server.ts'
import { createWebhook } from './webhooks/create-webhook.server.ts'
import { deleteWebhook } from './webhooks/delete-webhook.server.ts'
import { pauseWebhook } from './webhooks/pause-webhook.server.ts'
import { resumeWebhook } from './webhooks/resume-webhook.server.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.server.ts'
import { sendDeliveryAgain } from './webhooks/send-again.server.ts'
import { sendFailed } from './webhooks/send-failed.server.ts'
import { testWebhook } from './webhooks/test-webhook.server.ts'
import { updateWebhook } from './webhooks/update-webhook.server.ts'

const list: readonly AnyVerb[] = [
  ...contract_verbs,
  ...party_verbs,
  ...record_verbs,
  ...payroll_verbs,
  createBankAccount,
  updateBankAccount,
  confirmBankAccount,
  rejectBankAccount,
  confirmAccountAgain,
  readAccountWaits,
  createContact,
  checkContact,
  deactivateUser,
  reactivateUser,
  resetFactors,
  stopFactorReset,
  createApiToken(() => verbs.values()),
  keepApiToken,
  revokeApiToken,
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  sendDeliveryAgain,
  sendFailed,
  testWebhook,
  updateWebhook,
  startImpersonation,
  endImpersonation,
  setSupportAccess,
  createIdentityProvider,
  updateIdentityProvider,
  proveDomain,
  readSecondFactor,
  requireProvider,
  setSecondFactor,
  stopRequiring,
  removeIdentityProvider,
  setContactPreference,
  updateContact,
  setCreditLimit,
  allocateCreditLimit,
  verifyClient,
  setFundingRetention,
  approveOveradvance,
  setFundingRule,
  setChasePlan,
  setStatementSchedule,
  previewStatementSchedule,
  previewChasing,
  pauseChasing,
  resumeChasing,
  chaseInvoices,
  recordCall,
  promisePayment,
  withdrawPromise,
  sendStatement,
  verifyPaper,
  rejectPaper,
  createPaymentTerms,
  approvePaymentTerms,
  rejectPaymentTerms,
  withdrawPaymentTerms,
  approveRoleChange,
  rejectRoleChange,
  withdrawRoleChange,
  createServiceCharge,
  supersedeServiceCharge,
  endServiceCharge,
  createExpense,
  saveExpense,
  submitExpense,
  acceptExpenseEvidence,
  approveExpenses,
  approveManyExpenses,
  rejectExpenses,
  cancelExpenses,
  raiseExpenses,
  previewInvoiceSets,
  cancelJob,
  startExport,
  startLedgerCheck,
  mapImport,
  applyImport,
  undoImport,
  assignTask,
  listColleagues,
  endNotifications,
  readNotifications,
  snoozeNotifications,
  readPreferences,
  setPreference,
  resendInvitation,
  revokeInvitation,
  setCurrency,
  updatePreferences,
  updateProfile,
  saveView,
  removeView,
  approveManyTimesheets,
  acceptTimesheetEvidence,
  approveTimesheets,
  cancelTimesheets,
  checkEvidence,
  createTimesheet,
  noteDay,
  generateTimesheetsNow,
  rejectTimesheetsFinally,
  releaseTimesheets,
  suspendTimesheets,
  raiseTimesheets,
  refineTimesheet,
  previewRefinement,
  rejectTimesheets,
  keepTyped,
  dropTyped,
  saveDraft,
  submitTimesheet,
  setConsolidation,
  createConsolidated,
  generateConsolidated,
  sendConsolidated,
  cancelConsolidated,
  matchConsolidated,
  createCollectionNote,
  cancelCollectionNote,
  sendCollectionNote,
  allocateCredit,
  creditInvoice,
  reverseCredit,
  assignDispute,
  disputeInvoice,
  reassignInvoice,
  takeBackInvoice,
  previewReassign,
  resolveDispute,
  previewStatement,
  importStatement,
  recordBankLine,
  recordReceipt,
  matchReceipt,
  unmatchReceipt,
  suggestMatches,
  previewAutoMatch,
  applyAutoMatch,
  linePayers,
  recordReceipts,
  reverseReceipt,
  refundReceipt,
  cancelRefund,
  createPaymentBatch,
  submitPaymentBatch,
  reviewPaymentBatch,
  completePaymentBatch,
  makeIntermediaryFile,
  saveReportSchedule,
  pauseReportSchedule,
  removeReportSchedule,
  reportReaders,
  makePaymentFile,
  setPaymentFileSetting,
  downloadPaymentFile,
  cancelPaymentBatch,
  sendInvoice,
  holdItem,
  releaseItem,
  readPaymentWait,
  readBatchCheck,
  returnPayment,
  suggestReturns,
  holdTimesheets,
  holdExpenses,
  endDelegation,
  readDelegations,
  setDelegation,
  readHeldDecisions,
  undoHeldDecision,
  readRule,
  setMailLimit,
  setReminderHours,
  createDocument,
  sendDocument,
  signDocument,
  declineDocument,
  voidDocument,
  remindSigner,
  reassignSigner,
]

/** By action id, e.g. `transaction.timesheet.approve`. */
export const verbs: ReadonlyMap<string, AnyVerb> = new Map(list.map((verb) => [verb.action_id, verb]))
