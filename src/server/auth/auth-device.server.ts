/** Browsers that a user has signed in from: guesses from elsewhere do not slow them. */
import type pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '../verb.ts'

/** @returns the id when the device is one of this user's */
export async function knownDevice(pool: pg.Pool, id: string | null, email: string): Promise<string | null> {
  if (id === null) return null
  const { rows } = await pool.query<{ id: string }>(
    `select d.id from auth.device d join platform."user" u on u.id = d.user_id where d.id = $1 and u.email = $2`,
    [id, email],
  )
  return rows[0]?.id ?? null
}

/** The same for a user that the first step of a sign-in has found. */
export async function knownDeviceOf(
  pool: pg.Pool,
  id: string | null,
  user_id: string,
): Promise<string | null> {
  if (id === null) return null
  const { rows } = await pool.query<{ id: string }>(
    'select id from auth.device where id::text = $1 and user_id = $2',
    [id, user_id],
  )
  return rows[0]?.id ?? null
}

/** Notes a sign-in from a browser. @returns its device, made now when it was none of this user's */
export async function noteDevice(
  tx: Tx,
  clock: Clock,
  user_id: string,
  id: string | null,
): Promise<{ device_id: string; is_new: boolean }> {
  const seen = await tx.run('update auth.device set last_seen_at = $3 where id::text = $1 and user_id = $2', [
    id,
    user_id,
    clock.now(),
  ])
  if (id !== null && seen === 1) return { device_id: id, is_new: false }
  const device_id = newUuid(clock)
  await tx.run('insert into auth.device (id, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)', [
    device_id,
    user_id,
    clock.now(),
  ])
  return { device_id, is_new: true }
}
