/** Settings of passwords: where new ones are looked up, and the work of a hash. */
import type { z } from 'zod'
import { isOn, LOOPBACK, onOff, webUrl, wholeNumber } from '../settings/settings-kinds.ts'

/** Where new passwords are looked up; null: they are not. */
export type PwnedPasswords = { readonly url: string } | null

export type PasswordSettings = {
  readonly pwnedPasswords: PwnedPasswords
  /** Of a new hash: scrypt's N is 2 to its power. */
  readonly passwordWork: number
}

/** The least that ASVS 5.0, appendix C, approves with r 8 and p 3. */
export const PASSWORD_WORK = 15
const WORK_MIN = 10
/** 128 MiB a check. */
const WORK_MAX = 17

/** An answer decides on a password, so it needs https; a server of this machine is for tests. */
const ranges = webUrl.refine(
  (address) => address.startsWith('https:') || LOOPBACK.includes(new URL(address).hostname),
  { error: 'is not https; write it like https://api.pwnedpasswords.com' },
)

export const passwordsEnvironment = {
  PWNED_PASSWORDS: onOff.default('off'),
  PWNED_PASSWORDS_URL: ranges.default('https://api.pwnedpasswords.com'),
  PASSWORD_WORK: wholeNumber(WORK_MIN, WORK_MAX, PASSWORD_WORK).default(PASSWORD_WORK),
}

type Environment = z.infer<z.ZodObject<typeof passwordsEnvironment>> & { readonly HOST: string }

export function passwordsOf(env: Environment, faults: string[]): PasswordSettings {
  if (env.PASSWORD_WORK < PASSWORD_WORK && !LOOPBACK.includes(env.HOST))
    faults.push(
      `PASSWORD_WORK is ${env.PASSWORD_WORK} and HOST is ${env.HOST}; hashes of less than ${PASSWORD_WORK} are for tests of this machine. Leave it out`,
    )
  return {
    pwnedPasswords: isOn(env.PWNED_PASSWORDS) ? { url: env.PWNED_PASSWORDS_URL.replace(/\/+$/, '') } : null,
    passwordWork: env.PASSWORD_WORK,
  }
}
