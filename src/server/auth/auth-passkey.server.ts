/** Passkeys: registered once, then they sign in and confirm (people, factors). */
import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { DataKeySettings } from '../data-key.ts'
import type { Tx } from '../verb.ts'
import { newToken } from './auth-cookie.ts'
import { type Confirmed, FACTORS_MAX, factorsOf } from './auth-factor.server.ts'
import { linkHash } from './auth-link-token.ts'
import { newRecoveryCodes } from './auth-recovery.server.ts'
import type { OneCall } from './auth-step-up.server.ts'
import type { PasskeyParty } from './passkey-party.ts'

const CHALLENGE_SECONDS = 300

type Within = { readonly tx: Tx; readonly clock: Clock }
type Purpose = 'register' | 'sign_in' | 'step_up'

const text = z.string().min(1).max(20_000)
const facts = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
}

/** The browser's answer to a challenge, in the form of its `toJSON`. */
export const assertionInput = z.object({
  ...facts,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(1000).nullish(),
  }),
})
export const attestationInput = z.object({
  ...facts,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
})
export type Assertion = z.infer<typeof assertionInput>
type Attestation = z.infer<typeof attestationInput>

const later = (from: Instant, seconds: number): Instant => instantFromMs(toMs(from) + seconds * 1000)

/** Signed by the passkey: a confirmation of one call signs that call. */
const challengeOf = (nonce: string, call: OneCall | null): string =>
  call === null
    ? nonce
    : createHash('sha256').update(`${nonce}\n${call.action_id}\n${call.input_hash}`).digest('base64url')

/** @returns the page's handle of the challenge, and its nonce */
async function openNonce(
  { tx, clock }: Within,
  purpose: Purpose,
  user_id: string | null,
): Promise<{ readonly id: string; readonly nonce: string }> {
  const [id, nonce] = [newToken(), newToken()]
  const now = clock.now()
  await tx.run(
    `insert into auth.passkey_challenge (id_hash, purpose, user_id, nonce, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [linkHash(id), purpose, user_id, nonce, now, later(now, CHALLENGE_SECONDS)],
  )
  return { id, nonce }
}

/** Uses a challenge up. @returns null for an unknown, used or late one, and for another person's */
async function takeNonce(
  { tx, clock }: Within,
  id: string,
  purpose: Purpose,
  user_id: string | null,
): Promise<string | null> {
  const row = await tx.row<{ nonce: string }>(
    `delete from auth.passkey_challenge
     where id_hash = $1 and purpose = $2 and user_id is not distinct from $3 and expires_at > $4 returning nonce`,
    [linkHash(id), purpose, user_id, clock.now()],
  )
  return row?.nonce ?? null
}

type Known = { readonly credential_id: string; readonly transports: readonly string[] }

const knownOf = (tx: Tx, user_id: string, rp_id: string): Promise<Known[]> =>
  tx.rows<Known>(
    `select credential_id, transports from auth.factor
     where user_id = $1 and type = 'passkey' and rp_id = $2 order by id`,
    [user_id, rp_id],
  )

const listed = (known: readonly Known[]) =>
  known.map(({ credential_id, transports }) => ({
    id: credential_id,
    // The browser's own words, kept as it gave them.
    transports: transports as AuthenticatorTransportFuture[],
  }))

/** The browser's options for a new passkey. */
export async function beginPasskey(
  within: Within,
  { rp_id }: PasskeyParty,
  user: { readonly id: string; readonly email: string; readonly name: string },
): Promise<{ readonly id: string; readonly options: object }> {
  if ((await factorsOf(within.tx, user.id)).length >= FACTORS_MAX)
    throw precondition(`You have ${FACTORS_MAX} second factors. Remove one first`)
  const { id, nonce } = await openNonce(within, 'register', user.id)
  const options = await generateRegistrationOptions({
    rpName: 'Stint',
    rpID: rp_id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: isoBase64URL.toBuffer(nonce),
    attestationType: 'none',
    excludeCredentials: listed(await knownOf(within.tx, user.id, rp_id)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { id, options }
}

/** Keeps a new passkey. @returns null where the browser's answer does not prove it */
export async function confirmPasskey(
  within: Within,
  settings: DataKeySettings,
  { rp_id, origin }: PasskeyParty,
  {
    user_id,
    id,
    attestation,
    label,
  }: { user_id: string; id: string; attestation: Attestation; label: string },
): Promise<Confirmed | null> {
  const { tx, clock } = within
  const nonce = await takeNonce(within, id, 'register', user_id)
  if (nonce === null) return null
  const proof = await verifyRegistrationResponse({
    // Our own parse of it; the library reads every part again.
    response: { clientExtensionResults: {}, ...attestation } as RegistrationResponseJSON,
    expectedChallenge: nonce,
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!proof?.verified) return null
  const { credential, credentialBackedUp } = proof.registrationInfo
  const isFirst = (await factorsOf(tx, user_id)).length === 0
  const factor_id = newUuid(clock)
  const made = await tx.run(
    `insert into auth.factor (id, user_id, type, label, credential_id, public_key, sign_count, rp_id, created_at)
     values ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
    [
      factor_id,
      user_id,
      label,
      credential.id,
      Buffer.from(credential.publicKey),
      credential.counter,
      rp_id,
      clock.now(),
    ],
  )
  if (made === 0) return null
  await tx.run('update auth.factor set confirmed_at = $2, transports = $3, backed_up = $4 where id = $1', [
    factor_id,
    clock.now(),
    credential.transports ?? [],
    credentialBackedUp,
  ])
  return isFirst ? { recovery_codes: await newRecoveryCodes(within, settings, user_id) } : {}
}

