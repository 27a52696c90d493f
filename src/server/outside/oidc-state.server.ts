/** Sign-ins that are at a provider: each belongs to the browser that began it, and ends once. */
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { newToken } from '../auth/auth-cookie.ts'
import { linkHash } from '../auth/auth-link-token.ts'
import type { SignInMethod } from '../auth/auth-required.server.ts'
import type { OutsideKind } from '../settings/settings-outside.ts'
import type { Proofs } from './relying-party.ts'

export const STATE_SECONDS = 10 * 60

export type Purpose = {
  readonly provider: OutsideKind | 'business'
  /** Of a business's own provider. */
  readonly identity_provider_id: string | null
  /** A path of ours. */
  readonly return_to: string
  /** Set by a person who links their account. */
  readonly link_user_id: string | null
  /** Of a person who has shown who they are and goes on at their business's provider: how. */
  readonly first_methods: readonly SignInMethod[] | null
  /** Set on the page of an invitation. */
  readonly invitation_hash: Buffer | null
}

export async function openState(
  pool: pg.Pool,
  clock: Clock,
  { provider, identity_provider_id, return_to, link_user_id, first_methods, invitation_hash }: Purpose,
  browser: string,
): Promise<Proofs> {
  const proofs = { state: newToken(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  await pool.query(
    `insert into auth.oidc_state (state_hash, browser_hash, provider, nonce, verifier, return_to, link_user_id,
       invitation_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      linkHash(proofs.state),
      linkHash(browser),
      provider,
      proofs.nonce,
      proofs.verifier,
      return_to,
      link_user_id,
      invitation_hash,
      instantFromMs(toMs(clock.now()) + STATE_SECONDS * 1000),
    ],
  )
  if (identity_provider_id !== null)
    await pool.query(
      'update auth.oidc_state set identity_provider_id = $2, first_methods = $3 where state_hash = $1',
      [linkHash(proofs.state), identity_provider_id, first_methods],
    )
  return proofs
}

/** Uses a state up. @returns null for an unknown, used or late one, another browser and another provider */
export async function takeState(
  pool: pg.Pool,
  clock: Clock,
  provider: Purpose['provider'],
  held: { readonly state: string; readonly browser: string },
): Promise<(Purpose & Proofs) | null> {
  const { rows } = await pool.query<Purpose & Omit<Proofs, 'state'>>(
    `delete from auth.oidc_state
     where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > $4
     returning provider, nonce, verifier, return_to, link_user_id, invitation_hash,
       identity_provider_id, first_methods`,
    [linkHash(held.state), linkHash(held.browser), provider, clock.now()],
  )
  return rows[0] ? { ...rows[0], state: held.state } : null
}
