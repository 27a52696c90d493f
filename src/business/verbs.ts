/** Every verb of the product: an import and a line each, in the order of their action ids. */
import type { AnyVerb } from '#server/verb.ts'
import { approveChangeRequest } from './approvals/approve-change-request.server.ts'
import { cancelChangeRequest } from './approvals/cancel-change-request.server.ts'
import { compareChangeRequest } from './approvals/compare-change-request.server.ts'
import { createChangeRequest } from './approvals/create-change-request.server.ts'
import { refreshChangeRequest } from './approvals/refresh-change-request.server.ts'
import { rejectChangeRequest } from './approvals/reject-change-request.server.ts'
import { chaseInvoices } from './credit/chase-invoices.server.ts'
import { pauseChasing, resumeChasing } from './credit/pause-chasing.server.ts'
import { previewChasing } from './credit/preview-chasing.server.ts'
import { previewStatementSchedule } from './credit/preview-statement-schedule.server.ts'
import { promisePayment, withdrawPromise } from './credit/promise-payment.server.ts'
import { recordCall } from './credit/record-call.server.ts'
import { sendStatement } from './credit/send-statement.server.ts'
import { setChasePlan } from './credit/set-chase-plan.server.ts'
import { setStatementSchedule } from './credit/set-statement-schedule.server.ts'
import { approveExpenses } from './expenses/approve-expenses.server.ts'
import { approveManyExpenses } from './expenses/approve-many.server.ts'
import { cancelExpenses } from './expenses/cancel-expenses.server.ts'
import { createExpense } from './expenses/create-expense.server.ts'
import { raiseExpenses } from './expenses/raise-expenses.server.ts'
import { rejectExpenses } from './expenses/reject-expenses.server.ts'
import { saveExpense } from './expenses/save-expense.server.ts'
import { submitExpense } from './expenses/submit-expense.server.ts'
import { applyAutoMatch, previewAutoMatch } from './funding/auto-match.server.ts'
import { cancelPaymentBatch } from './funding/cancel-payment-batch.server.ts'
import { completePaymentBatch } from './funding/complete-payment-batch.server.ts'
import { createPaymentBatch } from './funding/create-payment-batch.server.ts'
import { downloadPaymentFile } from './funding/download-payment-file.server.ts'
import { holdItem } from './funding/hold-item.server.ts'
import { importStatement } from './funding/import-statement.server.ts'
import { makePaymentFile } from './funding/make-payment-file.server.ts'
import { matchReceipt } from './funding/match-receipt.server.ts'
import { previewReassign } from './funding/preview-reassign.server.ts'
import { previewStatement } from './funding/preview-statement.server.ts'
import { reassignInvoice, takeBackInvoice } from './funding/reassign-invoice.server.ts'
import { recordBankLine } from './funding/record-bank-line.server.ts'
import { recordReceipt } from './funding/record-receipt.server.ts'
import { linePayers, recordReceipts } from './funding/record-receipts.server.ts'
import { cancelRefund, refundReceipt } from './funding/refund-receipt.server.ts'
import { releaseItem } from './funding/release-item.server.ts'
import { returnPayment } from './funding/return-payment.server.ts'
import { reverseReceipt } from './funding/reverse-receipt.server.ts'
import { reviewPaymentBatch } from './funding/review-payment-batch.server.ts'
import { setFundingRetention } from './funding/set-funding-retention.server.ts'
import { setFundingRule } from './funding/set-funding-rule.server.ts'
import { setPaymentFileSetting } from './funding/set-payment-file-setting.server.ts'
import { submitPaymentBatch } from './funding/submit-payment-batch.server.ts'
import { suggestMatches } from './funding/suggest-matches.server.ts'
import { suggestReturns } from './funding/suggest-returns.server.ts'
import { unmatchReceipt } from './funding/unmatch-receipt.server.ts'
import { applyImport } from './imports/apply-import.server.ts'
import { mapImport } from './imports/map-import.server.ts'
import { undoImport } from './imports/undo-import.server.ts'
import { cancelCollectionNote, createCollectionNote } from './invoices/collection-note-by-hand.server.ts'
import { sendCollectionNote } from './invoices/collection-note-send.server.ts'
import { createConsolidated } from './invoices/consolidate-create.server.ts'
import { matchConsolidated } from './invoices/consolidate-match.server.ts'
import {
  cancelConsolidated,
  generateConsolidated,
  sendConsolidated,
} from './invoices/consolidate-step.server.ts'
import { allocateCredit } from './invoices/credit-allocate-to.server.ts'
import { creditInvoice } from './invoices/credit-invoice.server.ts'
import { reverseCredit } from './invoices/credit-reverse.server.ts'
import { assignDispute, disputeInvoice, resolveDispute } from './invoices/dispute-invoice.server.ts'
import { previewInvoiceSets } from './invoices/preview-invoice-sets.server.ts'
import { previewRefinement, refineTimesheet } from './invoices/refine-timesheet.server.ts'
import { sendInvoice } from './invoices/send-invoice.server.ts'
import { startLedgerCheck } from './ledger/start-ledger-check.server.ts'
import { approvePaymentTerms } from './parties/approve-payment-terms.server.ts'
import { confirmAccountAgain } from './parties/confirm-again.server.ts'
import { createAgency } from './parties/create-agency.server.ts'
import { createBankAccount } from './parties/create-bank-account.server.ts'
import { createClient } from './parties/create-client.server.ts'
import { createContact } from './parties/create-contact.server.ts'
import { createContractor } from './parties/create-contractor.server.ts'
import { createFunder } from './parties/create-funder.server.ts'
import { createPaymentCompany } from './parties/create-payment-company.server.ts'
import { createPaymentTerms } from './parties/create-payment-terms.server.ts'
import { confirmBankAccount, rejectBankAccount } from './parties/decide-bank-account.server.ts'
import { linkClient } from './parties/link-client.server.ts'
import { linkFunder } from './parties/link-funder.server.ts'
import { setConsolidation } from './parties/set-consolidation.server.ts'
import { setCreditLimit } from './parties/set-credit-limit.server.ts'
import { setFeature } from './parties/set-feature.server.ts'
import { setLogo } from './parties/set-logo.server.ts'
import { updateBankAccount } from './parties/update-bank-account.server.ts'
import { updateCompany } from './parties/update-company.server.ts'
import { updateContact } from './parties/update-contact.server.ts'
import { withdrawPaymentTerms } from './parties/withdraw-payment-terms.server.ts'
import { confirmPayslipsPaid } from './payroll/confirm-payslips-paid.server.ts'
import { importPayrollFigures } from './payroll/import-payroll-figures.server.ts'
import { issuePayslips } from './payroll/issue-payslips.server.ts'
import { recordPayrollFigure } from './payroll/record-payroll-figure.server.ts'
import { activatePermPlacement } from './placements/activate-perm-placement.server.ts'
import { activatePlacement } from './placements/activate-placement.server.ts'
import { approvePermPlacement } from './placements/approve-perm-placement.server.ts'
import { cancelAdhocFee } from './placements/cancel-adhoc-fee.server.ts'
import { cancelPermPlacement } from './placements/cancel-perm-placement.server.ts'
import { cancelPurchaseLedger } from './placements/cancel-purchase-ledger.server.ts'
import { cancelSalesInvoice } from './placements/cancel-sales-invoice.server.ts'
import { createAdhocFee } from './placements/create-adhoc-fee.server.ts'
import { createPermPlacement } from './placements/create-perm-placement.server.ts'
import { createPurchaseLedger } from './placements/create-purchase-ledger.server.ts'
import { createSalesInvoice } from './placements/create-sales-invoice.server.ts'
import { createServiceCharge } from './placements/create-service-charge.server.ts'
import { createTempPlacement } from './placements/create-temp-placement.server.ts'
import { endServiceCharge } from './placements/end-service-charge.server.ts'
import { raiseAdhocFee } from './placements/raise-adhoc-fee.server.ts'
import { raisePermPlacements } from './placements/raise-perm-placements.server.ts'
import { raisePurchaseLedger } from './placements/raise-purchase-ledger.server.ts'
import { raiseSalesInvoice } from './placements/raise-sales-invoice.server.ts'
import { rebatePermPlacement } from './placements/rebate-perm-placement.server.ts'
import { rejectPermPlacement } from './placements/reject-perm-placement.server.ts'
import { submitPermPlacement } from './placements/submit-perm-placement.server.ts'
import { supersedeServiceCharge } from './placements/supersede-service-charge.server.ts'
import { cancelJob } from './platform/cancel-job.server.ts'
import { deleteAttachment } from './platform/delete-attachment.server.ts'
import { readNotifications } from './platform/read-notifications.server.ts'
import { removeView } from './platform/remove-view.server.ts'
import { saveView } from './platform/save-view.server.ts'
import { startExport } from './platform/start-export.server.ts'
import { updatePreferences } from './platform/update-preferences.server.ts'
import { makeIntermediaryFile } from './reports/make-intermediary-file.server.ts'
import { pauseReportSchedule, removeReportSchedule } from './reports/pause-report-schedule.server.ts'
import { reportReaders } from './reports/report-readers.server.ts'
import { saveReportSchedule } from './reports/save-report-schedule.server.ts'
import { approveManyTimesheets } from './timesheets/approve-many.server.ts'
import { approveTimesheets } from './timesheets/approve-timesheets.server.ts'
import { cancelTimesheets } from './timesheets/cancel-timesheets.server.ts'
import { checkEvidence } from './timesheets/check-evidence.server.ts'
import { generateTimesheetsNow } from './timesheets/generate-timesheets.server.ts'
import { raiseTimesheets } from './timesheets/raise-timesheets.server.ts'
import { rejectTimesheets } from './timesheets/reject-timesheets.server.ts'
import { saveDraft } from './timesheets/save-draft.server.ts'
import { submitTimesheet } from './timesheets/submit-timesheet.server.ts'

