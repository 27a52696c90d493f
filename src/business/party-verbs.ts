/** Verbs of the onboarding of parties: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import { findLookAlikes } from './parties/look-alikes/find-look-alikes.server.ts'
import { onboardParty, rejectParty, withdrawParty } from './parties/onboarding/decide-party.server.ts'
import { deleteDraft } from './parties/onboarding/delete-draft.server.ts'
import { linkSame } from './parties/onboarding/link-same.server.ts'
import { readDraft, readParty } from './parties/onboarding/read-party.server.ts'
import { saveDraft } from './parties/onboarding/save-party-draft.server.ts'
import { deactivateParty, reactivateParty } from './parties/onboarding/switch-party.server.ts'
import { acceptFlag, readFlags } from './parties/self-dealing/accept-flag.server.ts'
import { readPartyLink, sendPartyLink, stopPartyLink } from './parties/self-service/send-party-link.server.ts'
import { acceptVatNumber } from './parties/vat-check/accept-vat-number.server.ts'
import { checkVat } from './parties/vat-check/check-vat.server.ts'
import { approveParty } from './taking-on/approve-party.server.ts'
import { submitParty } from './taking-on/submit-party.server.ts'

export const party_verbs: readonly AnyVerb[] = [
  saveDraft,
  submitParty,
  withdrawParty,
  approveParty,
  rejectParty,
  linkSame,
  onboardParty,
  deleteDraft,
  readParty,
  findLookAlikes,
  readDraft,
  sendPartyLink,
  stopPartyLink,
  readPartyLink,
  deactivateParty,
  reactivateParty,
  readFlags,
  acceptFlag,
  checkVat,
  acceptVatNumber,
]
