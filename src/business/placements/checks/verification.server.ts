import type { VerbContext } from '#server/verb.ts'

/** The columns that a second person's look at a record and its file sets. */
export const verification = (
  { viewer, clock }: Pick<VerbContext, 'viewer' | 'clock'>,
  action: 'verify' | 'reject',
  comment: string | null,
) =>
  ({
    status: action === 'verify' ? 'completed' : 'rejected',
    comment,
    verified_by: viewer.user_id,
    verified_at: clock.now(),
    updated_at: clock.now(),
  }) as const
