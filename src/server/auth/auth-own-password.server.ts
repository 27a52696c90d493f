/** The password of the person signed in, typed again before a change of their own sign-in. */
import type { Viewer } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { addressKey } from '../http/http-limits.ts'
import { knownDeviceOf } from './auth-device.server.ts'
import type { Caller, LoginDeps } from './auth-login.server.ts'
import { isPassword } from './auth-password.ts'
import { beginTry, forgiveTry, tryKeys } from './auth-throttle.server.ts'

/** @throws invalid on `field`; tooMany as at sign-in, with which it shares its tries */
export async function requirePassword(
  { database, clock, secret, security, settings }: LoginDeps,
  { user_id, email }: Pick<Viewer, 'user_id' | 'email'>,
  typed: string,
  caller: Caller,
  field = 'password',
): Promise<void> {
  const { pool } = database.session
  const device_id = await knownDeviceOf(pool, caller.device_id, user_id)
  const keys = tryKeys(secret, email, { ip: caller.ip, device_id })
  await beginTry(pool, keys, clock.now())
  const { rows } = await pool.query<{ password: string | null }>(
    `select password from auth.account where "userId" = $1 and "providerId" = 'credential'`,
    [user_id],
  )
  const origin = {
    network: addressKey(caller.ip),
    is_known: device_id !== null,
    work: settings.passwordWork,
  }
  if (await isPassword(typed, rows[0]?.password ?? null, origin)) return forgiveTry(pool, keys)
  await security.note({ kind: 'sign_in', outcome: 'refused', user_id, says: 'wrong password for a change' })
  throw invalid({ [field]: 'The password is not right' })
}
