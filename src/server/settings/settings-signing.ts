/** Settings of the key that seals signed documents. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

/** Documenso as we call it; null: not set up. */
export type Documenso = {
  readonly url: string
  readonly token: string
  /** Documenso sends it with each webhook. */
  readonly webhook_secret: string
} | null

export type SealSettings = {
  /** The operator's PKCS#12 file; null = the installation's own key, with a test certificate. */
  readonly p12_file: string | null
  readonly p12_password: string
  readonly own_key_file: string
  /** The timestamp authority; null: seals have our own time alone. */
  readonly tsa_url: string | null
}

export type SigningSettings = SealSettings & {
  /** Where documents are signed that are sent from now on. */
  readonly provider: (typeof providers)[number]
  readonly documenso: Documenso
}

const providers = ['stint', 'documenso'] as const

export const SIGNING_KEY_FILE = 'signing.pem'

export const signingEnvironment = {
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSWORD: z.string().optional(),
  /** Its answers are signed, so http is enough; many authorities have no https. */
  TSA_URL: webUrl.optional(),
  SIGNING_PROVIDER: z.enum(providers, { error: 'is neither stint nor documenso' }).default('stint'),
  DOCUMENSO_URL: webUrl.optional(),
  DOCUMENSO_TOKEN: z.string().trim().min(1).max(1000).optional(),
  DOCUMENSO_WEBHOOK_SECRET: z
    .string()
    .trim()
    .min(16, { error: 'is too short; write at least 16 characters that nobody can guess' })
    .max(1000)
    .optional(),
}
type Environment = z.infer<z.ZodObject<typeof signingEnvironment>>

/** All of it or nothing; documents on their way need it after SIGNING_PROVIDER was set back, too. */
function documensoOf(env: Environment, faults: string[]): Documenso {
  const { DOCUMENSO_URL, DOCUMENSO_TOKEN, DOCUMENSO_WEBHOOK_SECRET } = env
  const given = { DOCUMENSO_URL, DOCUMENSO_TOKEN, DOCUMENSO_WEBHOOK_SECRET }
  const absent = Object.entries(given).filter(([, value]) => value === undefined)
  const isAsked = env.SIGNING_PROVIDER === 'documenso' || absent.length < Object.keys(given).length
  if (!isAsked) return null
  for (const [name] of absent) faults.push(`${name} is missing; signing with Documenso needs it`)
  return {
    url: (DOCUMENSO_URL ?? '').replace(/\/+$/, ''),
    token: DOCUMENSO_TOKEN ?? '',
    webhook_secret: DOCUMENSO_WEBHOOK_SECRET ?? '',
  }
}

export function signingOf(env: Environment, home: string, faults: string[]): SigningSettings {
  const { SIGNING_P12, SIGNING_P12_PASSWORD, SIGNING_PROVIDER } = env
  const p12_file = SIGNING_P12 === undefined ? null : resolve(SIGNING_P12)
  if (p12_file !== null && !existsSync(p12_file)) faults.push(`SIGNING_P12 names no file: ${SIGNING_P12}`)
  if (p12_file === null && SIGNING_P12_PASSWORD !== undefined)
    faults.push('SIGNING_P12 is missing; SIGNING_P12_PASSWORD needs it')
  return {
    provider: SIGNING_PROVIDER,
    documenso: documensoOf(env, faults),
    p12_file,
    p12_password: SIGNING_P12_PASSWORD ?? '',
    own_key_file: join(home, SIGNING_KEY_FILE),
    tsa_url: env.TSA_URL ?? null,
  }
}
