/** Settings of the key that seals signed documents. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

export type SigningSettings = {
  /** The operator's PKCS#12 file; null = the installation's own key, with a test certificate. */
  readonly p12_file: string | null
  readonly p12_password: string
  readonly own_key_file: string
}

export const SIGNING_KEY_FILE = 'signing.pem'

export const signingEnvironment = {
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSWORD: z.string().optional(),
}

export function signingOf(
  { SIGNING_P12, SIGNING_P12_PASSWORD }: z.infer<z.ZodObject<typeof signingEnvironment>>,
  home: string,
  faults: string[],
): SigningSettings {
  const p12_file = SIGNING_P12 === undefined ? null : resolve(SIGNING_P12)
  if (p12_file !== null && !existsSync(p12_file)) faults.push(`SIGNING_P12 names no file: ${SIGNING_P12}`)
  if (p12_file === null && SIGNING_P12_PASSWORD !== undefined)
    faults.push('SIGNING_P12 is missing; SIGNING_P12_PASSWORD needs it')
  return { p12_file, p12_password: SIGNING_P12_PASSWORD ?? '', own_key_file: join(home, SIGNING_KEY_FILE) }
}
