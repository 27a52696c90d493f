/** Verbs of parties: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import {
  approveKnown,
  declineKnown,
  readKnown,
} from './change-requests/known-contractor/decide-known.server.ts'
import { readWorkOffer, workWith } from './change-requests/known-contractor/work-with.server.ts'
import { setClientDetails } from './parties/client-details/set-client-details.server.ts'
import { setLogo } from './parties/company-profile/set-logo.server.ts'
import { setVatEvidence } from './parties/company-profile/set-vat-evidence.server.ts'
import { updateCompany } from './parties/company-profile/update-company.server.ts'
import { checkCompany } from './parties/company-status/check-company.server.ts'
import { setFeature } from './parties/features/set-feature.server.ts'
import { setFundingModels } from './parties/features/set-funding-models.server.ts'
import { setProduct } from './parties/features/set-product.server.ts'
import { linkClient } from './parties/link-client.server.ts'
import { linkFunder } from './parties/link-funder.server.ts'
import { findLookAlikes } from './parties/look-alikes/find-look-alikes.server.ts'
import { setEmailDomains } from './parties/mail-domains/set-email-domains.server.ts'
import { createAgency } from './parties/new-party/create-agency.server.ts'
import { createClient } from './parties/new-party/create-client.server.ts'
import { createContractor } from './parties/new-party/create-contractor.server.ts'
import { createFunder } from './parties/new-party/create-funder.server.ts'
import { createPaymentCompany } from './parties/new-party/create-payment-company.server.ts'
import { acceptFlag, readFlags } from './parties/onboarding/accept-flag.server.ts'
import { correctParty } from './parties/onboarding/correct-party.server.ts'
import { onboardParty, rejectParty, withdrawParty } from './parties/onboarding/decide-party.server.ts'
import { deleteDraft } from './parties/onboarding/delete-draft.server.ts'
import { linkSame } from './parties/onboarding/link-same.server.ts'
import { readDraft, readParty } from './parties/onboarding/read-party.server.ts'
import { saveDraft } from './parties/onboarding/save-party-draft.server.ts'
import { deactivateParty, reactivateParty } from './parties/onboarding/switch-party.server.ts'
import { readInsurance } from './parties/papers/read-insurance.server.ts'
import { readPapers } from './parties/papers/read-papers.server.ts'
import { setInsuranceSums } from './parties/papers/set-insurance-sums.server.ts'
import { uploadPaper } from './parties/papers/upload-paper.server.ts'
import { withdrawOptOut } from './parties/papers/withdraw-opt-out.server.ts'
import { readSelfBilling } from './parties/self-billing/read-self-billing.server.ts'
import { renewSelfBilling } from './parties/self-billing/renew-self-billing.server.ts'
import { readPartyLink, sendPartyLink, stopPartyLink } from './parties/self-service/send-party-link.server.ts'
import { setReference } from './parties/set-reference.server.ts'
import { acceptVatNumber } from './parties/vat-check/accept-vat-number.server.ts'
import { checkVat } from './parties/vat-check/check-vat.server.ts'
import { approveParty } from './taking-on/approve-party.server.ts'
import { submitParty } from './taking-on/submit-party.server.ts'

export const party_verbs: readonly AnyVerb[] = [
  setClientDetails,
  setLogo,
  setVatEvidence,
  updateCompany,
  setFeature,
  setFundingModels,
  setProduct,
  linkClient,
  linkFunder,
  setEmailDomains,
  createAgency,
  createClient,
  createContractor,
  createFunder,
  createPaymentCompany,
  readInsurance,
  readPapers,
  setInsuranceSums,
  uploadPaper,
  withdrawOptOut,
  readSelfBilling,
  renewSelfBilling,
  setReference,
  saveDraft,
  submitParty,
  withdrawParty,
  correctParty,
  approveParty,
  rejectParty,
  linkSame,
  onboardParty,
  deleteDraft,
  readParty,
  findLookAlikes,
  readDraft,
  sendPartyLink,
  readWorkOffer,
  workWith,
  readKnown,
  approveKnown,
  declineKnown,
  stopPartyLink,
  readPartyLink,
  deactivateParty,
  reactivateParty,
  readFlags,
  acceptFlag,
  checkCompany,
  checkVat,
  acceptVatNumber,
]
