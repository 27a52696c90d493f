/** Facts of a party in force, changed by request alone: askers, approvers, words. Pure. */
import type { Category, Role, Viewer, WhoMay } from '#entity/access.ts'
import { client_cost_roles, payroll_data_roles } from '#entity/roles.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { address_names } from '../../parties/company-profile/address-names.rules.ts'
import { agency_writers, isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import type { AskedSide, ChangeOf, ChangesOf } from './change.rules.ts'

type Asker = Pick<Viewer, 'category' | 'roles'>

export const party_subjects = ['client', 'contractor', 'payment_company', 'service'] as const
export type PartySubject = (typeof party_subjects)[number]

export const party_fact_labels = {
  name: 'Registered Name',
  legal_form: 'Legal Form',
  brn: 'Company Number',
  is_vat_registered: 'VAT Registered',
  vat_registration_no: 'VAT Number',
  currency: 'Currency',
  email_domains: 'Mail Domains',
  line_1: 'Address Line 1',
  line_2: 'Address Line 2',
  line_3: 'Address Line 3',
  line_4: 'Address Line 4',
  city: 'City',
  state: 'County or State',
  zipcode: 'Postcode',
  country: 'Country',
  country_code: 'Country Code',
  first_name: 'First Name',
  last_name: 'Last Name',
  date_of_birth: 'Date of Birth',
  gender: 'Gender',
  ni_number: 'National Insurance Number',
  utr: 'Unique Tax Reference',
  service_status: 'Service',
  conduct_regs_opt_out: 'Opted Out of Conduct Regulations',
  payment_type: 'Payment Type',
  payment_company: 'Payment Company',
  self_billing_from: 'Self-billing Agreement From',
  self_billing_to: 'Self-billing Agreement Until',
  payee_agency: 'Agency',
  payee_type: 'Further Payment Type',
  payee_company: 'Further Payment Company',
} as const
export type PartyField = keyof typeof party_fact_labels

export const party_fields = Object.keys(party_fact_labels) as PartyField[] // Its keys.

/** How a contractor is paid, from a day on: asked by verbs of their own, since placements follow. */
const payment_fields = [
  'payment_type',
  'payment_company',
  'self_billing_from',
  'self_billing_to',
  'payee_agency',
  'payee_type',
  'payee_company',
] as const satisfies readonly PartyField[]
type TypedField = Exclude<PartyField, (typeof payment_fields)[number]>

/** Facts that the form of a party's change has. */
export const typed_fields = party_fields.filter(
  (field): field is TypedField => !payment_fields.some((one) => one === field),
)

export const isPaymentChange = (changes: readonly PartyChange[]): boolean =>
  changes.some(({ field }) => payment_fields.some((one) => one === field))

/** A further payee beside that of the contractor. */
export const isFurtherPayee = (changes: readonly PartyChange[]): boolean =>
  changes.some(({ field }) => field === 'payee_type')

const company = [
  'name',
  'brn',
  'is_vat_registered',
  'vat_registration_no',
  ...address_names,
] as const satisfies readonly PartyField[]

/** The facts of each kind of party. */
const facts_of = {
  client: [...company, 'legal_form', 'currency', 'email_domains'],
  contractor: ['first_name', 'last_name', 'date_of_birth', 'gender', 'ni_number', 'utr', ...address_names],
  payment_company: company,
  service: ['service_status', 'conduct_regs_opt_out'],
} as const satisfies Record<PartySubject, readonly PartyField[]>

/** States of a link with an agency that one side asks the other for; a suspended or ended one has no new placement. */
export const service_states = { Active: 'active', Suspended: 'suspended', Ended: 'ended' } as const
export const isServiceState = (text: string): text is keyof typeof service_states =>
  Object.hasOwn(service_states, text)

/** Words for a person's gender, with the letter that HMRC knows. */
export const genders = { Male: 'M', Female: 'F' } as const
export const isGender = (text: string): text is keyof typeof genders => Object.hasOwn(genders, text)

/** Only a worker opts out of the conduct regulations. */
export const factsOf = ({
  subject,
  type,
}: Pick<ChangeableParty, 'subject' | 'type'>): readonly PartyField[] =>
  type === 'client-agency' ? ['service_status'] : facts_of[subject]

/** Facts that a party is never without. */
export const mandatory_facts: readonly PartyField[] = [
  'name',
  'legal_form',
  'currency',
  'line_1',
  'country',
  'country_code',
  'first_name',
  'last_name',
  'service_status',
]

export type PartyChange = ChangeOf<PartyField>
export type PartyChanges = ChangesOf<PartyField>

/** Of the agency, people that read a worker's personal data. */
const person_writers: readonly Role[] = payroll_data_roles.filter((role) =>
  agency_writers.some((one) => one === role),
)

export const party_askers = {
  client: { agency: agency_writers, client: client_cost_roles, provider: provider_staff },
  contractor: { agency: person_writers, contractor: ['contractor'], provider: provider_staff },
  payment_company: { agency: agency_writers, contractor: ['contractor'], provider: provider_staff },
  // Each of the two sides asks the other.
  service: { agency: agency_writers, client: client_cost_roles, contractor: ['contractor'] },
} as const satisfies Record<PartySubject, WhoMay>

/** A worker asks about the company that is theirs; umbrellas and payers pay many. */
const own_company_types: readonly string[] = ['limited', 'selfemployed']

export type ChangeableParty = {
  readonly subject: PartySubject
  readonly type: string
  readonly human_id: string
  readonly status: string
  readonly is_in_force: boolean
  /** Of the request that is open on the viewer's side. */
  readonly open: string | null
}

export const party_nouns = {
  client: 'Client',
  contractor: 'Contractor',
  payment_company: 'Payment company',
  service: 'Service with',
} as const satisfies Record<PartySubject, string>

const nameOf = ({ subject, human_id }: ChangeableParty) => `${party_nouns[subject]} ${human_id}`

/** May the viewer's role ask for changes of such a party at all? */
export const asksFor = (
  { subject, type }: Pick<ChangeableParty, 'subject' | 'type'>,
  viewer: Asker,
): boolean =>
  isOneOf(viewer, party_askers[subject]) &&
  (viewer.category !== 'contractor' || subject !== 'payment_company' || own_company_types.includes(type)) &&
  (subject !== 'service' || viewer.category === 'agency' || type === `${viewer.category}-agency`)

export function mayAskFor(row: ChangeableParty, viewer: Asker): Verdict {
  if (!asksFor(row, viewer)) return refuse('not_allowed', errorText.not_allowed)
  if (!row.is_in_force) return refuse('precondition', `${nameOf(row)} is ${row.status} and cannot be changed`)
  return row.open === null || refuse('conflict', `${nameOf(row)} is asked to change already, by ${row.open}`)
}

/**
 * The approving sides, in order. A client's agency answers before the provider; a worker and their agency answer each
 * other.
 * @param has_agency the asker's side has an agency that answers
 */
export function partySides(
  { subject, type }: Pick<ChangeableParty, 'subject' | 'type'>,
  asker: Category,
  has_agency: boolean,
): AskedSide[] {
  if (subject === 'service')
    return [asker !== 'agency' ? 'agency' : type === 'client-agency' ? 'client' : 'contractor']
  if (subject === 'payment_company') return ['provider']
  if (subject === 'client') return asker === 'client' && has_agency ? ['agency', 'provider'] : ['provider']
  if (asker !== 'contractor') return ['contractor']
  return has_agency ? ['agency'] : ['provider']
}

/** Of the agency, the people that decide on a party of this kind. */
export const agencyDeciders = (subject: string): readonly Role[] =>
  subject === 'contractor' ? person_writers : agency_writers

export const isPartySubject = (subject: string): subject is PartySubject =>
  party_subjects.some((one) => one === subject)

export const subjectOfType = (type: string): PartySubject | null =>
  type === 'client' || type === 'contractor'
    ? type
    : type === 'client-agency' || type === 'contractor-agency'
      ? 'service'
      : ['limited', 'umbrella', 'selfemployed', 'payer'].includes(type)
        ? 'payment_company'
        : null

/** Changes of a party as its page shows them, and as its form starts. */
export type PartyChangesRead = {
  readonly subject: PartySubject
  readonly type: string
  readonly human_id: string
  readonly name: string
  readonly facts: readonly {
    readonly field: PartyField
    readonly label: string
    readonly value: string | null
  }[]
  readonly open: readonly { readonly id: string; readonly human_id: string; readonly waits_for: string }[]
  /** Links with agencies, of which the viewer is a side. */
  readonly services: readonly { readonly id: string; readonly name: string; readonly status: string }[]
  /** For a client or contractor of several agencies: the choice of the one to answer. */
  readonly agencies: readonly { readonly id: string; readonly name: string }[]
  /** Null: the viewer may ask. */
  readonly refusal: string | null
  /** False: nothing is offered to this role. */
  readonly is_asker: boolean
}
