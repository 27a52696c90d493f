import { invalid, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { PartyRow } from './visible-business.server.ts'

/**
 * People of one side only: a payee should not approve their own pay, so a person whom an agency lets sign in may not
 * belong to another side.
 * @throws invalid on `email`
 */
export async function requireOneSide({ tx }: VerbContext, type: string, email: string): Promise<void> {
  const other_side = await tx.row(
    `select 1 as one from business.business_contact c join business.business b on b.id = c.business_id
     where c.email = $1 and c.deleted_at is null and b.deleted_at is null and b.type <> $2 limit 1`,
    [email, type],
  )
  if (other_side) throw invalid({ email: validationText.unique_email })
}

/**
 * Only the provider changes people of a client or contractor that several agencies share, because all of them see the
 * change.
 * @throws not_allowed
 */
export async function requireUnshared(
  { tx, viewer }: VerbContext,
  business: PartyRow,
  done: 'entered' | 'changed',
): Promise<void> {
  const shared = await tx.row(
    `select 1 as one from business.service
     where type = $3 and from_business_id = $1 and to_business_id <> $2 and deleted_at is null limit 1`,
    [business.id, viewer.business_id, `${business.type}-agency`],
  )
  if (shared) throw notAllowed(`People of this ${business.type} are ${done} by the provider`)
}
