/** Codes of an authenticator app (RFC 6238): six digits, every 30 seconds, one step either side. */
import { Secret, TOTP } from 'otpauth'
import { type Instant, toMs } from '#kernel/instant.ts'
import { codeDigits } from '#kernel/typed-text.ts'

const SECRET_BYTES = 20
const PERIOD_S = 30

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Stint',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  })

/** A new secret in base 32, as apps take it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that an app reads from the picture. */
export const otpauthUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The step that a code belongs to, or null: later codes have higher steps. */
export function totpStep(secret: string, typed: string, now: Instant): number | null {
  const code = codeDigits(typed)
  // The library throws for letters of several bytes.
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = toMs(now)
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}

/** The code of a moment, as an app shows it. */
export const totpCode = (secret: string, now: Instant): string =>
  totpOf(secret).generate({ timestamp: toMs(now) })