const list: readonly AnyVerb[] = [
  createAgency,
  createBankAccount,
  updateBankAccount,
  confirmBankAccount,
  rejectBankAccount,
  confirmAccountAgain,
  createClient,
  createContact,
  updateContact,
  updateCompany,
  setLogo,
  createContractor,
  createFunder,
  createPaymentCompany,
  linkClient,
  linkFunder,
  setCreditLimit,
  setFundingRetention,
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
  setFeature,
  createPaymentTerms,
  approvePaymentTerms,
  withdrawPaymentTerms,
  activatePlacement,
  createChangeRequest,
  compareChangeRequest,
  approveChangeRequest,
  rejectChangeRequest,
  cancelChangeRequest,
  refreshChangeRequest,
  createServiceCharge,
  supersedeServiceCharge,
  endServiceCharge,
  createTempPlacement,
  createPermPlacement,
  submitPermPlacement,
  approvePermPlacement,
  rejectPermPlacement,
  activatePermPlacement,
  cancelPermPlacement,
  raisePermPlacements,
  rebatePermPlacement,
  createSalesInvoice,
  raiseSalesInvoice,
  cancelSalesInvoice,
  createPurchaseLedger,
  raisePurchaseLedger,
  cancelPurchaseLedger,
  createAdhocFee,
  raiseAdhocFee,
  cancelAdhocFee,
  createExpense,
  saveExpense,
  submitExpense,
  approveExpenses,
  approveManyExpenses,
  rejectExpenses,
  cancelExpenses,
  raiseExpenses,
  recordPayrollFigure,
  importPayrollFigures,
  issuePayslips,
  confirmPayslipsPaid,
  previewInvoiceSets,
  cancelJob,
  deleteAttachment,
  startExport,
  startLedgerCheck,
  mapImport,
  applyImport,
  undoImport,
  readNotifications,
  updatePreferences,
  saveView,
  removeView,
  approveManyTimesheets,
  approveTimesheets,
  cancelTimesheets,
  checkEvidence,
  generateTimesheetsNow,
  raiseTimesheets,
  refineTimesheet,
  previewRefinement,
  rejectTimesheets,
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
  returnPayment,
  suggestReturns,
]

/** By action id, e.g. `transaction.timesheet.approve`. */
export const verbs: ReadonlyMap<string, AnyVerb> = new Map(list.map((verb) => [verb.action_id, verb]))
