/** The papers that parties of an agency need: purpose, length of validity, and the people who add and check them (onboarding: compliance). Pure. */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { addDays, addMonths, type Day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import {
  agency_side,
  agency_writers,
  eitherOf,
  isAnyPerson,
  isOneOf,
  provider_staff,
} from '../../shared/who-may.rules.ts'
import { umbrella_check_days } from './umbrella-check.rules.ts'

/** Agencies without this feature keep papers that nothing asks for (decision 0064). */
export const compliance_feature = 'compliance_documents'

const provider_checkers = [...provider_staff, 'provider_approver'] as const satisfies readonly Role[]
const agency_checkers = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
] as const satisfies readonly Role[]

/** Links whose papers are asked for, with who adds and who checks them. */
export const paper_services = {
  'contractor-agency': {
    adds: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
    checks: { agency: agency_checkers, provider: provider_checkers },
    waits_for: 'the agency',
  },
  'client-agency': {
    adds: { agency: agency_writers, provider: provider_staff },
    checks: { provider: provider_checkers },
    waits_for: 'the provider',
  },
  'contractor-company': {
    adds: { contractor: ['contractor'], agency: agency_writers, provider: provider_staff },
    checks: { provider: provider_checkers },
    waits_for: 'the provider',
  },
  'agency-provider': {
    adds: { agency: ['agency_admin'], provider: provider_staff },
    checks: { provider: provider_checkers },
    waits_for: 'the provider',
  },
  'agency-funder': {
    adds: { agency: ['agency_admin'], provider: provider_staff },
    checks: { provider: provider_checkers },
    waits_for: 'the provider',
  },
} as const satisfies Readonly<Record<string, { adds: WhoMay; checks: WhoMay; waits_for: string }>>
export type PaperService = keyof typeof paper_services

/** Files of a right to work stay so long after the end of the work. */
export const RIGHT_KEPT_MONTHS = 24

type Paper = {
  readonly label: string
  readonly services: readonly PaperService[]
  /** Company types that need it; absent: every party of these links. */
  readonly companies?: readonly string[]
  /** False: offered, and asked of nobody. */
  readonly required: boolean
  /** How long it holds where no last day is entered. */
  readonly lasts?: { readonly months: number } | { readonly days: number }
  /** The document records a past check, so its first day is not after today. */
  readonly is_check?: true
  /** The last day may not be after the longest term. */
  readonly is_capped?: true
  /** The document counts for one agency. These roles of the agency and of the provider add it. */
  readonly of_agency?: WhoMay
  /** The consequence of a missing or expired paper, in words for the reader. */
  readonly stops?: string
}

export const papers = {
  right_to_work: {
    label: 'Right to work',
    services: ['contractor-agency'],
    required: true,
    is_check: true,
    stops: 'Activation; no timesheets after its last day',
  },
  identity: { label: 'Identity', services: ['contractor-agency'], required: true, is_check: true },
  contract_for_services: {
    label: 'Contract for services',
    services: ['contractor-agency'],
    required: true,
    stops: 'Activation of new placements',
  },
  key_information_document: {
    label: 'Key information document',
    services: ['contractor-agency'],
    required: false,
  },
  conduct_opt_out: {
    label: 'Conduct regulations opt-out',
    services: ['contractor-agency'],
    required: false,
  },
  status_determination_statement: {
    label: 'Status determination statement',
    services: ['contractor-agency'],
    required: false,
  },
  terms_of_business: {
    label: 'Terms of business',
    services: ['client-agency', 'agency-provider', 'agency-funder'],
    required: true,
  },
  credit_safe_report: { label: 'Credit report', services: ['client-agency'], required: false },
  self_billing_agreement: {
    label: 'Self-billing agreement',
    services: ['contractor-company'],
    companies: ['limited', 'umbrella', 'selfemployed'],
    required: true,
    lasts: { months: 12 },
    is_capped: true,
    stops: 'VAT on self-bills',
  },
  umbrella_due_diligence: {
    label: 'Umbrella due diligence',
    services: ['contractor-company'],
    companies: ['umbrella'],
    required: true,
    lasts: { days: umbrella_check_days },
    is_check: true,
    is_capped: true,
    // The liable agency proves its own check. A worker's copy proves nothing.
    of_agency: agency_side,
  },
  vat_certificate: {
    label: 'VAT certificate',
    services: ['contractor-company', 'agency-provider'],
    required: false,
  },
  professional_indemnity: {
    label: 'Professional indemnity',
    services: ['contractor-company'],
    companies: ['limited'],
    required: false,
  },
  public_liability: {
    label: 'Public liability',
    services: ['contractor-company'],
    companies: ['limited'],
    required: false,
  },
} as const satisfies Readonly<Record<string, Paper>>
export type PaperType = keyof typeof papers

