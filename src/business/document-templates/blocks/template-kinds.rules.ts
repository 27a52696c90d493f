/** The kinds of document templates: the records they are made of, the parties they bind, and the values they may name. Pure. */
import type { signature_types } from '../../platform/signature-types.rules.ts'

/** Parties as a document names them; the company is the one that a contractor is paid through. */
export const template_parties = ['agency', 'client', 'contractor', 'payment_company', 'provider'] as const
export type TemplateParty = (typeof template_parties)[number]

export const party_words: Readonly<Record<TemplateParty, string>> = {
  agency: 'Agency',
  client: 'Client',
  contractor: 'Contractor',
  payment_company: 'Company',
  provider: 'Provider',
}

export const template_records = [
  'business.agency',
  'business.client',
  'business.contractor',
  'contract.perm_placement',
  'contract.temp_placement',
  /** A new party that is not submitted yet. */
  'request.draft_request',
] as const
export type TemplateRecord = (typeof template_records)[number]

export type ValueGroup = TemplateParty | 'document' | 'placement' | 'perm' | 'example' | 'wages' | 'umbrella'

interface Kind {
  readonly label: string
  readonly records: readonly TemplateRecord[]
  readonly parties: readonly TemplateParty[]
  /** Values besides those of the parties and the document. */
  readonly more?: readonly ValueGroup[]
  /** The type of a signature document made from it; null: it is made as a file alone. */
  readonly signed_as: (typeof signature_types)[number] | null
}

const contractor_contract = {
  records: ['business.contractor', 'contract.temp_placement'],
  parties: ['agency', 'payment_company', 'contractor'],
  signed_as: 'contract',
} as const satisfies Omit<Kind, 'label'>

/** Given before a worker agrees to an assignment (regulation 13A of the Conduct Regulations), and signed by nobody. */
const key_information = {
  records: ['contract.temp_placement'],
  parties: ['agency', 'payment_company', 'contractor'],
  signed_as: null,
} as const satisfies Omit<Kind, 'label'>

export const kinds = {
  business_terms: {
    label: 'Terms of business (client)',
    records: ['business.client', 'contract.temp_placement', 'request.draft_request'],
    parties: ['agency', 'client'],
    signed_as: 'client_terms',
  },
  perm_terms: {
    label: 'Terms for perm',
    records: ['business.client', 'contract.perm_placement'],
    parties: ['agency', 'client'],
    signed_as: 'client_terms',
  },
  limited_contract: { label: 'Contract for services (limited)', ...contractor_contract },
  umbrella_contract: { label: 'Contract for services (umbrella)', ...contractor_contract },
  paye_terms: {
    label: 'Worker terms (PAYE)',
    records: ['business.contractor', 'contract.temp_placement'],
    parties: ['agency', 'contractor'],
    signed_as: 'contract',
  },
  self_billing: {
    label: 'Self-billing agreement',
    records: ['business.contractor', 'contract.temp_placement'],
    parties: ['agency', 'payment_company'],
    more: ['contractor'],
    signed_as: 'agreement',
  },
  opt_out: {
    label: 'Opt-out notice',
    records: ['business.contractor', 'contract.temp_placement'],
    parties: ['contractor', 'payment_company', 'agency'],
    signed_as: 'agreement',
  },
  assignment_schedule: {
    label: 'Assignment schedule',
    records: ['contract.temp_placement'],
    parties: ['agency', 'client', 'contractor'],
    more: ['placement', 'payment_company'],
    signed_as: 'contract',
  },
  perm_confirmation: {
    label: 'Confirmation of a perm placement',
    records: ['contract.perm_placement'],
    parties: ['agency', 'client'],
    more: ['perm'],
    signed_as: 'agreement',
  },
  key_information_paye: {
    ...key_information,
    label: 'Key information document (PAYE)',
    parties: ['agency', 'contractor'],
    more: ['placement', 'example', 'wages'],
  },
  key_information_umbrella: {
    ...key_information,
    label: 'Key information document (umbrella)',
    more: ['placement', 'example', 'wages', 'umbrella'],
  },
  key_information_limited: {
    ...key_information,
    label: 'Key information document (limited)',
    more: ['placement', 'example'],
  },
  agency_terms: {
    label: 'Agency agreement',
    records: ['business.agency', 'request.draft_request'],
    parties: ['provider', 'agency'],
    signed_as: 'agreement',
  },
} as const satisfies Readonly<Record<string, Kind>>

export type TemplateKind = keyof typeof kinds
export const template_kinds = Object.keys(kinds) as TemplateKind[] // Its keys.

export const kindOfTemplate = (kind: TemplateKind): Kind => kinds[kind]

export const kind_choices = [
  { value: 'business_terms', label: kinds.business_terms.label },
  { value: 'perm_terms', label: kinds.perm_terms.label },
  { value: 'limited_contract', label: kinds.limited_contract.label },
  { value: 'umbrella_contract', label: kinds.umbrella_contract.label },
  { value: 'paye_terms', label: kinds.paye_terms.label },
  { value: 'self_billing', label: kinds.self_billing.label },
  { value: 'opt_out', label: kinds.opt_out.label },
  { value: 'assignment_schedule', label: kinds.assignment_schedule.label },
  { value: 'perm_confirmation', label: kinds.perm_confirmation.label },
  { value: 'key_information_paye', label: kinds.key_information_paye.label },
  { value: 'key_information_umbrella', label: kinds.key_information_umbrella.label },
  { value: 'key_information_limited', label: kinds.key_information_limited.label },
  { value: 'agency_terms', label: kinds.agency_terms.label },
] as const satisfies readonly { value: TemplateKind; label: string }[]

/** The terms of business of a new party, by its kind. */
export const terms_of_draft: Readonly<Record<string, TemplateKind>> = {
  client: 'business_terms',
  agency: 'agency_terms',
}

/** Is a document of this kind made of such a record? */
export const isMadeOf = (kind: TemplateKind, record: string): boolean =>
  kindOfTemplate(kind).records.some((one) => one === record)

export const groupsOf = (kind: TemplateKind): readonly ValueGroup[] => {
  const { parties, more = [] } = kindOfTemplate(kind)
  return ['document', ...parties, ...more]
}

/** Rates belong to a temp placement. */
export const hasRates = (kind: TemplateKind): boolean => groupsOf(kind).includes('placement')
