/** The rules of disputes: raising, owning, settling (experience.md, page 8: dispute with reason and owner). */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'

export interface DisputeFacts {
  readonly human_id: string
  readonly status: string
  readonly is_disputed: boolean
  readonly is_credit_note: boolean
}

/** The client disputes; the agency and the provider may note a dispute that reached them by other ways. */
const disputers: WhoMay = { client: ['invoice_contact'], ...agency_side }

/** The two sides that settle disputes: their writing roles may have one, and give it to somebody. */
export const settlers = agency_side

const isDisputed = ({ human_id, is_disputed }: DisputeFacts): Verdict =>
  is_disputed || refuse('precondition', `Invoice ${human_id} is not disputed`)

export const { can, who } = transitions<'dispute' | 'resolve' | 'assign', DisputeFacts>(
  { name: ({ human_id }) => `Invoice ${human_id}` },
  {
    dispute: {
      from: ['open'],
      to: null,
      by: disputers,
      done: 'disputed',
      before: ({ human_id, is_credit_note }) =>
        !is_credit_note || refuse('precondition', `${human_id} is a credit note and cannot be disputed`),
      refuse: ({ human_id, is_disputed }) =>
        !is_disputed || refuse('precondition', `Invoice ${human_id} is already disputed`),
    },
    resolve: { to: null, by: disputers, done: 'settled', refuse: isDisputed },
    assign: { to: null, by: settlers, done: 'assigned', refuse: isDisputed },
  },
)

/** The facts of a person that decide whether they may own a dispute. */
export interface Candidate {
  readonly name: string
  readonly business_id: string
  readonly business_type: string
  readonly roles: readonly string[]
  readonly is_active: boolean
  readonly signs_in: boolean
}

/** Possible owners' businesses: the viewer's own, and for the provider also the agency. */
export function ownerBusinesses(
  viewer: Pick<Viewer, 'category' | 'business_id'>,
  agency_id: string,
): string[] {
  return viewer.category === 'provider' ? [viewer.business_id, agency_id] : [viewer.business_id]
}

/** Whether this person may settle a dispute. */
export function mayOwn(person: Candidate): Verdict {
  const no = (why: string) => refuse('invalid', `${person.name} ${why}`)
  if (!person.is_active) return no('is not active')
  const roles: readonly string[] =
    person.business_type === 'agency' || person.business_type === 'provider'
      ? settlers[person.business_type]
      : []
  if (!person.roles.some((role) => roles.includes(role))) return no('may only read')
  return person.signs_in || no('does not sign in')
}
