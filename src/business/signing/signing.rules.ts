/** The rules of documents that are signed here: states, order, words and reminders. Pure. */
import type { Viewer } from '#entity/access.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { AskedField } from '../platform/signature-fields.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, isOneOf } from '../shared/who-may.rules.ts'
import type { SummaryLine } from './signing-summary.rules.ts'

export const signer_roles = ['signer', 'approver', 'copy'] as const
export const signer_parties = ['agency', 'client', 'contractor', 'funder', 'provider'] as const

export const DAYS_TO_SIGN = 14
export const DAYS_TO_SIGN_MAX = 90
export const SIGNERS_MAX = 10
const DAY_MS = 24 * 60 * 60_000

/** Records whose files are sent for signature. */
export const signed_records = [
  'business.agency',
  'business.client',
  'business.contractor',
  'contract.temp_placement',
  'contract.perm_placement',
] as const
export type SignedRecord = (typeof signed_records)[number]

export const isSignedRecord = (entity: string): entity is SignedRecord =>
  signed_records.some((one) => one === entity)

/** The record whose documents are signed. */
export interface SignedAbout {
  readonly entity: SignedRecord
  readonly id: string
  /** Businesses whose people may sign. */
  readonly parties: Readonly<Partial<Record<'agency' | 'client' | 'contractor', string>>>
}

export const consent_text = 'I agree to sign electronically'

export type DocumentStatus = 'draft' | 'inprogress' | 'completed' | 'rejected' | 'expired'
export type SignerStatus = 'waiting' | 'asked' | 'viewed' | 'signed' | 'declined'

export type SignerFacts = {
  readonly id: string
  readonly position: number
  readonly role: (typeof signer_roles)[number]
  readonly party: (typeof signer_parties)[number]
  readonly name: string
  readonly status: SignerStatus
  /** The signer's contact may no longer act for its side. */
  readonly has_left: boolean
}

export type DocumentFacts = {
  readonly status: DocumentStatus
  readonly title: string
  readonly expires_at: Instant | null
  /** Values that its record lacked when a template made it, in words. */
  readonly missing: readonly string[]
  /** The service that the document was handed to; null: it is signed here. */
  readonly signed_with: 'documenso' | null
  readonly parent_entity: string | null
}

/** Past its last moment it is over, though the nightly run writes that down. */
export const statusAt = (row: DocumentFacts, now: Instant): DocumentStatus =>
  row.status === 'inprogress' && row.expires_at !== null && toMs(row.expires_at) <= toMs(now)
    ? 'expired'
    : row.status

export const endOf = (now: Instant, days: number): Instant => instantFromMs(toMs(now) + days * DAY_MS)

type Sender = Pick<Viewer, 'category' | 'roles'>

/** An agreement with an agency is its provider's to send; the agency signs it as the other side. */
export const sendsAbout = (parent_entity: string | null, viewer: Sender): Verdict =>
  parent_entity !== 'business.agency' ||
  viewer.category === 'provider' ||
  refuse('not_allowed', errorText.not_allowed)

/** Is the viewer of the sender's side of a document about this record? */
export const isSender = (parent_entity: string | null, viewer: Sender): boolean =>
  isOneOf(viewer, agency_side) && sendsAbout(parent_entity, viewer) === true

const as_sender = {
  by: agency_side,
  before: ({ parent_entity }: DocumentFacts, viewer: Sender) => sendsAbout(parent_entity, viewer),
} as const

type Action = 'send' | 'sign' | 'decline' | 'void' | 'remind' | 'reassign'

const words = { inprogress: 'in progress' } as const

