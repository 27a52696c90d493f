import type { Clock } from '#kernel/clock.ts'
import { notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '../verb.ts'
import { hashPassword, requireStrongPassword } from './auth-password.ts'

/**
 * Sets a user's password. The caller checks the right to do so.
 * @throws invalid on `password` when it is too weak (spec §8)
 */
export async function setPassword(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
  password: string,
): Promise<void> {
  const user = await tx.row<{ name: string; email: string }>(
    'select name, email from auth."user" where id = $1',
    [user_id],
  )
  if (!user) throw notFound('User')
  requireStrongPassword(password, [user.name, user.email])
  const hash = await hashPassword(password)
  await storePassword({ tx, clock }, user_id, hash)
}

/** Stores the hash of a password that was found strong. */
export async function storePassword(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
  hash: string,
): Promise<void> {
  const now = clock.now()
  const changed = await tx.run(
    `update auth.account set password = $2, "updatedAt" = $3 where "userId" = $1 and "providerId" = 'credential'`,
    [user_id, hash, now],
  )
  if (changed > 0) return
  await tx.run(
    `insert into auth.account (id, "userId", "accountId", "providerId", password, "createdAt", "updatedAt")
     values ($1, $2, $2, 'credential', $3, $4, $4)`,
    [newUuid(clock), user_id, hash, now],
  )
}

/** False for people who joined with an account of an outside provider, until they set one. */
export async function hasPassword(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx.row('select 1 as one from auth.account where "userId" = $1 and password is not null', [
    user_id,
  ])
  return row !== undefined
}
