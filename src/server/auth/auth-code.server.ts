/** Ends of a sign-in's second step: by a code, or by a first factor. */
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { invalid, tooMany } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { DataKeySettings } from '../data-key.ts'
import { parseInput } from '../http/input-errors.ts'
import { signInPhone, takeSmsCode } from '../sms/sms-code.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { knownDeviceOf } from './auth-device.server.ts'
import { confirmTotp, takeTotpCode } from './auth-factor.server.ts'
import { type Caller, type Entered, enter, type LoginDeps } from './auth-login.server.ts'
import { mailCodeGuesses, mailSecurityNotice, noteRecoveryCode } from './auth-notice.server.ts'
import { takeRecoveryCode } from './auth-recovery.server.ts'
import type { SignInMethod } from './auth-required.server.ts'
import {
  countTry,
  endChallenge,
  type Held,
  openChallengeOf,
  type SecondStep,
  type StepKind,
} from './auth-second.server.ts'
import { beginTry, codeKeys, forgiveTry } from './auth-throttle.server.ts'

const code = z.string().trim().min(1).max(40)
const codeInput = z.strictObject({
  challenge: z.string().min(1).max(100),
  method: z.enum(['totp', 'sms', 'recovery_code']),
  code,
})
export const enrolInput = z.strictObject({ challenge: z.string().min(1).max(100), id: z.uuid(), code })

export type CodeMethod = z.infer<typeof codeInput>['method']

/** The browser of a second step. */
export type SecondCaller = Caller & { readonly challenge: string | null }

export const wrongCode = () => invalid({ code: errorText.wrong_code })

/** Counts a code of a user before it is judged. @throws tooMany during a pause */
export async function guardCode(
  deps: Pick<LoginDeps, 'database' | 'clock' | 'secret' | 'security'>,
  user_id: string,
  caller: Caller,
  method: CodeMethod = 'totp',
): Promise<() => Promise<void>> {
  const { database, clock, secret, security } = deps
  const { pool } = database.session
  const device_id = await knownDeviceOf(pool, caller.device_id, user_id)
  const keys = codeKeys(secret, user_id, { ip: caller.ip, device_id })
  const { quiet, is_first } = await beginTry(pool, keys, clock.now()).catch(async (error: unknown) => {
    await security.note({ kind: 'throttled', outcome: 'blocked', user_id })
    throw error
  })
  if (is_first) await mailCodeGuesses(deps, user_id)
  // A recovery code cannot be found by trying.
  if (quiet && method !== 'recovery_code') throw tooMany('Too many attempts. Please use a recovery code', 900)
  return () => forgiveTry(pool, keys)
}

/** Whether a code of the app or of the phone is right, and uses it up. */
export async function takeCode(
  within: { readonly tx: Tx; readonly clock: Clock },
  settings: DataKeySettings,
  user_id: string,
  { method, code: typed }: { readonly method: 'totp' | 'sms'; readonly code: string },
): Promise<boolean> {
  if (method === 'totp') return takeTotpCode(within, settings, user_id, typed)
  const phone = await signInPhone(within.tx, user_id)
  return phone !== null && takeSmsCode(within, settings, phone, typed)
}

/** One judged try of a challenge. The try stays counted when the code is wrong. */
async function judge<T>(
  deps: LoginDeps,
  caller: SecondCaller,
  { challenge, kind, method }: { challenge: string; kind: StepKind; method: CodeMethod },
  work: (tx: Tx, user_id: string) => Promise<T | null>,
): Promise<{ user_id: string; entered: Entered | SecondStep; found: T }> {
  const { database, clock, security } = deps
  const held: Held = { challenge, browser: caller.challenge ?? '' }
  const { user_id } = await inTransaction(database.session, (tx) => openChallengeOf(tx, clock, held, kind))
  const forgive = await guardCode(deps, user_id, caller, method)
  await inTransaction(database.session, (tx) => countTry(tx, held))
  const done = await inTransaction(database.session, async (tx) => {
    const open = await openChallengeOf(tx, clock, held, kind)
    const found = await work(tx, user_id)
    if (found === null) return null
    await endChallenge(tx, held)
    const methods: SignInMethod[] = [...open.first_methods, method === 'recovery_code' ? 'recovery' : method]
    const shown = { methods, through: open.identity_provider_id }
    return { found, entered: await enter(tx, deps, user_id, caller, shown) }
  })
  if (done === null) {
    await security.note({ kind: 'factor_failed', outcome: 'refused', user_id })
    throw wrongCode()
  }
  await forgive()
  const { entered } = done
  // The sign-in goes on at the provider of the business.
  if ('step' in entered) return { user_id, entered, found: done.found }
  await security.note({ kind: 'sign_in', outcome: 'ok', user_id, says: `second factor: ${says[method]}` })
  if (entered.is_new) await security.note({ kind: 'new_device', outcome: 'ok', user_id })
  return { user_id, entered, found: done.found }
}

const says = { totp: 'authenticator app', sms: 'SMS', recovery_code: 'recovery code' } as const

/**
 * Ends a sign-in by a code of the app, or by a recovery code.
 * @throws invalid on `code` for a wrong or used one; tooMany after five
 */
export async function loginByCode(
  deps: LoginDeps,
  raw: unknown,
  caller: SecondCaller,
): Promise<Entered | SecondStep> {
  const { challenge, method, code: typed } = parseInput(codeInput, raw)
  const { clock, settings } = deps
  const take = async (tx: Tx, user_id: string): Promise<{ left: number | null } | null> => {
    if (method === 'recovery_code') {
      const left = await takeRecoveryCode(tx, settings, user_id, typed)
      return left === null ? null : { left }
    }
    return (await takeCode({ tx, clock }, settings, user_id, { method, code: typed })) ? { left: null } : null
  }
  const { user_id, entered, found } = await judge(
    deps,
    caller,
    { challenge, kind: 'second_factor', method },
    take,
  )
  if (found.left !== null) await noteRecoveryCode(deps, user_id, found.left, 'to sign in')
  return entered
}

/** Ends a sign-in by the first code of a new app. @returns the recovery codes too */
export async function loginByEnrolment(
  deps: LoginDeps,
  raw: unknown,
  caller: SecondCaller,
): Promise<{ readonly entered: Entered | SecondStep; readonly recovery_codes: readonly string[] }> {
  const { challenge, id, code: typed } = parseInput(enrolInput, raw)
  const { clock, settings, security } = deps
  const { user_id, entered, found } = await judge(
    deps,
    caller,
    { challenge, kind: 'enrol', method: 'totp' },
    (tx, user) => confirmTotp({ tx, clock }, settings, user, { id, code: typed }),
  )
  await security.note({ kind: 'factor_added', outcome: 'ok', user_id })
  await mailSecurityNotice(deps, user_id, 'An authenticator app was added to your sign-in.')
  return { entered, recovery_codes: found.recovery_codes ?? [] }
}
