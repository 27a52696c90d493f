/** The person that a provider speaks of, and the address that it vouches for (people, Google and Microsoft). */
import { z } from 'zod'
import type { OutsideKind } from '../settings-outside.ts'

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
  readonly provider: OutsideKind
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
  if (provider === 'google') return { provider, issuer: claims.iss, subject: claims.sub, label }
  if (!claims.tid || !claims.oid) return null
  return { provider, issuer: claims.tid, subject: claims.oid, label }
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
