import { invalid, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { isOwnAddress, own_people_text } from './own-people.rules.ts'
import type { PartyRow } from './visible-business.server.ts'

/**
 * People of one side only: a payee should not approve their own pay, so a person whom an agency lets sign in may not
 * belong to another side.
 * @throws invalid on `email`
 */
export async function requireOneSide(context: VerbContext, type: string, email: string): Promise<void> {
  const { tx } = context
  if (type === 'client') await requireNotOwn(context, email)
  const other_side = await tx.row(
    `select 1 as one from business.business_contact c join business.business b on b.id = c.business_id
     where c.email = $1 and c.deleted_at is null and b.deleted_at is null and b.type <> $2 limit 1`,
    [email, type],
  )
  if (other_side) throw invalid({ email: validationText.unique_email })
}

/** @throws invalid for an address of the agency itself: it would approve its own work */
async function requireNotOwn({ tx, viewer }: VerbContext, email: string): Promise<void> {
  if (viewer.category !== 'agency') return
  const own = await tx.row<{ website: string | null; colleagues: string[] }>(
    `select c.website, array(select k.email from business.business_contact k
       where k.business_id = b.id and k.deleted_at is null) as colleagues
     from business.business b left join business.company c on c.id = b.company_id where b.id = $1`,
    [viewer.business_id],
  )
  if (own && isOwnAddress(email, own)) throw invalid({ email: own_people_text })
}

/** Whether a client or a contractor works with other agencies, too. */
export async function isShared({ tx, viewer }: VerbContext, business: PartyRow): Promise<boolean> {
  const shared = await tx.row(
    `select 1 as one from business.service
     where type = $3 and from_business_id = $1 and to_business_id <> $2 and deleted_at is null limit 1`,
    [business.id, viewer.business_id, `${business.type}-agency`],
  )
  return shared !== undefined
}

/**
 * No agency changes a client or contractor that several agencies share, because all of them see the change.
 * @param done subject and verb of the refusal: `People of this client are changed` @throws not_allowed
 */
export async function requireUnshared(
  context: VerbContext,
  business: PartyRow,
  { done, by = 'the provider' }: { readonly done: string; readonly by?: string },
): Promise<void> {
  if (await isShared(context, business)) throw notAllowed(`${done} by ${by}`)
}
