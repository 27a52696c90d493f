/** A contractor of the provider who follows another agency's link asks to work with it as the contractor that they are. Pure. */
import type { Viewer } from '#entity/access.ts'
import { labelIn } from '#entity/choices.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { isSamePerson } from '../../shared/who-may.rules.ts'
import { payment_types } from '../business.entity.ts'
import { party_approvers } from '../onboarding.rules.ts'
import { signedWords } from './party-link.rules.ts'

type ServiceStatus = 'draft' | 'active' | 'suspended' | 'ended' | 'deleted'

/** The facts between a signed-in contractor and the agency of a link. */
export type OfferFacts = {
  readonly agency: string
  /** By the address of the link, or by National Insurance number and birth date. */
  readonly is_same_person: boolean
  readonly is_onboarded: boolean
  readonly is_of_agency: boolean
  readonly has_asked: boolean
  /** Another contractor of the agency has their National Insurance number. */
  readonly has_details: boolean
  /** Their link with the agency; null: none. */
  readonly service: ServiceStatus | null
}

/** Null: nothing is said, and the person enters their details as everybody does. */
export function offerOf(facts: OfferFacts): Verdict | null {
  const { agency, service } = facts
  if (!facts.is_same_person) return null
  if (facts.is_of_agency)
    return refuse('not_allowed', `You are one of the people of ${agency}, so you cannot be its contractor`)
  if (!facts.is_onboarded)
    return refuse('precondition', `You can ask to work with ${agency} once you are onboarded`)
  if (service === 'suspended')
    return refuse('precondition', `Your work with ${agency} is suspended. Ask them to resume it`)
  if (service === 'active' || service === 'draft')
    return refuse('precondition', `You work with ${agency} already`)
  if (facts.has_asked) return refuse('conflict', `You have asked ${agency} already. They decide about it`)
  if (facts.has_details) return refuse('precondition', `${agency} has your details already`)
  return true
}

/** A payee of the contractor. */
export type OfferedPayee = {
  readonly id: string
  readonly name: string
  readonly payment_type: string
  /** Pays their work with every agency. */
  readonly is_default: boolean
  readonly is_vat_registered: boolean
}

/** A limited company says so in its name. */
export function payeeText({ name, payment_type }: Pick<OfferedPayee, 'name' | 'payment_type'>): string {
  if (payment_type === 'paye') return 'Payroll (PAYE)'
  return payment_type === 'limited' ? name : `${name} (${labelIn(payment_types, payment_type)})`
}

export type WorkOffer = {
  readonly agency: string
  /** Null: they may ask. */
  readonly refusal: string | null
  readonly payees: readonly OfferedPayee[]
}

/** As in their own part: a company with VAT agrees with each agency. */
const agreedOf = ({ payment_type, is_vat_registered }: OfferedPayee, agrees: boolean) => ({
  payment_type,
  is_vat_registered,
  agrees_self_billing: agrees,
})

export const mayAgree = ({ payment_type, is_vat_registered }: OfferedPayee): boolean =>
  is_vat_registered && (payment_type === 'limited' || payment_type === 'selfemployed')

/** The words above the typed name. */
export const askedWords = (payee: OfferedPayee, agrees: boolean, agency: string): string =>
  `${agency} will read your name, address, birth date, tax numbers and payee. ${signedWords(agreedOf(payee, agrees), agency)}`

/** The request as the agency decides about it. */
export type KnownFacts = {
  readonly title: string
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'onboarded'
  readonly asked_by: string
}

type Asker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>

const isSecond = ({ asked_by }: KnownFacts, viewer: Asker): Verdict =>
  !isSamePerson(asked_by, viewer) || refuse('not_allowed', 'You asked for this, so somebody else decides')

const by = { agency: party_approvers.agency } as const

export const { can, who } = transitions<'approve' | 'decline', KnownFacts, Asker>(
  { name: ({ title }) => `The request of ${title}` },
  {
    approve: {
      from: ['submitted'],
      to: 'onboarded',
      by,
      done: 'approved',
      already: 'approved',
      refuse: isSecond,
    },
    decline: {
      from: ['submitted'],
      to: 'rejected',
      by,
      done: 'declined',
      already: 'declined',
      refuse: isSecond,
    },
  },
)

/** Why a request cannot be approved any more, in words for the agency. */
export function knownFault(
  facts: Pick<OfferFacts, 'is_onboarded' | 'is_of_agency' | 'has_details' | 'service'>,
): string | null {
  if (!facts.is_onboarded) return 'The contractor is not in force any more: decline the request'
  if (facts.is_of_agency) return 'The contractor is one of your own people: decline the request'
  if (facts.service !== null && facts.service !== 'ended' && facts.service !== 'deleted')
    return 'The contractor works with you already: decline the request'
  return facts.has_details
    ? 'Another contractor of yours has this National Insurance number: decline the request'
    : null
}
