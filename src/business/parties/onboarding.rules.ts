/** The states of a party from its draft until it is onboarded (decision 0066; spec §4, Business). Pure. */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { listText, withinSentence } from '#kernel/list-text.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, byRole, isOneOf, isSamePerson, provider_staff } from '../shared/who-may.rules.ts'

/** Agencies without this feature take parties on at once through the API and imports. */
export const approval_feature = 'party_approval'

export const party_kinds = [
  'client',
  'contractor',
  'limited',
  'umbrella',
  'selfemployed',
  'payer',
  'funder',
  'agency',
] as const
export type PartyKind = (typeof party_kinds)[number]

export const isPartyKind = (type: string): type is PartyKind => party_kinds.some((kind) => kind === type)

const provider_approvers = [...provider_staff, 'provider_approver'] as const satisfies readonly Role[]
const agency_approvers = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
] as const satisfies readonly Role[]

type Kind = {
  readonly noun: string
  readonly drafts: WhoMay
  readonly approves: WhoMay
  /** The deciding side, in the sentence `It waits for …`. */
  readonly waits_for: string
  /** The provider takes this party on for itself. Tokens may not do it, and no agency but itself reads its onboarding. */
  readonly is_of_provider?: true
}

const by_provider = { approves: { provider: provider_approvers }, waits_for: 'the provider' } as const

/** Parties that decide about everybody's money: provider operations neither draft nor approve them. */
const by_admins = {
  drafts: { provider: ['provider_admin'] },
  approves: { provider: ['provider_admin', 'provider_approver'] },
  waits_for: 'the provider',
  is_of_provider: true,
} as const

export const kinds: Readonly<Record<PartyKind, Kind>> = {
  client: { noun: 'Client', drafts: agency_side, ...by_provider },
  contractor: {
    noun: 'Contractor',
    drafts: agency_side,
    approves: { agency: agency_approvers },
    waits_for: 'the agency',
  },
  limited: { noun: 'Limited company', drafts: agency_side, ...by_provider },
  selfemployed: { noun: 'Self-employed', drafts: agency_side, ...by_provider },
  // Paid for the people of many agencies.
  umbrella: { noun: 'Umbrella company', drafts: { provider: provider_staff }, ...by_provider },
  payer: { noun: 'Payer', drafts: { provider: provider_staff }, ...by_provider },
  funder: { noun: 'Funder', ...by_admins },
  agency: { noun: 'Agency', ...by_admins },
}

export const party_approvers = {
  provider: provider_approvers,
  agency: agency_approvers,
} as const satisfies WhoMay

/** The missing facts of an approved party, in words. */
export const party_needs = {
  terms_of_business: 'Terms of business',
  invoice_contact: 'An invoice contact',
  timesheet_approver: 'A timesheet approver',
  credit_decision: 'Credit decision',
  documents: 'Required documents',
  payment_company: 'An onboarded payment company',
  bank_account: 'A confirmed bank account',
  trust_account: 'A confirmed trust account',
  admin: 'An invited administrator',
  fee_rule: 'A fee rule',
} as const
export type PartyNeed = keyof typeof party_needs

export const need_names = Object.keys(party_needs) as PartyNeed[] // Its keys.

export const needWords = (needs: readonly PartyNeed[]): string =>
  needs.map((need) => party_needs[need]).join(', ')

export const stale_draft = 'Somebody else changed this draft. Reload it.'

export const party_actions = [
  'save_draft',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'correct',
  'link_same',
  'onboard',
  'delete_draft',
] as const
export type PartyAction = (typeof party_actions)[number]

export type PartyStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'onboarded'

export type PartyFacts = {
  readonly kind: PartyKind
  /** Null: not submitted yet. */
  readonly human_id: string | null
  readonly title: string
  readonly status: PartyStatus
  /** The business whose people draft it; null: made without a draft. */
  readonly owner_id: string | null
  /** The person who began the draft. */
  readonly created_by: string | null
  readonly submitted_by: string | null
  /** The person behind an impersonation. */
  readonly submitted_as: string | null
  /** The registration number that another client of the provider has already. */
  readonly known_number: string | null
  readonly needs: readonly PartyNeed[]
  readonly is_used: boolean
}

type Asker = Pick<Viewer, 'category' | 'roles' | 'business_id'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids' | 'token'>>

const nameOf = ({ kind, human_id, title }: PartyFacts) =>
  human_id === null ? `Draft ${title}` : `${kinds[kind].noun} ${human_id}`

/** A draft is its own business's. */
const isDrafter = (row: PartyFacts, viewer: Asker): Verdict => {
  const role = byRole(viewer, kinds[row.kind].drafts)
  if (role !== true) return role
  if (kinds[row.kind].is_of_provider && viewer.token) return refuse('not_allowed', errorText.needs_person)
  return (
    row.owner_id === viewer.business_id ||
    refuse('not_allowed', 'Only the business that entered it does this')
  )
}

const reads_personal_data = {
  agency: payroll_data_roles,
  provider: provider_staff,
} as const satisfies WhoMay

