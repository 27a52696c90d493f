/** Rules of a reset of somebody's second factors (docs/security.md, factor resets). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole } from '../shared/who-may.rules.ts'

/** Administrators do it for people of their business; those of the provider for people of any business. */
export const factor_resetters: WhoMay = {
  agency: ['agency_admin'],
  funder: ['funder_admin'],
  provider: ['provider_admin'],
}

/** A mailed link stops an approved reset for this long. */
export const RESET_WAIT_HOURS = 24

export const resetRunsAt = (from: Instant): Instant =>
  instantFromMs(toMs(from) + RESET_WAIT_HOURS * 60 * 60_000)

/** The answer to the asker. */
export const reset_waits = 'The reset waits for a second person'

interface Loser {
  readonly user_id: string | null
  readonly has_joined: boolean
}

export function canResetFactors(
  person: Loser,
  viewer: Pick<Viewer, 'category' | 'roles' | 'user_id'>,
): Verdict {
  const verdict = byRole(viewer, factor_resetters)
  if (verdict !== true) return verdict
  if (person.user_id === viewer.user_id)
    return refuse('precondition', 'You cannot reset your own second factors: ask another administrator')
  return person.has_joined || refuse('conflict', 'This person has not joined')
}
