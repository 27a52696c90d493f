/** The verbs of placements, single documents and change requests: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import { approveChangeRequest } from './change-requests/approve-change-request.server.ts'
import { cancelChangeRequest } from './change-requests/cancel-change-request.server.ts'
import { requestLimitedCompany } from './change-requests/company-requests/request-limited-company.server.ts'
import { compareChangeRequest } from './change-requests/compare-change-request.server.ts'
import { decideCreditLimit } from './change-requests/credit-limit/decide-credit-limit.server.ts'
import { readCreditLimit } from './change-requests/credit-limit/read-credit-limit.server.ts'
import { requestCreditLimit } from './change-requests/credit-limit/request-credit-limit.server.ts'
import { withdrawCreditLimit } from './change-requests/credit-limit/withdraw-credit-limit.server.ts'
import { createPartyChange } from './change-requests/party-changes/create-party-change.server.ts'
import { readPartyChanges } from './change-requests/party-changes/read-party-changes.server.ts'
import { addPayee } from './change-requests/payment-changes/add-payee.server.ts'
import {
  changePayment,
  previewPaymentChange,
} from './change-requests/payment-changes/change-payment.server.ts'
import { endPayee } from './change-requests/payment-changes/end-payee.server.ts'
import { askEnd } from './change-requests/placement-changes/ask-end.server.ts'
import { createChangeRequest } from './change-requests/placement-changes/create-change-request.server.ts'
import { endPlacement } from './change-requests/placement-changes/end-placement.server.ts'
import { refreshChangeRequest } from './change-requests/refresh-change-request.server.ts'
import { rejectChangeRequest } from './change-requests/reject-change-request.server.ts'
import { activatePermPlacement } from './perm-placements/activate-perm-placement.server.ts'
import { approvePermByEvidence } from './perm-placements/approve-perm-by-evidence.server.ts'
import { approvePermPlacement } from './perm-placements/approve-perm-placement.server.ts'
import { cancelPermPlacement } from './perm-placements/cancel-perm-placement.server.ts'
import { createPermPlacement } from './perm-placements/create-perm-placement.server.ts'
import { raisePermPlacements } from './perm-placements/raise-perm-placements.server.ts'
import { rebatePermPlacement } from './perm-placements/rebate-perm-placement.server.ts'
import { rejectPermPlacement } from './perm-placements/reject-perm-placement.server.ts'
import { returnPermPlacement } from './perm-placements/return-perm-placement.server.ts'
import { submitPermPlacement } from './perm-placements/submit-perm-placement.server.ts'
import { updatePermDetails } from './perm-placements/update-perm-details.server.ts'
import { updatePermPlacement } from './perm-placements/update-perm-placement.server.ts'
import { setComparableRate } from './placements/agency-workers/set-comparable-rate.server.ts'
import { setClientSize } from './placements/client-sizes/set-client-size.server.ts'
import { addCisVerification } from './placements/construction/add-cis-verification.server.ts'
import { replaceContact } from './placements/contacts/replace-contact.server.ts'
import { createTempPlacement } from './placements/create-temp-placement.server.ts'
import { addDetermination } from './placements/determinations/add-determination.server.ts'
import {
  answerDisagreement,
  disagreeDetermination,
} from './placements/determinations/answer-disagreement.server.ts'
import {
  rejectDetermination,
  verifyDetermination,
} from './placements/determinations/check-determination.server.ts'
import { readPlacementOptOut } from './placements/opt-out/read-placement-opt-out.server.ts'
import { setManualApproval } from './placements/set-manual-approval.server.ts'
import { setPlacementScheme } from './placements/set-placement-scheme.server.ts'
import { activatePlacement } from './placements/steps/activate-placement.server.ts'
import { approveByEvidence } from './placements/steps/approve-by-evidence.server.ts'
import { approvePlacement } from './placements/steps/approve-placement.server.ts'
import { cancelPlacement } from './placements/steps/cancel-placement.server.ts'
import { deletePlacement } from './placements/steps/delete-placement.server.ts'
import { recallPlacement } from './placements/steps/recall-placement.server.ts'
import { rejectPlacement } from './placements/steps/reject-placement.server.ts'
import { returnPlacement } from './placements/steps/return-placement.server.ts'
import { submitPlacement } from './placements/steps/submit-placement.server.ts'
import { updateTempPlacement } from './placements/steps/update-temp-placement.server.ts'
import { cancelAdhocFee } from './single-documents/cancel-adhoc-fee.server.ts'
import { cancelPurchaseLedger } from './single-documents/cancel-purchase-ledger.server.ts'
import { cancelSalesInvoice } from './single-documents/cancel-sales-invoice.server.ts'
import { createAdhocFee } from './single-documents/create-adhoc-fee.server.ts'
import { createPurchaseLedger } from './single-documents/create-purchase-ledger.server.ts'
import { createSalesInvoice } from './single-documents/create-sales-invoice.server.ts'
import { deleteAdhocFee } from './single-documents/delete-adhoc-fee.server.ts'
import { deletePurchaseLedger } from './single-documents/delete-purchase-ledger.server.ts'
import { deleteSalesInvoice } from './single-documents/delete-sales-invoice.server.ts'
import { raiseAdhocFee } from './single-documents/raise-adhoc-fee.server.ts'
import { raisePurchaseLedger } from './single-documents/raise-purchase-ledger.server.ts'
import { raiseSalesInvoice } from './single-documents/raise-sales-invoice.server.ts'
import { updateAdhocFee } from './single-documents/update-adhoc-fee.server.ts'
import { updatePurchaseLedger } from './single-documents/update-purchase-ledger.server.ts'
import { updateSalesInvoice } from './single-documents/update-sales-invoice.server.ts'

export const contract_verbs: readonly AnyVerb[] = [
  submitPlacement,
  setComparableRate,
  setClientSize,
  addCisVerification,
  addDetermination,
  verifyDetermination,
  rejectDetermination,
  disagreeDetermination,
  answerDisagreement,
  replaceContact,
  readPlacementOptOut,
  setManualApproval,
  setPlacementScheme,
  activatePlacement,
  approvePlacement,
  approveByEvidence,
  rejectPlacement,
  recallPlacement,
  cancelPlacement,
  deletePlacement,
  returnPlacement,
  askEnd,
  createChangeRequest,
  endPlacement,
  createPartyChange,
  requestLimitedCompany,
  changePayment,
  previewPaymentChange,
  addPayee,
  endPayee,
  readPartyChanges,
  compareChangeRequest,
  approveChangeRequest,
  rejectChangeRequest,
  cancelChangeRequest,
  refreshChangeRequest,
  requestCreditLimit,
  decideCreditLimit,
  withdrawCreditLimit,
  readCreditLimit,
  createTempPlacement,
  updateTempPlacement,
  createPermPlacement,
  submitPermPlacement,
  approvePermPlacement,
  rejectPermPlacement,
  activatePermPlacement,
  approvePermByEvidence,
  returnPermPlacement,
  cancelPermPlacement,
  raisePermPlacements,
  rebatePermPlacement,
  updatePermDetails,
  updatePermPlacement,
  createSalesInvoice,
  raiseSalesInvoice,
  cancelSalesInvoice,
  updateSalesInvoice,
  deleteSalesInvoice,
  createPurchaseLedger,
  raisePurchaseLedger,
  cancelPurchaseLedger,
  updatePurchaseLedger,
  deletePurchaseLedger,
  createAdhocFee,
  raiseAdhocFee,
  cancelAdhocFee,
  updateAdhocFee,
  deleteAdhocFee,
]
