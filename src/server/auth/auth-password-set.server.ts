import type pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { isStintError, notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { hashPassword, isOutdated } from '../passwords/password-hash.ts'
import { PASSWORD_WORK } from '../passwords/settings-passwords.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type HashOrigin, hashInTurn, requireStrongPassword } from './auth-password.ts'

/**
 * Sets a user's password. The caller checks the right to do so.
 * @param work of the hash: scrypt's N is 2 to its power
 * @throws invalid on `password` when it is too weak (spec §8)
 */
export async function setPassword(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
  password: string,
  work = PASSWORD_WORK,
): Promise<void> {
  const user = await tx.row<{ name: string; email: string }>(
    'select name, email from auth."user" where id = $1',
    [user_id],
  )
  if (!user) throw notFound('User')
  requireStrongPassword(password, [user.name, user.email])
  const hash = await hashPassword(password, work)
  await storePassword({ tx, clock }, user_id, hash)
}

/** The names of a person's businesses: words that an attacker knows. */
export async function businessNames(pool: pg.Pool, user_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select b.name from business.business_contact c join business.business b on b.id = c.business_id
     where c.user_id = $1 and c.deleted_at is null`,
    [user_id],
  )
  return rows.map(({ name }) => name)
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

type Renewing = { readonly database: Pick<Database['session'], 'transaction'>; readonly clock: Clock }

/**
 * Hashes a right password again where its hash has other parameters than new ones. Where too many passwords wait for their
 * turn, the next sign-in does it.
 * @param origin of the sign-in, and the work of a new hash
 */
export async function renewHash(
  { database, clock }: Renewing,
  { id, password: hash }: { readonly id: string; readonly password: string | null },
  typed: string,
  origin: HashOrigin,
): Promise<void> {
  if (hash === null || !isOutdated(hash, origin.work)) return
  const renewed = await hashInTurn(typed, origin).catch((error: unknown) => {
    if (isStintError(error) && error.code === 'too_many') return null
    throw error
  })
  if (renewed === null) return
  // Not over a password that was changed meanwhile.
  await inTransaction(database, (tx) =>
    tx.run(
      `update auth.account set password = $3, "updatedAt" = $4
       where "userId" = $1 and "providerId" = 'credential' and password = $2`,
      [id, hash, renewed, clock.now()],
    ),
  )
}