export const { can, who } = transitions<Action, DocumentFacts, Sender>(
  { name: ({ title }) => `Document ${title}`, words },
  {
    send: {
      from: ['draft'],
      to: 'inprogress',
      ...as_sender,
      done: 'sent',
      already: 'sent',
      refuse: ({ missing }) =>
        missing.length === 0 || refuse('precondition', `The document still needs: ${missing.join(', ')}`),
    },
    // The signer is asked for by name: a link's holder may have no role here.
    sign: { from: ['inprogress'], to: null, done: 'signed' },
    decline: { from: ['inprogress'], to: 'rejected', done: 'declined' },
    void: { from: ['draft', 'inprogress'], to: 'rejected', ...as_sender, done: 'voided' },
    remind: { from: ['inprogress'], to: null, ...as_sender, done: 'brought to mind' },
    reassign: {
      from: ['inprogress'],
      to: null,
      done: 'passed on',
      refuse: ({ signed_with }) =>
        signed_with === null ||
        refuse('precondition', 'Documenso has asked its signers. Take it back to send it to somebody else.'),
    },
  },
)

/** Signatures of a document that was handed to Documenso come from there alone. */
export const isSignedHere = ({ signed_with }: Pick<DocumentFacts, 'signed_with'>): Verdict =>
  signed_with === null ||
  refuse('precondition', 'This document is signed with Documenso, by the link in its mail')

type InOrder = Omit<SignerFacts, 'has_left'>

/** The signers of the lowest open position: they are asked at the same time. */
export function nextSigners<S extends InOrder>(signers: readonly S[]): S[] {
  const open = signers.filter(({ role, status }) => role !== 'copy' && status !== 'signed')
  const first = Math.min(...open.map(({ position }) => position))
  return open.filter(({ position }) => position === first)
}

export const isCompleted = (signers: readonly InOrder[]): boolean => nextSigners(signers).length === 0

type Proof = Pick<SignerFacts, 'party' | 'status'> & {
  readonly contact_id: string | null
  readonly auth: string
  readonly is_asker: boolean
}

/**
 * Did a person of this party sign, known here before the sender named them? An address that was typed may be
 * anybody's, and nobody proves the other side of their own document.
 */
export const isProven = (party: SignerFacts['party'], signers: readonly Proof[]): boolean =>
  signers.some(
    (one) =>
      one.party === party &&
      one.status === 'signed' &&
      one.contact_id !== null &&
      one.auth === 'link' &&
      !one.is_asker,
  )

/** A person of both sides does not agree for the client to terms that they asked for, by signature either. */
export const keepsSides = (
  { type }: { readonly type: string },
  { party, is_asker }: Pick<Proof, 'party' | 'is_asker'>,
): Verdict =>
  type !== 'payment_terms' ||
  party !== 'client' ||
  !is_asker ||
  refuse('not_allowed', 'You asked for these terms, so somebody else signs them')

/** The side without whose signature a document about this record says nothing. */
export const needed_party: Readonly<Partial<Record<SignedRecord, 'agency' | 'client' | 'contractor'>>> = {
  'business.agency': 'agency',
  'business.client': 'client',
  'business.contractor': 'contractor',
}

export const leftText = ({ name, party }: Pick<SignerFacts, 'name' | 'party'>): string =>
  `${name} no longer acts for the ${party}, so somebody else signs`

/** Is it this signer's turn? */
export function maySign(signer: SignerFacts, signers: readonly InOrder[]): Verdict {
  if (signer.status === 'signed') return refuse('conflict', 'You have signed this document already')
  if (signer.has_left) return refuse('precondition', leftText(signer))
  return (
    nextSigners(signers).some(({ id }) => id === signer.id) ||
    refuse('precondition', 'It is not your turn to sign yet')
  )
}

const state_words = {
  draft: 'Draft',
  completed: 'Completed',
  rejected: 'Rejected',
  expired: 'Expired',
} as const satisfies Record<Exclude<DocumentStatus, 'inprogress'>, string>

/** The words of spec §4 for payment terms, and for all that waits. */
export function stateText(status: DocumentStatus, signers: readonly InOrder[]): string {
  if (status !== 'inprogress') return state_words[status]
  const [next] = nextSigners(signers)
  if (next === undefined) return 'Completed'
  return next.party === 'client' ? 'Pending Client Approval' : `Waiting for ${next.name}`
}

/** Days before the end of the signing certificate at which people are warned. */
export const CERTIFICATE_DAYS = 60

const TIMESTAMP_WAIT_MS = DAY_MS

