/** Who may dispute a document, who settles it, and who may call it settled (experience.md, page 8: dispute with reason and owner). */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

export interface DisputeFacts {
  readonly human_id: string
  readonly status: string
  readonly is_disputed: boolean
  readonly is_credit_note: boolean
}

/** The client disputes; the agency and the provider may note a dispute that reached them by other ways. */
const who: WhoMay = { client: ['invoice_contact'], agency: agency_writers, provider: provider_staff }

/** The two sides that settle disputes: their writing roles may have one, and give it to somebody. */
export const settlers = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay

type Asker = Pick<Viewer, 'category' | 'roles'>
type Can = (row: DisputeFacts, viewer: Asker) => true | string

const dispute: Can = (row, viewer) => {
  if (!isOneOf(viewer, who)) return errorText.not_allowed
  if (row.is_credit_note) return `${row.human_id} is a credit note and cannot be disputed`
  if (row.status !== 'open') return `Invoice ${row.human_id} is ${row.status} and cannot be disputed`
  return row.is_disputed ? `Invoice ${row.human_id} is already disputed` : true
}

const resolve: Can = (row, viewer) => {
  if (!isOneOf(viewer, who)) return errorText.not_allowed
  return row.is_disputed ? true : `Invoice ${row.human_id} is not disputed`
}

const assign: Can = (row, viewer) => {
  if (!isOneOf(viewer, settlers)) return errorText.not_allowed
  return row.is_disputed ? true : `Invoice ${row.human_id} is not disputed`
}

/** True, or the reason that the user reads. */
export const can = { dispute, resolve, assign } satisfies Record<string, Can>

/** A person as far as the question goes whether a dispute may be his. */
export interface Candidate {
  readonly name: string
  readonly business_id: string
  readonly business_type: string
  readonly roles: readonly string[]
  readonly is_active: boolean
  readonly signs_in: boolean
}

/** Businesses whose people this viewer gives disputes of an agency to: its own, and the provider the agency's, too. */
export function ownerBusinesses(
  viewer: Pick<Viewer, 'category' | 'business_id'>,
  agency_id: string,
): string[] {
  return viewer.category === 'provider' ? [viewer.business_id, agency_id] : [viewer.business_id]
}

/** True, or why this person cannot settle it. */
export function mayOwn(person: Candidate): true | string {
  if (!person.is_active) return `${person.name} is not active`
  const roles: readonly string[] =
    person.business_type === 'agency' || person.business_type === 'provider'
      ? settlers[person.business_type]
      : []
  if (!person.roles.some((role) => roles.includes(role))) return `${person.name} may only read`
  return person.signs_in ? true : `${person.name} does not sign in`
}