// Widened: each paper names only its own facts.
const table: Readonly<Record<PaperType, Paper>> = papers
export const paperOf = (type: PaperType): Paper => table[type]

export const paper_types = Object.keys(papers) as [PaperType, ...PaperType[]] // Its keys, and it is not empty.

/** The roles that add a document of a type to a service. */
export const addersOf = (type: PaperType, service: PaperService): WhoMay =>
  table[type].of_agency ?? paper_services[service].adds

export const isPaperType = (type: string): type is PaperType => Object.hasOwn(papers, type)

/** The papers of a link, required ones first. */
export const papersOf = (service: string, company: string | null): PaperType[] =>
  paper_types
    .filter((type) => {
      const { services, companies } = table[type]
      return services.some((one) => one === service) && (!companies || companies.includes(company ?? ''))
    })
    .sort((a, b) => Number(table[b].required) - Number(table[a].required))

/** How a right to work or an identity was seen. */
export const check_methods = [
  { value: 'manual_list_a', label: 'Original seen, List A' },
  { value: 'manual_list_b', label: 'Original seen, List B' },
  { value: 'online', label: 'Online, by share code' },
  { value: 'idsp', label: 'Identity service provider' },
] as const

/** A share code has nine letters and digits. */
export const isShareCode = (text: string | undefined): boolean =>
  /^[A-Z0-9]{9}$/i.test((text ?? '').replaceAll(/[\s-]/g, ''))

/** How a right to work was seen, and its last day: List A alone lasts for ever. */
export const rightFaults = ({
  method,
  valid_to,
}: {
  readonly method?: string | null | undefined
  readonly valid_to: string | null
}): FieldErrors => ({
  ...(method == null ? { method: validationText.required } : {}),
  ...(method !== 'manual_list_a' && valid_to === null ? { valid_to: validationText.required } : {}),
})

/** The last day that holds: as entered, else as the paper lasts; null: without end. */
export function lastDay(type: PaperType, valid_from: Day, valid_to: Day | null): Day | null {
  const { lasts } = table[type]
  if (valid_to !== null || !lasts) return valid_to
  return 'days' in lasts ? addDays(valid_from, lasts.days) : addDays(addMonths(valid_from, lasts.months), -1)
}

/** Days before its last day at which people are told; -1: it has ended. */
export const paper_ends_days = [60, 30, 14, 7, -1] as const

export type PaperFacts = {
  readonly title: string
  readonly status: string
  readonly service: PaperService
  readonly uploaded_by: string | null
  /** The person behind an impersonation. */
  readonly uploaded_as?: string | null
  readonly has_file: boolean
  readonly has_ended: boolean
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

const isTheirs = ({ service }: PaperFacts, viewer: Asker): Verdict =>
  isOneOf(viewer, paper_services[service].checks) ||
  refuse('precondition', `It waits for ${paper_services[service].waits_for}`)

const checked = (row: PaperFacts, viewer: Asker): Verdict =>
  !isAnyPerson([row.uploaded_by, row.uploaded_as], viewer) ||
  refuse('not_allowed', 'You added this document, so somebody else checks it')

function isReady(row: PaperFacts, viewer: Asker): Verdict {
  const person = checked(row, viewer)
  if (person !== true) return person
  if (!row.has_file) return refuse('precondition', 'Attach the file first')
  return !row.has_ended || refuse('precondition', `${row.title} has ended already`)
}

const checkers = eitherOf(...Object.values(paper_services).map(({ checks }) => checks))
export const paper_adders = eitherOf(...Object.values(paper_services).map(({ adds }) => adds))

export const { can, who } = transitions<'verify' | 'reject', PaperFacts, Asker>(
  { name: ({ title }) => title },
  {
    verify: {
      from: ['inprogress'],
      to: 'completed',
      by: checkers,
      before: isTheirs,
      done: 'verified',
      already: 'verified',
      refuse: isReady,
    },
    reject: {
      from: ['inprogress', 'completed'],
      to: 'rejected',
      by: checkers,
      before: isTheirs,
      done: 'rejected',
      already: 'rejected',
      refuse: checked,
    },
  },
)
