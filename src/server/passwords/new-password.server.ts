/** A new password, wherever a person sets one. */
import { invalid } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { requireStrongPassword } from '../auth/auth-password.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { isPwned, RangesDown } from './pwned-passwords.server.ts'
import type { PasswordSettings } from './settings-passwords.ts'

export type NewPasswordDeps = {
  readonly security: Pick<SecurityLog, 'note'>
  readonly settings: Pick<PasswordSettings, 'pwnedPasswords'>
}

/**
 * Refuses a weak password, and one of a known breach where PWNED_PASSWORDS is on. A look-up that fails lets the password
 * through and is an event: nobody is kept from their account by another server.
 * @param own words that an attacker knows: name, mail address, business
 * @param user_id of the person; null before there is a user
 * @throws invalid on `password`, with one text for every reason (spec §8)
 */
export async function requireNewPassword(
  { security, settings }: NewPasswordDeps,
  password: string,
  { own, user_id }: { readonly own: readonly string[]; readonly user_id: string | null },
): Promise<void> {
  requireStrongPassword(password, own)
  if (settings.pwnedPasswords === null) return
  const is_pwned = await isPwned(settings.pwnedPasswords, password).catch(async (error: unknown) => {
    if (!(error instanceof RangesDown)) throw error
    const says = `Pwned Passwords: ${error.message}. The password was taken.`
    await security.note({ kind: 'password_check_unavailable', outcome: 'ok', user_id, says })
    return false
  })
  if (is_pwned) throw invalid({ password: errorText.password_policy })
}