/** A silent authority of timestamps delays the seal by a day; then the seal has our own time alone. */
export const stopsWaiting = (completed_at: Instant | null, now: Instant): boolean =>
  completed_at !== null && toMs(now) - toMs(completed_at) >= TIMESTAMP_WAIT_MS

export const no_timestamp = 'The authority of timestamps did not answer, so the seal has our own time alone.'

type Asked = {
  readonly asked_at: Instant
  readonly reminded_at: Instant | null
  readonly expires_at: Instant
}

/** Days after the question. */
const REMINDER_DAYS = [3, 7] as const

/** After 3 and 7 days and a day before the end, each once; a night that was missed is made up for. */
export function isReminderDue({ asked_at, reminded_at, expires_at }: Asked, now: Instant): boolean {
  const marks = [...REMINDER_DAYS.map((days) => toMs(asked_at) + days * DAY_MS), toMs(expires_at) - DAY_MS]
  const passed = marks.filter((mark) => mark > toMs(asked_at) && mark <= toMs(now))
  if (passed.length === 0 || toMs(expires_at) <= toMs(now)) return false
  return reminded_at === null || toMs(reminded_at) < Math.max(...passed)
}

/** By button once a day. */
export const mayRemind = (reminded_at: Instant | null, now: Instant): Verdict =>
  reminded_at === null ||
  toMs(now) - toMs(reminded_at) >= DAY_MS ||
  refuse('precondition', 'A reminder went out within the last 24 hours')

// --- The signature itself ---

export type SignatureValue =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'drawn'; readonly lines: readonly (readonly number[])[] }

/** Points of a drawn signature: a dot is no signature, and a picture is none either. */
const POINTS = { min: 4, max: 4000 } as const

export function signatureFault(value: SignatureValue): string | null {
  if (value.kind === 'typed') return value.text.trim().length < 2 ? 'Type your full name' : null
  const points = value.lines.reduce((sum, line) => sum + line.length / 2, 0)
  if (points < POINTS.min) return 'Draw your signature'
  return points > POINTS.max || value.lines.some((line) => line.length % 2 === 1)
    ? 'Draw a simpler signature'
    : null
}

/** The facts on the page of a link. */
export type SigningView = {
  readonly title: string
  readonly type: string
  readonly status: DocumentStatus
  readonly state: string
  readonly sender: string
  readonly business: string
  /** The placement or business that the document is about. */
  readonly about: string | null
  /** The facts of the agreement that the signer may read. Empty for a signer whose address was typed. */
  readonly agreed: readonly SummaryLine[]
  readonly reason: string | null
  readonly signer: Pick<SignerFacts, 'name' | 'role' | 'party' | 'status'>
  readonly signers: readonly (Pick<SignerFacts, 'name' | 'party' | 'status'> & {
    readonly signed_at: Instant | null
  })[]
  /** Questions to this signer, while it is their turn. */
  readonly fields: readonly (AskedField & { readonly id: string })[]
  readonly is_turn: boolean
  readonly needs_code: boolean
  readonly can_pass_on: boolean
  readonly is_sealed: boolean
  readonly file: { readonly file_name: string; readonly size_bytes: number } | null
  readonly expires_at: Instant
  readonly return_url: string | null
}

// --- The check of a sealed document ---

export type SealCheck = {
  readonly is_final_sealed: boolean
  /** The signed file begins with the bytes that were sent. */
  readonly holds_frozen: boolean
  readonly is_certificate_sealed: boolean
  readonly are_events_whole: boolean
}

const check_faults = {
  is_final_sealed: 'The signed file is missing, or it was changed after it was sealed.',
  holds_frozen: 'The signed file is not the one that was sent.',
  is_certificate_sealed: 'The certificate of completion is missing, or it was changed after it was sealed.',
  are_events_whole: 'The record of the signatures was changed.',
} as const satisfies Record<keyof SealCheck, string>

/** In words for the page of the document. */
export function sealFault(check: SealCheck): { readonly is_unchanged: boolean; readonly faults: string[] } {
  const names = Object.keys(check_faults) as (keyof SealCheck)[] // Its keys.
  const faults = names.filter((name) => !check[name]).map((name) => check_faults[name])
  return { is_unchanged: faults.length === 0, faults }
}
