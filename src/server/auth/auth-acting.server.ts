/** Ways of a browser into a session that acts as somebody else, and back. */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'

/** The token of an impersonation that this session has just opened, for the cookie. */
export async function actingToken(
  database: Database,
  clock: Clock,
  viewer: Viewer,
  impersonation_id: string,
): Promise<string | null> {
  const { rows } = await database.session.pool.query<{ token: string }>(
    `select s.token from log.impersonation i join auth.session s on s.id = i.session_id
     where i.id = $1 and i.ended_at is null and s.impersonator_session_id = $2 and s.impersonator_user_id = $3
       and s."expiresAt" > $4`,
    [impersonation_id, viewer.session_id, viewer.user_id, clock.now()],
  )
  return rows[0]?.token ?? null
}

/** The token of the previous session, for a browser after the end of its acting session. */
export async function returningToken(
  database: Database,
  clock: Clock,
  token: string,
): Promise<string | null> {
  const { rows } = await database.session.pool.query<{ token: string }>(
    `select f.token from auth.session s join auth.session f on f.id = s.impersonator_session_id
     where s.token = $1 and f."userId" = s.impersonator_user_id and f.impersonator_user_id is null and f."expiresAt" > $2`,
    [token, clock.now()],
  )
  return rows[0]?.token ?? null
}
