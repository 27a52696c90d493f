/** Every verb of the product: an import and a line each, in the order of their action ids. */
import type { AnyVerb } from '#server/verb.ts'
import { matchReceipt } from './funding/match-receipt.server.ts'
import { recordBankLine } from './funding/record-bank-line.server.ts'
import { recordReceipt } from './funding/record-receipt.server.ts'
import { reverseReceipt } from './funding/reverse-receipt.server.ts'
import { unmatchReceipt } from './funding/unmatch-receipt.server.ts'
import { createAgency } from './parties/create-agency.server.ts'
import { createBankAccount } from './parties/create-bank-account.server.ts'
import { createClient } from './parties/create-client.server.ts'
import { createContact } from './parties/create-contact.server.ts'
import { createContractor } from './parties/create-contractor.server.ts'
import { createFunder } from './parties/create-funder.server.ts'
import { createPaymentCompany } from './parties/create-payment-company.server.ts'
import { linkFunder } from './parties/link-funder.server.ts'
import { setCreditLimit } from './parties/set-credit-limit.server.ts'
import { activatePlacement } from './placements/activate-placement.server.ts'
import { createServiceCharge } from './placements/create-service-charge.server.ts'
import { createTempPlacement } from './placements/create-temp-placement.server.ts'
import { approveManyTimesheets } from './timesheets/approve-many.server.ts'
import { approveTimesheets } from './timesheets/approve-timesheets.server.ts'
import { generateTimesheetsNow } from './timesheets/generate-timesheets.server.ts'
import { raiseTimesheets } from './timesheets/raise-timesheets.server.ts'
import { rejectTimesheets } from './timesheets/reject-timesheets.server.ts'
import { saveDraft } from './timesheets/save-draft.server.ts'
import { submitTimesheet } from './timesheets/submit-timesheet.server.ts'

const list: readonly AnyVerb[] = [
  createAgency,
  createBankAccount,
  createClient,
  createContact,
  createContractor,
  createFunder,
  createPaymentCompany,
  linkFunder,
  setCreditLimit,
  activatePlacement,
  createServiceCharge,
  createTempPlacement,
  approveManyTimesheets,
  approveTimesheets,
  generateTimesheetsNow,
  raiseTimesheets,
  rejectTimesheets,
  saveDraft,
  submitTimesheet,
  recordBankLine,
  recordReceipt,
  matchReceipt,
  unmatchReceipt,
  reverseReceipt,
]

/** By action id, e.g. `transaction.timesheet.approve`. */
export const verbs: ReadonlyMap<string, AnyVerb> = new Map(list.map((verb) => [verb.action_id, verb]))
