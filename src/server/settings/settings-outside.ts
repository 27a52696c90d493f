/** Settings of sign-ins with an account at Google or Microsoft. */
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

export type OutsideKind = 'google' | 'microsoft'

/** We, as a provider knows us. */
export type OutsideClient = {
  readonly client_id: string
  readonly client_secret: string
  readonly issuer: string
}

/** Null: not set up, and offered nowhere. */
export type OutsideProviders = Readonly<Record<OutsideKind, OutsideClient | null>>

const text = z.string().trim().max(500)

/** Tokens travel between the two servers, so the way is closed; a provider of this machine is for tests. */
const issuer = webUrl.refine(
  (address) => address.startsWith('https:') || ['127.0.0.1', 'localhost'].includes(new URL(address).hostname),
  { error: 'is not https; write it like https://login.example.org' },
)

export const outsideEnvironment = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: text.optional(),
  MICROSOFT_CLIENT_SECRET: text.optional(),
  MICROSOFT_ISSUER: issuer.default('https://login.microsoftonline.com/common/v2.0'),
}
type Environment = z.infer<z.ZodObject<typeof outsideEnvironment>>

function client(
  name: 'GOOGLE' | 'MICROSOFT',
  given: { readonly id: string | undefined; readonly secret: string | undefined; readonly issuer: string },
  faults: string[],
): OutsideClient | null {
  const { id, secret } = given
  if (id === undefined && secret === undefined) return null
  if (id === undefined || secret === undefined)
    faults.push(`${name}_CLIENT_${id === undefined ? 'ID' : 'SECRET'} is missing; the other one needs it`)
  return { client_id: id ?? '', client_secret: secret ?? '', issuer: given.issuer }
}

export function outsideProviders(env: Environment, faults: string[]): OutsideProviders {
  return {
    google: client(
      'GOOGLE',
      { id: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET, issuer: env.GOOGLE_ISSUER },
      faults,
    ),
    microsoft: client(
      'MICROSOFT',
      { id: env.MICROSOFT_CLIENT_ID, secret: env.MICROSOFT_CLIENT_SECRET, issuer: env.MICROSOFT_ISSUER },
      faults,
    ),
  }
}

const kinds = ['google', 'microsoft'] as const satisfies readonly OutsideKind[]

/** Those that are set up. */
export const providersOf = ({ outside }: { readonly outside: OutsideProviders }): readonly OutsideKind[] =>
  kinds.filter((kind) => outside[kind] !== null)
