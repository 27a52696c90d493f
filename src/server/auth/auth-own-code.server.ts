/** A code, given again by the person signed in. */
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '../tx.ts'
import { type CodeMethod, guardCode, takeCode, wrongCode } from './auth-code.server.ts'
import type { Caller, LoginDeps } from './auth-login.server.ts'
import { noteRecoveryCode } from './auth-notice.server.ts'
import { takeRecoveryCode } from './auth-recovery.server.ts'

/** @throws invalid on `code` for a wrong or used one; tooMany as at sign-in, with which it shares its tries */
export async function requireCode(
  deps: LoginDeps,
  { user_id }: Viewer,
  { method, code }: { readonly method: CodeMethod; readonly code: string },
  caller: Caller,
): Promise<void> {
  const { database, clock, settings, security } = deps
  const forgive = await guardCode(deps, user_id, caller, method)
  const left = await inTransaction(database.session, async (tx) =>
    method === 'recovery_code'
      ? takeRecoveryCode(tx, settings, user_id, code)
      : (await takeCode({ tx, clock }, settings, user_id, { method, code })) || null,
  )
  if (left === null) {
    await security.note({ kind: 'factor_failed', outcome: 'refused', user_id })
    throw wrongCode()
  }
  await forgive()
  if (typeof left === 'number') await noteRecoveryCode(deps, user_id, left, 'to confirm an action')
}
