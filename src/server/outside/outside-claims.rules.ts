/** The person that a provider speaks of, and the address that it vouches for (people, Google and Microsoft). */
import { z } from 'zod'
import type { OutsideKind } from '../settings/settings-outside.ts'

/** In the words of pages, mails and the security log. */
export const provider_names = {
  google: 'Google',
  microsoft: 'Microsoft',
} as const satisfies Record<OutsideKind, string>

const key = z.string().min(1).max(255)

/** Of a checked id token. Other claims are not read. */
const claimsInput = z.object({
  iss: key,
  sub: key,
  tid: key.optional().catch(undefined),
  oid: key.optional().catch(undefined),
  hd: z.string().max(255).optional().catch(undefined),
  email: z.string().trim().toLowerCase().max(320).optional().catch(undefined),
  preferred_username: z.string().trim().max(320).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  xms_edov: z
    .union([z.boolean(), z.literal([1, '1', 'true'])])
    .optional()
    .catch(undefined),
})
export type OutsideClaims = z.infer<typeof claimsInput>

/** Names one account for good. The mail claim never does: tenants write any address into it. */
export type OutsideAccount = {
  readonly provider: OutsideKind | 'business'
  /** In the words of mails and of the security log. */
  readonly name: string
  readonly issuer: string
  readonly subject: string
  /** For its person to recognise. */
  readonly label: string
}

/** @returns null where the claims name no account */
export function readClaims(raw: unknown): OutsideClaims | null {
  return claimsInput.safeParse(raw).data ?? null
}

/** @returns null without the claims that the provider's accounts are named by */
export function accountOf(provider: OutsideKind, claims: OutsideClaims): OutsideAccount | null {
  const label = claims.email ?? claims.preferred_username ?? ''
  const name = provider_names[provider]
  if (provider === 'google') return { provider, name, issuer: claims.iss, subject: claims.sub, label }
  if (!claims.tid || !claims.oid) return null
  return { provider, name, issuer: claims.tid, subject: claims.oid, label }
}

/** Whether the provider itself knows that this person reads mail at the address. */
export function vouchesFor(provider: OutsideKind, claims: OutsideClaims, address: string): boolean {
  const wanted = address.trim().toLowerCase()
  if (!claims.email || claims.email !== wanted) return false
  if (provider === 'microsoft') return claims.xms_edov !== undefined && claims.xms_edov !== false
  const domain = wanted.slice(wanted.lastIndexOf('@') + 1)
  const is_theirs = domain === 'gmail.com' || claims.hd?.toLowerCase() === domain
  return claims.email_verified === true && is_theirs
}

/** Whether a business's own provider says that this person has the address. */
export const saysAddress = ({ email, email_verified }: OutsideClaims, address: string): boolean =>
  email !== undefined && email === address.trim().toLowerCase() && email_verified !== false

/** A business's own provider, as its row says. */
export type Company = {
  readonly id: string
  readonly type: OutsideKind | 'oidc'
  readonly name: string
  readonly business_name: string
  readonly tenant_id: string | null
  readonly hosted_domain: string | null
}

/** @returns null for an account of another tenant or workspace than the business's */
export function companyAccountOf(
  { id, type, name, business_name, tenant_id, hosted_domain }: Company,
  claims: OutsideClaims,
): OutsideAccount | null {
  const is_theirs =
    (type !== 'microsoft' || claims.tid === tenant_id) &&
    (type !== 'google' || claims.hd?.toLowerCase() === hosted_domain)
  const subject = type === 'microsoft' ? claims.oid : claims.sub
  if (!is_theirs || subject === undefined) return null
  const label = claims.email ?? claims.preferred_username ?? ''
  // The provider's row in place of its issuer: what one business says holds for no other.
  return { provider: 'business', name: `${name} of ${business_name}`, issuer: id, subject, label }
}
