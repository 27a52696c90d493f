/** The last use of each token, and the security events of its calls. */
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import type { Instant } from '#kernel/instant.ts'
import { addressKey } from '../http/http-limits.ts'
import type { SecurityLog } from '../security/security-log.server.ts'

// A row that is made now names a network of which the token was not used before.
const noting = `
  insert into auth.api_token_use as u values ($1, $2, $3, $4)
  on conflict (api_token_id, net) do update set last_used_at = excluded.last_used_at, last_used_ip = excluded.last_used_ip
    where u.last_used_at < excluded.last_used_at - interval '1 minute' or u.last_used_ip <> excluded.last_used_ip
  returning xmax = 0 as is_new`

type Use = { readonly viewer: Viewer; readonly token_id: string; readonly ip: string; readonly now: Instant }

/** Notes a call, at most once a minute in the database. */
export async function noteUse(
  pool: pg.Pool,
  security: SecurityLog,
  { viewer, token_id, ip, now }: Use,
): Promise<void> {
  const { rows } = await pool.query<{ is_new: boolean }>(noting, [token_id, addressKey(ip), now, ip])
  if (rows[0]?.is_new)
    await security.note({
      kind: 'token_used_new_address',
      outcome: 'ok',
      user_id: viewer.user_id,
      business_id: viewer.business_id,
      token_id,
      says: viewer.user_name,
    })
}

type Known = {
  readonly id: string
  readonly business_id: string
  readonly user_id: string
  readonly says: string
}

const known_token = `
  select t.id, t.business_id, c.user_id, t.name || case when t.revoked_at is not null then ': revoked'
    when t.expires_at <= $2 then ': expired' else ': from another address' end as says
  from auth.api_token h join platform.api_token t on t.id = h.api_token_id
  join business.business_contact c on c.id = t.contact_id where h.token_hash = $1`

/** A refused token is an event of its business where it was once ours. */
export async function noteRefused(
  pool: pg.Pool,
  security: SecurityLog,
  hash: Buffer | null,
  now: Instant,
): Promise<void> {
  const { rows } = hash === null ? { rows: [] } : await pool.query<Known>(known_token, [hash, now])
  const [known] = rows
  await security.note({
    kind: 'token_refused',
    outcome: 'refused',
    user_id: known?.user_id ?? null,
    ...(known ? { business_id: known.business_id, token_id: known.id, says: known.says } : {}),
  })
}
