/** The rules of a business's own sign-in (docs/security.md, single sign-on). Pure. */
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { api_token_makers } from '../people/api-tokens/api-token.rules.ts'

/** Administrators, each for their own business. */
export const sso_admins = api_token_makers

export const NOTICE_HOURS = 24
export const DOMAINS_MAX = 10
export const EXEMPT_MAX = 2
const HOUR_MS = 3600 * 1000

export type ProviderType = 'google' | 'microsoft' | 'oidc'

/** Names and issuers of the two that everybody knows. */
export const GOOGLE_ISSUER = 'https://accounts.google.com'
export const microsoftIssuer = (tenant_id: string): string =>
  `https://login.microsoftonline.com/${tenant_id}/v2.0`

export const requiredFrom = (now: Instant): Instant => instantFromMs(toMs(now) + NOTICE_HOURS * HOUR_MS)

/** The text of the DNS record that proves a domain. */
export const verifyText = (token: string): string => `stint-verify=${token}`

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** A domain as DNS writes it; null for what is none. */
export function readDomain(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/\.$/, '')
  // A port that is usual would vanish from the address.
  if (text.includes(':') || !URL.canParse(`https://${text}`)) return null
  const { hostname, pathname, username, search } = new URL(`https://${text}`)
  const labels = hostname.split('.')
  const isName =
    hostname.length <= 253 && labels.length > 1 && labels.every((one) => LABEL.test(one)) && pathname === '/'
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') && `${username}${search}` === '' ? hostname : null
}

/** The domain of a mail address, or of a domain itself. */
export const addressDomain = (typed: string): string | null =>
  readDomain(typed.slice(typed.lastIndexOf('@') + 1))

const ISSUER_LETTERS = 500

/** The fault of an issuer as it is typed; null where it may be used. Its numbers are looked at when it is called. */
export function issuerFault(text: string): string | null {
  if (text.length > ISSUER_LETTERS) return `Please enter at most ${ISSUER_LETTERS} characters`
  if (!URL.canParse(text)) return 'Please enter an address such as https://login.example.org'
  const { protocol, username, password, search } = new URL(text)
  // Without TLS only where the operator admits the network of this machine.
  if (protocol !== 'https:' && !isOfThisMachine(text)) return 'The address must begin with https://'
  if (username !== '' || password !== '') return 'The address must hold no user and no password'
  return search === '' && !text.includes('#') ? null : 'The address must hold no ? and no #'
}

export function isOfThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)
}

type Facts = {
  readonly name: string
  readonly proven_domains: readonly string[]
  readonly tested_at: Instant | null
  readonly required: boolean
  readonly required_from: Instant | null
}

export type ProviderState = 'set_up' | 'proven' | 'tested' | 'announced' | 'required'

export function stateOf({ required_from, tested_at, proven_domains }: Facts, now: Instant): ProviderState {
  if (required_from !== null) return required_from <= now ? 'required' : 'announced'
  if (proven_domains.length === 0) return 'set_up'
  return tested_at === null ? 'proven' : 'tested'
}

/** @param came_through the session of the person who asks came through this provider */
export function canRequire({ name, proven_domains, required }: Facts, came_through: boolean): Verdict {
  if (required) return refuse('conflict', `Sign-in with ${name} is required already`)
  if (proven_domains.length === 0) return refuse('precondition', 'Prove a domain first')
  return came_through || refuse('precondition', `Sign in with ${name} first, by Test sign-in`)
}

/** What a change may leave: people are led by a proven domain. */
export function canKeep(required: boolean, proven_domains: readonly string[]): Verdict {
  return (
    !required ||
    proven_domains.length > 0 ||
    refuse('precondition', 'Sign-in is required: keep a proven domain')
  )
}