/** The draft of a person holds their date of birth and National Insurance number. */
const mayRead = (row: PartyFacts, viewer: Asker): Verdict =>
  row.kind !== 'contractor' ||
  isSamePerson(row.created_by, viewer) ||
  isOneOf(viewer, reads_personal_data) ||
  refuse('not_allowed', 'Who began the draft of a person, or an administrator, goes on with it')

/** Names and addresses of people are corrected by their agency; a company is as its register has it. */
const isWorker = (row: PartyFacts, viewer: Asker): Verdict =>
  row.kind === 'contractor'
    ? isApprover(row, viewer)
    : refuse('not_allowed', `${nameOf(row)} is not a contractor`)

const isApprover = (row: PartyFacts, viewer: Asker): Verdict =>
  byRole(viewer, kinds[row.kind].approves) === true ||
  refuse('not_allowed', `${nameOf(row)} waits for ${kinds[row.kind].waits_for}`)

const isSecond = (row: PartyFacts, viewer: Asker): Verdict =>
  !(isSamePerson(row.submitted_by, viewer) || isSamePerson(row.submitted_as, viewer)) ||
  refuse('not_allowed', 'You submitted this, so somebody else approves it')

const hasOwnNumber = (row: PartyFacts): Verdict =>
  row.known_number === null ||
  refuse(
    'precondition',
    `Another client has the company number ${row.known_number}. Link that client, or send this one back`,
  )

/** Only a client is shared by agencies through links. */
const isClient = (row: PartyFacts): Verdict =>
  row.kind === 'client' || refuse('not_allowed', `${nameOf(row)} is not a client`)

const hasAll = (row: PartyFacts): Verdict =>
  row.needs.length === 0 || refuse('precondition', `${nameOf(row)} still needs: ${needWords(row.needs)}`)

const isUnused = (row: PartyFacts): Verdict =>
  !row.is_used || refuse('precondition', `${nameOf(row)} is used by a placement`)

export const { can, who } = transitions<PartyAction, PartyFacts, Asker>(
  { name: nameOf },
  {
    save_draft: {
      from: ['draft', 'rejected'],
      to: null,
      by: agency_side,
      before: isDrafter,
      done: 'changed',
      refuse: mayRead,
    },
    submit: {
      from: ['draft', 'rejected'],
      to: 'submitted',
      by: agency_side,
      before: isDrafter,
      done: 'submitted',
      already: 'submitted',
      refuse: mayRead,
    },
    withdraw: { from: ['submitted'], to: 'draft', by: agency_side, before: isDrafter, done: 'withdrawn' },
    approve: {
      from: ['submitted'],
      to: 'approved',
      by: party_approvers,
      before: isApprover,
      done: 'approved',
      already: 'approved',
      refuse: (row, viewer) => {
        const second = isSecond(row, viewer)
        return second === true ? hasOwnNumber(row) : second
      },
    },
    correct: {
      from: ['submitted'],
      to: null,
      by: { agency: agency_approvers },
      before: isWorker,
      done: 'corrected',
    },
    link_same: {
      from: ['submitted'],
      to: null,
      by: { provider: provider_approvers },
      before: isClient,
      done: 'linked',
      refuse: isSecond,
    },
    reject: {
      from: ['submitted', 'approved'],
      to: 'rejected',
      by: party_approvers,
      before: isApprover,
      done: 'rejected',
      already: 'rejected',
    },
    onboard: {
      from: ['approved'],
      to: 'onboarded',
      by: party_approvers,
      before: isApprover,
      done: 'onboarded',
      already: 'onboarded',
      refuse: hasAll,
    },
    delete_draft: {
      from: ['draft', 'rejected'],
      to: null,
      by: agency_side,
      before: isDrafter,
      done: 'deleted',
      refuse: isUnused,
    },
  },
)

/** A party of a viewer that has no rows yet. */
export const newFacts = (
  kind: PartyKind,
  viewer: Pick<Viewer, 'business_id' | 'user_id'>,
  title: string,
): PartyFacts => ({
  kind,
  human_id: null,
  title,
  status: 'draft',
  owner_id: viewer.business_id,
  created_by: viewer.user_id,
  submitted_by: null,
  submitted_as: null,
  known_number: null,
  needs: [],
  is_used: false,
})

/** A button shows where role and status fit; a missing fact or another person's turn greys it. */
export const isOffered = (action: PartyAction, row: PartyFacts, viewer: Asker): boolean =>
  can[action](
    {
      ...row,
      submitted_by: null,
      submitted_as: null,
      known_number: null,
      needs: [],
      is_used: false,
      created_by: viewer.user_id ?? null,
    },
    viewer,
  ) === true

/** The next step as a sentence; null: nothing is left to do. */
export function nextStep(row: Pick<PartyFacts, 'kind' | 'status' | 'needs'>): string | null {
  const { waits_for } = kinds[row.kind]
  switch (row.status) {
    case 'draft':
      return 'Not submitted. It can be used once it is submitted, approved and complete.'
    case 'submitted':
      return `Waits for ${waits_for}: a person other than the submitter approves it.`
    case 'approved':
      return row.needs.length === 0
        ? 'Approved, and nothing is missing.'
        : `It still needs ${listText(row.needs.map((need) => withinSentence(party_needs[need])))}.`
    case 'rejected':
      return 'Sent back. Correct it and submit it again.'
    case 'onboarded':
      return null
  }
}
