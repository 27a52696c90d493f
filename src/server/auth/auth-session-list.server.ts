/** Sessions as their person sees and ends them, and as an administrator ends them. */
import type pg from 'pg'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { admin_roles } from '#entity/roles.ts'
import type { OpenSession } from '#entity/session-facts.ts'
import type { Clock } from '#kernel/clock.ts'
import { notFound } from '#kernel/errors.ts'
import type { Tx } from '../verb.ts'
import { deviceWords } from './device-words.rules.ts'

type Row = Omit<OpenSession, 'device' | 'is_current'> & { readonly user_agent: string }

/** The open sessions of a person, the last used first; without those in which somebody else acts as them. */
export async function listSessions(pool: pg.Pool, clock: Clock, viewer: Viewer): Promise<OpenSession[]> {
  const { rows } = await pool.query<Row>(
    `select s.id, coalesce(s."userAgent", '') as user_agent, coalesce(s."ipAddress", '') as ip,
       s."createdAt" as created_at, s."updatedAt" as last_seen_at, s.methods, b.name as business_name
     from auth.session s
     join business.business_contact c on c.id = s.business_contact_id and c.user_id = s."userId"
     join business.business b on b.id = c.business_id
     where s."userId" = $1 and s."expiresAt" > $2 and s.impersonator_user_id is null
     order by s."updatedAt" desc, s.id`,
    [viewer.user_id, clock.now()],
  )
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceWords(user_agent),
    is_current: row.id === viewer.session_id,
  }))
}

/** Ends sessions of a person's own: the named ones, or all but the current one. @returns how many */
export async function endOwnSessions(
  pool: pg.Pool,
  { user_id, session_id }: Viewer,
  which: { readonly ids: readonly string[] } | { readonly others: true },
): Promise<number> {
  const { rowCount } =
    'ids' in which
      ? await pool.query('delete from auth.session where "userId" = $1 and id = any($2)', [
          user_id,
          which.ids,
        ])
      : await pool.query(
          'delete from auth.session where "userId" = $1 and id is distinct from $2 and impersonator_user_id is null',
          [user_id, session_id],
        )
  return rowCount ?? 0
}

/** Administrators of their own business; the provider's of every business that they see. */
function mayEndFor(viewer: Viewer, business_id: string): boolean {
  if (viewer.roles.includes('provider_admin')) return true
  return viewer.business_id === business_id && admin_roles.some((role) => viewer.roles.includes(role))
}

/**
 * The contact of a person that the viewer may sign out of a business.
 * @throws notFound for anybody else
 */
export async function contactToSignOut(
  tx: Tx,
  viewer: Viewer,
  { business_id, user_id }: { readonly business_id: string; readonly user_id: string },
): Promise<string> {
  const contact = await tx.row<{ id: string }>(
    'select id from business.business_contact where business_id = $1 and user_id = $2 and deleted_at is null',
    [business_id, user_id],
  )
  if (!contact) throw notFound('Person')
  if (user_id !== viewer.user_id) {
    if (!mayEndFor(viewer, business_id)) throw notFound('Person')
    await loadVisible(tx, viewer, 'business.business_contact', [contact.id], { columns: 't.id' })
  }
  return contact.id
}

/** Ends the sessions that act through a contact. @returns how many */
export async function endSessionsOf(pool: pg.Pool, contact_id: string): Promise<number> {
  const { rowCount } = await pool.query('delete from auth.session where business_contact_id = $1', [
    contact_id,
  ])
  return rowCount ?? 0
}
