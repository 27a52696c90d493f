/** Links that open one document for one signer. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { invalid, precondition, StintError } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { codeDigits } from '#kernel/typed-text.ts'
import { newUuid } from '#kernel/uuid.ts'
import { LINK_TOKEN_MAX, linkHash, newLinkToken } from '#server/auth/auth-link-token.ts'
import type { Tx } from '#server/verb.ts'
import { dead_link } from '../decisions/mailed-decision.rules.ts'
import { lockSigning, type Signing, type SigningSigner } from './load-signing.server.ts'

/** Of a link in a page that opens it at once. */
const EMBED_MINUTES = 15
const MINUTE_MS = 60_000
const CODE_MINUTES = 10
const TRIES_MAX = 5
/** Codes of one link. */
const CODES_MAX = 5

export type SignLink = Signing & {
  readonly token_id: string
  readonly signer: SigningSigner
  readonly return_url: string | null
  readonly expires_at: Instant
  /** A code by mail is still to come before the signature. */
  readonly needs_code: boolean
  readonly auth: 'link' | 'link_and_code'
}

export const deadLink = () => new StintError('not_found', dead_link)

type NewLink = {
  readonly signer: Pick<SigningSigner, 'id' | 'auth'>
  readonly expires_at: Instant
  readonly auth?: SigningSigner['auth']
  readonly return_url?: string | null
}

/** @returns the token; only its hash is kept */
export async function makeLink(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { signer, expires_at, auth = signer.auth, return_url = null }: NewLink,
): Promise<string> {
  const { token, hash } = newLinkToken()
  await tx.run(
    `insert into auth.sign_token (id, token_hash, signer_id, auth, return_url, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newUuid(clock), hash, signer.id, auth, return_url, clock.now(), expires_at],
  )
  return token
}

export const embedEnd = (now: Instant): Instant => instantFromMs(toMs(now) + EMBED_MINUTES * MINUTE_MS)

/** The document is locked. @returns null for a token that was never ours @throws the one text for a dead link */
export async function openSignLink(tx: Tx, now: Instant, token: string): Promise<SignLink | null> {
  if (token.length > LINK_TOKEN_MAX) return null
  const row = await tx.row<{
    id: string
    signer_id: string
    document_id: string
    auth: 'link' | 'link_and_code'
    return_url: string | null
    expires_at: Instant
    is_open: boolean
    is_proven: boolean
  }>(
    `select k.id, k.signer_id, s.document_id, k.auth, k.return_url, k.expires_at,
       k.revoked_at is null and k.expires_at > $2 as is_open, c.proven_at is not null as is_proven
     from auth.sign_token k join platform.signer s on s.id = k.signer_id
     left join auth.sign_code c on c.token_id = k.id where k.token_hash = $1`,
    [linkHash(token), now],
  )
  if (!row) return null
  if (!row.is_open) throw deadLink()
  const signing = await lockSigning(tx, row.document_id, now)
  const signer = signing.signers.find(({ id }) => id === row.signer_id)
  if (!signer || signer.has_left) throw deadLink()
  const { id: token_id, auth, return_url, expires_at } = row
  return {
    ...signing,
    token_id,
    signer,
    auth,
    return_url,
    expires_at,
    needs_code: auth === 'link_and_code' && !row.is_proven,
  }
}

const codeHash = (token_id: string, code: string): Buffer =>
  createHash('sha256').update(`${token_id}:${code}`).digest()

/** A new code in place of the last one. @throws precondition after too many, or within a minute */
export async function newCode(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  token_id: string,
): Promise<string> {
  const now = clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const made = await tx.run(
    `insert into auth.sign_code as c (token_id, code_hash, sent, tries, created_at, expires_at) values ($1, $2, 1, 0, $3, $4)
     on conflict (token_id) do update set code_hash = excluded.code_hash, sent = c.sent + 1, tries = 0,
       created_at = excluded.created_at, expires_at = excluded.expires_at
     where c.sent < ${CODES_MAX} and c.created_at <= $3::timestamptz - interval '1 minute' and c.proven_at is null`,
    [token_id, codeHash(token_id, code), now, instantFromMs(toMs(now) + CODE_MINUTES * MINUTE_MS)],
  )
  if (made === 0)
    throw precondition('A code went out a moment ago. Please wait a minute, or ask the sender for a new link')
  return code
}

/** The wrong try counts: its transaction commits. @returns the fault; null: it is proven */
export async function proveCode(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  token_id: string,
  code: string,
): Promise<string | null> {
  const now = clock.now()
  const row = await tx.row<{ code_hash: Buffer; is_open: boolean }>(
    `update auth.sign_code set tries = tries + 1 where token_id = $1
     returning code_hash, expires_at > $2 and tries <= ${TRIES_MAX} as is_open`,
    [token_id, now],
  )
  if (!row?.is_open) return 'This code is no longer valid. Ask for a new one.'
  if (!timingSafeEqual(row.code_hash, codeHash(token_id, codeDigits(code)))) return 'This is not the code'
  await tx.run('update auth.sign_code set proven_at = $2 where token_id = $1', [token_id, now])
  return null
}

export const wrongCode = (fault: string) => invalid({ code: fault })
