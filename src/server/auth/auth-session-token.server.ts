/** Tokens of a session (spec §7, generateHasuraToken): for programs of the person, a quarter of an hour long. */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { SESSION_TOKEN_MARK } from '../viewer-read.server.ts'
import { newToken } from './auth-cookie.ts'
import { linkHash } from './auth-link-token.ts'

const TOKEN_SECONDS = 900

/** The claims of spec §6. */
type Claims = Pick<
  Viewer,
  | 'business_id'
  | 'user_id'
  | 'business_contact_id'
  | 'email'
  | 'impersonator_user_id'
  | 'impersonator_business_id'
> & {
  readonly role: string
  readonly business_roles: Viewer['roles']
  /** A contractor's payment company. */
  readonly associated_id: string | null
  readonly business_type: string
}

const associated = `
  select s.to_business_id as id from business.service s
  where s.type = 'contractor-company' and s.from_business_id = $1 and s.status <> 'deleted' and s.deleted_at is null
  order by s.id limit 1`

/** A contractor's payment company; null for everybody else. */
export async function associatedOf(
  { app }: Pick<Database, 'app'>,
  { category, business_id }: Pick<Viewer, 'category' | 'business_id'>,
): Promise<string | null> {
  if (category !== 'contractor') return null
  const { rows } = await app.query<{ id: string }>(associated, [business_id])
  return rows[0]?.id ?? null
}

/** Makes a token of the viewer's session; those that are over go. */
export async function makeSessionToken(
  database: Pick<Database, 'app' | 'session'>,
  clock: Clock,
  viewer: Viewer,
): Promise<{ readonly token: string; readonly expires_at: Instant; readonly claims: Claims }> {
  const { pool } = database.session
  const token = `${SESSION_TOKEN_MARK}${newToken()}`
  const now = clock.now()
  const expires_at = instantFromMs(toMs(now) + TOKEN_SECONDS * 1000)
  await pool.query('delete from auth.session_token where session_id = $1 and expires_at <= $2', [
    viewer.session_id,
    now,
  ])
  await pool.query(
    'insert into auth.session_token (token_hash, session_id, expires_at) values ($1, $2, $3)',
    [linkHash(token), viewer.session_id, expires_at],
  )
  const associated_id = await associatedOf(database, viewer)
  return {
    token,
    expires_at,
    claims: {
      role: viewer.roles[0] ?? '',
      business_roles: viewer.roles,
      business_id: viewer.business_id,
      user_id: viewer.user_id,
      associated_id,
      business_contact_id: viewer.business_contact_id,
      business_type: `stint_${viewer.business_type}`,
      email: viewer.email,
      impersonator_user_id: viewer.impersonator_user_id,
      impersonator_business_id: viewer.impersonator_business_id,
    },
  }
}

/** Does the cookie belong to a session of an inactive user? */
export async function isInactiveSession(
  { session: { pool } }: Pick<Database, 'session'>,
  cookie: string | null,
): Promise<boolean> {
  if (cookie === null) return false
  const { rowCount } = await pool.query(
    `select from auth.session s join platform."user" u on u.id = s."userId"
     where s.token = $1 and (not u.is_active or u.deactivated_at is not null)`,
    [cookie],
  )
  return rowCount === 1
}
