/** Requests of agencies for a client's credit limit, made to the provider or the funder. Pure. */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { agency_writers, isSamePerson, provider_staff } from '../../shared/who-may.rules.ts'

export const limit_request_type = 'credit_limit'

export const limit_deciders = {
  provider: provider_staff,
  funder: ['funder_admin'] as const satisfies readonly Role[],
} as const satisfies WhoMay

/** Everybody of these reads limits and requests; changes are for the roles of each step. */
const { agency, funder, provider } = category_roles
export const limit_readers = { agency, funder, provider } as const satisfies WhoMay

export type LimitRequestFacts = {
  readonly human_id: string
  readonly status: string
  readonly limiter_id: string
  /** Its name. */
  readonly limiter: string
  readonly requested_by: string
  /** The person behind an impersonation. */
  readonly asked_as: string | null
}

type Asker = Pick<Viewer, 'category' | 'roles' | 'business_id' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

const nameOf = ({ human_id }: Pick<LimitRequestFacts, 'human_id'>) => `Change request ${human_id}`

function isTheirs(row: LimitRequestFacts, viewer: Asker): Verdict {
  if (row.limiter_id !== viewer.business_id)
    return refuse('precondition', `${nameOf(row)} waits for ${row.limiter}`)
  return (
    !(isSamePerson(row.requested_by, viewer) || isSamePerson(row.asked_as, viewer)) ||
    refuse('not_allowed', 'You asked for this limit, so somebody else decides')
  )
}

export const { can, who } = transitions<'decide' | 'withdraw', LimitRequestFacts, Asker>(
  { name: nameOf, misfit: (row) => refuse('conflict', `${nameOf(row)} is already ${row.status}`) },
  {
    decide: { from: ['pending'], to: null, by: limit_deciders, done: 'decided', refuse: isTheirs },
    withdraw: { from: ['pending'], to: 'cancelled', by: { agency: agency_writers }, done: 'withdrawn' },
  },
)
