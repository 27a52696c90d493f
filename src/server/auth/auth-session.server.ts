/** Sessions: rows of the sign-in library's shape, with the business the session acts for. */
import type { Clock } from '#kernel/clock.ts'
import { notAllowed, notFound, signInRefused } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import {
  askedOf,
  askFor,
  comesThrough,
  isCompanyWord,
  isTrusted,
  type Shown,
  trustsProvider,
} from './auth-company.server.ts'
import { newToken } from './auth-cookie.ts'
import {
  factorNeed,
  isEnough,
  isRecentEnough,
  isSignedInEnough,
  needText,
  type SignInMethod,
} from './auth-required.server.ts'

/** A session ends a week after its last use, or a month after it was made; sooner in roles that can release money. */
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60
const SESSION_SECONDS_MAX = 30 * 24 * 60 * 60
/** Renewed at most once an hour. */
const RENEW_AFTER_SECONDS = 60 * 60

const later = (from: Instant, seconds: number): Instant => instantFromMs(toMs(from) + seconds * 1000)

export type Visitor = { readonly ip: string; readonly user_agent: string }

/**
 * The user's default contact: the one that they chose, else the last used, else the first.
 * @param shown only contacts for which a session of it may act
 */
export async function usualContact(
  tx: Tx,
  user_id: string,
  shown?: Shown & { readonly now: Instant },
): Promise<string | null> {
  const names = { methods: '$2::text[]', provider: '$3::uuid', now: '$4::timestamptz' }
  const row = await tx.row<{ id: string }>(
    `select c.id from business.business_contact c
     join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
     join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null and u.deleted_at is null
     where c.user_id = $1 and c.is_active and c.deleted_at is null and c.roles <> '{}'
       and c.joined_at is not null ${shown ? `and ${comesThrough(names)}` : ''}
     order by c.id::text = u.preferences ->> 'default_business_contact_id' desc nulls last,
       c.id::text = u.preferences ->> 'last_business_contact_id' desc nulls last, c.created_at, c.id limit 1`,
    shown ? [user_id, shown.methods, shown.through, shown.now] : [user_id],
  )
  return row?.id ?? null
}

/** The person, their contact and its business are active; the contact has joined. */
async function mayAct(tx: Tx, user_id: string, business_contact_id: string): Promise<boolean> {
  const row = await tx.row(
    `select c.id from business.business_contact c
     join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
     join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null and u.deleted_at is null
     where c.id = $1 and c.user_id = $2 and c.is_active and c.deleted_at is null and c.roles <> '{}'
       and c.joined_at is not null`,
    [business_contact_id, user_id],
  )
  return row !== undefined
}

type NewSession = {
  readonly user_id: string
  readonly business_contact_id: string
  /** The ways in which the person proved their identity. */
  readonly methods: readonly SignInMethod[]
  /** The business's own provider among them. */
  readonly through?: string | null
}

/**
 * Opens a session: the one end of every way in.
 * @returns its token, for the cookie
 * @throws signInRefused for an inactive person, and without a second factor where a role or a business needs one;
 * notAllowed where the business asks for its own provider
 */