/** The browser's options to answer with a passkey: any one of this address, or one of a person's. */
export async function askPasskey(
  within: Within,
  { rp_id }: PasskeyParty,
  asked: { readonly user_id: string; readonly call: OneCall | null } | null,
): Promise<{ readonly id: string; readonly options: object }> {
  const user_id = asked?.user_id ?? null
  const { id, nonce } = await openNonce(within, asked ? 'step_up' : 'sign_in', user_id)
  const options = await generateAuthenticationOptions({
    rpID: rp_id,
    challenge: isoBase64URL.toBuffer(challengeOf(nonce, asked?.call ?? null)),
    allowCredentials: user_id === null ? [] : listed(await knownOf(within.tx, user_id, rp_id)),
    userVerification: 'required',
  })
  return { id, options }
}

type PasskeyRow = { id: string; user_id: string; public_key: Buffer; sign_count: string }

/** A refused answer with the user of the passkey, null for an unknown passkey. */
export type RefusedPasskey = { readonly user_id: string | null; readonly refused: string }

/** Judges the browser's answer, which works once. */
export async function takeAssertion(
  within: Within,
  { rp_id, origin }: PasskeyParty,
  { id, assertion }: { readonly id: string; readonly assertion: Assertion },
  asked: { readonly user_id: string; readonly call: OneCall | null } | null,
): Promise<{ readonly user_id: string; readonly refused?: undefined } | RefusedPasskey> {
  const { tx, clock } = within
  const nonce = await takeNonce(within, id, asked ? 'step_up' : 'sign_in', asked?.user_id ?? null)
  const key = await tx.row<PasskeyRow>(
    `select id, user_id, public_key, sign_count from auth.factor
     where credential_id = $1 and type = 'passkey' and rp_id = $2 and ($3::text is null or user_id = $3) for update`,
    [assertion.id, rp_id, asked?.user_id ?? null],
  )
  if (nonce === null || !key)
    return { user_id: asked?.user_id ?? null, refused: 'unknown passkey or challenge' }
  const proof = await verifyAuthenticationResponse({
    // Our own parse of it; the library reads every part again.
    response: { clientExtensionResults: {}, ...assertion } as AuthenticationResponseJSON,
    expectedChallenge: challengeOf(nonce, asked?.call ?? null),
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.sign_count),
    },
  }).catch((error: unknown) => ({ verified: false as const, why: String(error) }))
  if (!proof.verified)
    return {
      user_id: key.user_id,
      refused:
        'why' in proof && proof.why.includes('counter') ? 'passkey was copied: its count fell' : 'passkey',
    }
  await tx.run('update auth.factor set sign_count = $2, last_used_at = $3 where id = $1', [
    key.id,
    'authenticationInfo' in proof ? proof.authenticationInfo.newCounter : 0,
    clock.now(),
  ])
  return { user_id: key.user_id }
}
