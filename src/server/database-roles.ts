import { createHmac } from 'node:crypto'
import type pg from 'pg'

/** The viewer categories of spec §6 that have a login role of their own in the database. */
export const categories = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
export type Category = (typeof categories)[number]

/** The purpose of a role: verbs (`app`), or reading for one viewer category. */
export type RolePart = 'app' | Category
const roleParts: readonly RolePart[] = ['app', ...categories]

export const roleName = (prefix: string, part: RolePart): string => `${prefix}_${part}`

/**
 * Roles belong to the whole cluster, so their passwords are derived from a secret that every database of
 * it shares: starting Stint on a second database leaves the first one's connections good.
 */
export function rolePassword(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`stint role ${name}`).digest('hex')
}

/** Role names in migrations are written with the prefix `stint`; another prefix replaces it. */
export function withRolePrefix(sql: string, prefix: string): string {
  if (prefix === 'stint') return sql
  return sql.replace(new RegExp(`\\bstint_(${roleParts.join('|')})\\b`, 'g'), `${prefix}_$1`)
}

/** Session settings of each role, so that a viewer's query cannot hold up the database. */
function roleSettings(part: RolePart): Record<string, string> {
  const common = { timezone: 'UTC', jit: 'off' }
  return part === 'app'
    ? { ...common, idle_in_transaction_session_timeout: '60s' }
    : { ...common, statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' }
}

const LOGIN = 'login nosuperuser nocreatedb nocreaterole noinherit noreplication'
/** Two servers that start at once may touch the same role: PostgreSQL lets one of them win. */
const COLLISION = new Set(['XX000', '42710', '23505', '40001', '40P01'])

async function ensureRole(
  client: pg.ClientBase,
  name: string,
  part: RolePart,
  secret: string,
): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const password = client.escapeLiteral(rolePassword(secret, name))
  if (rowCount === 0)
    await client.query(`create role ${client.escapeIdentifier(name)} ${LOGIN} password ${password}`)
  else
    await client.query(`alter role ${client.escapeIdentifier(name)} with ${loginOf()} password ${password}`)
  for (const [setting, value] of Object.entries(roleSettings(part))) {
    await client.query(
      `alter role ${client.escapeIdentifier(name)} set ${setting} = ${client.escapeLiteral(value)}`,
    )
  }
}

/** Only a superuser may name superuser or replication when altering; they were given at creation. */
const loginOf = () => 'login nocreatedb nocreaterole noinherit'

async function withRetry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string }).code ?? '' // Errors of pg carry the SQLSTATE.
      if (attempt === 8 || !COLLISION.has(code)) throw error
    }
  }
}

/**
 * Creates the login roles of this prefix, or updates their password and settings, and closes the database to all
 * others. `owner` is connected as the owner of the database.
 */
export async function ensureRoles(owner: pg.Pool, prefix: string, secret: string): Promise<void> {
  const client = await owner.connect()
  try {
    for (const part of roleParts) {
      await withRetry(() => ensureRole(client, roleName(prefix, part), part, secret))
    }
    await withRetry(() => closeDatabase(client, prefix))
  } finally {
    client.release()
  }
}

/** Revokes PostgreSQL's defaults from PUBLIC, so that every grant names its role. */
async function closeDatabase(client: pg.ClientBase, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string; ours: boolean }>(
    `select datname as name, pg_has_role(datdba, 'usage') as ours from pg_database where datname = current_database()`,
  )
  const database = rows[0]
  if (!database?.ours) return
  const name = client.escapeIdentifier(database.name)
  const roles = roleParts.map((part) => client.escapeIdentifier(roleName(prefix, part))).join(', ')
  await client.query(`revoke all on database ${name} from public`)
  await client.query(`grant connect on database ${name} to ${roles}`)
  await client.query(
    `grant temporary on database ${name} to ${client.escapeIdentifier(roleName(prefix, 'app'))}`,
  )
}
