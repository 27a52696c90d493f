/** A new password, chosen by its owner. */
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { invalid, notAllowed } from '#kernel/errors.ts'
import { formatInstant } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { requireNewPassword } from '../passwords/new-password.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Caller, LoginDeps } from './auth-login.server.ts'
import { queueSecurityNotice } from './auth-notice.server.ts'
import { requirePassword } from './auth-own-password.server.ts'
import { hashInTurn } from './auth-password.ts'
import { businessNames, storePassword } from './auth-password-set.server.ts'

const input = z.strictObject({ current: z.string().min(1).max(1000), password: z.string().min(1).max(1000) })

/**
 * Changes the password of the person signed in, and ends their other sessions.
 * @throws invalid on `current` or `password`; tooMany during a pause
 */
export async function changePassword(
  deps: LoginDeps,
  raw: unknown,
  { viewer, caller }: { readonly viewer: Viewer; readonly caller: Caller },
): Promise<void> {
  if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
  const { database, clock } = deps
  const { current, password } = parseInput(input, raw)
  await requirePassword(deps, viewer, current, caller, 'current')
  const { user_id, user_name, email } = viewer
  if (password.normalize('NFKC') === current.normalize('NFKC'))
    throw invalid({ password: errorText.password_policy })
  const own = [user_name, email, ...(await businessNames(database.session.pool, user_id))]
  await requireNewPassword(deps, password, { own, user_id })
  const hash = await hashInTurn(password, {
    network: addressKey(caller.ip),
    work: deps.settings.passwordWork,
  })
  await inTransaction(database, async (tx) => {
    await storePassword({ tx, clock }, user_id, hash)
    await tx.run('delete from auth.password_reset where user_id = $1', [user_id])
    await tx.run('delete from auth.challenge where user_id = $1', [user_id])
    await tx.run('delete from auth.session where "userId" = $1 and id <> $2', [user_id, viewer.session_id])
    await writeSecurityEvent(tx, clock, { kind: 'password_changed', outcome: 'ok', user_id })
    const says = `Your password was changed on ${formatInstant(clock.now())}, and your other sessions ended.`
    await queueSecurityNotice({ tx, clock }, user_id, says)
  })
}
