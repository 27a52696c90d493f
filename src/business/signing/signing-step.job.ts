/** Steps of a document in the name of the product, and its sender. */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { openContext } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import type { Signing } from './load-signing.server.ts'

/** The sender, and their business. */
export async function senderOf(tx: Tx, { created_by, business_id }: Signing['document']) {
  const row = await tx.row<{ name: string; email: string; business: string }>(
    `select u.name, u.email, b.name as business from platform."user" u, business.business b where u.id = $1 and b.id = $2`,
    [created_by, business_id],
  )
  return present(row, 'the sender')
}

/** In the name of the product, for the sender's business. */
export async function ownStep(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { document }: Pick<Signing, 'document'>,
  action_id: string,
) {
  const viewer = await readViewerOfBusiness(tx, document.business_id, [])
  return viewer && openContext({ tx, clock }, { ...viewer, user_id: SYSTEM }, action_id)
}