export async function openSession(
  tx: Tx,
  clock: Clock,
  { user_id, business_contact_id, methods, through = null }: NewSession,
  visitor: Visitor,
): Promise<string> {
  if (!(await mayAct(tx, user_id, business_contact_id)))
    throw signInRefused(errorText.user_inactive('your administrator'))
  const need = await factorNeed(tx, user_id, clock.now())
  if (!isEnough(methods, need) && !(await trustsProvider(tx, through)))
    throw signInRefused(needText(need) ?? errorText.not_allowed)
  await requireThrough(tx, business_contact_id, { methods, through, now: clock.now() })
  const token = newToken()
  const now = clock.now()
  await tx.run(
    `insert into auth.session (id, "userId", token, "expiresAt", "ipAddress", "userAgent", "createdAt", "updatedAt", business_contact_id)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [
      newUuid(clock),
      user_id,
      token,
      later(now, SESSION_IDLE_SECONDS),
      visitor.ip,
      visitor.user_agent.slice(0, 400),
      now,
      business_contact_id,
    ],
  )
  // A sign-in confirms too; the word of a business does not.
  await tx.run(
    'update auth.session set methods = $2, step_up_at = $3, identity_provider_id = $4 where token = $1',
    [token, methods, isCompanyWord(methods) ? null : now, through],
  )
  return token
}

/** @throws notAllowed unless a session of these proofs may act for the contact */
async function requireThrough(
  tx: Tx,
  business_contact_id: string,
  { methods, through, now }: Shown & { readonly now: Instant },
): Promise<void> {
  const names = { methods: '$2::text[]', provider: '$3::uuid', now: '$4::timestamptz' }
  const may = await tx.row(
    `select c.id from business.business_contact c where c.id = $1 and ${comesThrough(names)}`,
    [business_contact_id, methods, through, now],
  )
  if (may) return
  const asked = await askedOf(tx, business_contact_id, now)
  if (asked && asked.id !== through) throw askFor(asked)
  throw notAllowed('Please sign in another way to act for this business')
}

/** Sign-out: the session ends before the next request, with the one in which it acts as somebody else, or from which. */
export async function closeSession(database: Database, token: string): Promise<void> {
  await database.session.pool.query(
    `delete from auth.session s using auth.session o
     where o.token = $1 and (s.id = o.id or s.id = o.impersonator_session_id or s.impersonator_session_id = o.id)`,
    [token],
  )
}

/** Is a session that expires at `expires_at` due for renewal? */
export function isRenewalDue(expires_at: Instant, now: Instant): boolean {
  return toMs(expires_at) - toMs(now) < (SESSION_IDLE_SECONDS - RENEW_AFTER_SECONDS) * 1000
}

/** @returns true when it was renewed; a month after sign-in it no longer is */
export async function renewSession(database: Database, token: string, now: Instant): Promise<boolean> {
  const { rowCount } = await database.session.pool.query(
    `update auth.session set "expiresAt" = least($2::timestamptz, "createdAt" + interval '${SESSION_SECONDS_MAX} seconds'),
       "updatedAt" = $3
     where token = $1 and "createdAt" > $4 and impersonator_user_id is null`,
    [token, later(now, SESSION_IDLE_SECONDS), now, later(now, -SESSION_SECONDS_MAX)],
  )
  return rowCount === 1
}

/**
 * Switches the session to another business of its user, from the next request on.
 * @throws notFound when the contact is not theirs or not active; notAllowed when the sign-in is too old for its roles, or
 * has too few factors for it
 */
export async function switchContact(
  database: Database,
  clock: Clock,
  token: string,
  viewer: { readonly user_id: string; readonly impersonator_user_id: string | null },
  business_contact_id: string,
): Promise<void> {
  if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
  await inTransaction(database.session, async (tx) => {
    const old = await tx.row(
      `select s.id from auth.session s join business.business_contact c on c.user_id = s."userId"
       join business.business b on b.id = c.business_id
       where s.token = $1 and c.id = $2 and not (${isRecentEnough('$3')}
         and (${isSignedInEnough('$3')} or ${isTrusted('s.identity_provider_id')}))`,
      [token, business_contact_id, clock.now()],
    )
    if (old) throw notAllowed('Please sign in again to act for this business')
    const shown = await tx.row<{ methods: SignInMethod[]; through: string | null }>(
      `select s.methods, s.identity_provider_id as through from auth.session s
       join business.business_contact c on c.user_id = s."userId" where s.token = $1 and c.id = $2`,
      [token, business_contact_id],
    )
    if (shown) await requireThrough(tx, business_contact_id, { ...shown, now: clock.now() })
    const changed = await tx.run(
      `update auth.session set business_contact_id = c.id
       from business.business_contact c
       join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
       where token = $1 and c.id = $2 and c.user_id = $3 and c.is_active and c.deleted_at is null and c.roles <> '{}'
         and c.joined_at is not null`,
      [token, business_contact_id, viewer.user_id],
    )
    if (changed === 0) throw notFound('Business')
    await tx.run(
      `update platform."user" set preferences = preferences || jsonb_build_object('last_business_contact_id', $2::text)
       where id = $1`,
      [viewer.user_id, business_contact_id],
    )
  })
}
