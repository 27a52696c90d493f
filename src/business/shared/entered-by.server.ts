import type { VerbContext } from '#server/verb.ts'

/** The columns of a new record for its author and time. */
export function enteredBy({ viewer, clock }: Pick<VerbContext, 'viewer' | 'clock'>) {
  const now = clock.now()
  return {
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    created_at: now,
    updated_at: now,
  }
}
