import { createHmac } from 'node:crypto'
import type pg from 'pg'

/** The viewer categories of spec §6 that have a login role of their own in the database. */
export const categories = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
export type Category = (typeof categories)[number]

/** The purpose of a role: verbs (`app`), sessions and health, jobs, or reading for one viewer category. */
export type RolePart = 'app' | 'session' | 'jobs' | Category
export const roleParts: readonly RolePart[] = ['app', 'session', 'jobs', ...categories]

/** Owns the function that posts to the ledger, and never signs in. */
const LEDGER = 'ledger'

export const roleName = (prefix: string, part: RolePart | typeof LEDGER): string => `${prefix}_${part}`

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
  return sql.replace(new RegExp(`\\bstint_(${[...roleParts, LEDGER].join('|')})\\b`, 'g'), `${prefix}_$1`)
}

type Limits = Readonly<Record<'statement' | 'lock' | 'idle_in_transaction_session' | 'transaction', number>>
const reading: Limits = { statement: 15, lock: 2, idle_in_transaction_session: 15, transaction: 60 }
/** Seconds. Sessions are short, so that sign-in and health answer while work waits; jobs take their time. */
const limits: Readonly<Record<RolePart, Limits>> = {
  session: { statement: 2, lock: 1, idle_in_transaction_session: 5, transaction: 5 },
  app: { statement: 30, lock: 5, idle_in_transaction_session: 30, transaction: 60 },
  jobs: { statement: 120, lock: 15, idle_in_transaction_session: 60, transaction: 300 },
  agency: reading,
  client: reading,
  contractor: reading,
  funder: reading,
  provider: reading,
}
/** PostgreSQL 17 brought a limit of the whole transaction. */
const WITH_TRANSACTION_LIMIT = 170_000

/** Settings of each role, so that one statement or one lock cannot hold up the others. */
function roleSettings(part: RolePart, server_version: number): Record<string, string> {
  const settings: Record<string, string> = { timezone: 'UTC', jit: 'off' }
  for (const [limit, seconds] of Object.entries(limits[part])) {
    if (limit !== 'transaction' || server_version >= WITH_TRANSACTION_LIMIT)
      settings[`${limit}_timeout`] = `${seconds}s`
  }
  return settings
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
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const password = client.escapeLiteral(rolePassword(secret, name))
  if (rowCount === 0)
    await client.query(`create role ${client.escapeIdentifier(name)} ${LOGIN} password ${password}`)
  else
    await client.query(`alter role ${client.escapeIdentifier(name)} with ${loginOf()} password ${password}`)
  for (const [setting, value] of Object.entries(roleSettings(part, rows[0]?.version ?? 0))) {
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
    await withRetry(() => inheritVerbs(client, prefix))
    await withRetry(() => ensureLedgerRole(client, roleName(prefix, LEDGER)))
    await withRetry(() => closeDatabase(client, prefix))
  } finally {
    client.release()
  }
}

/** Jobs perform verbs, under their own time limits. */
async function inheritVerbs(client: pg.ClientBase, prefix: string): Promise<void> {
  const [app, jobs] = (['app', 'jobs'] as const).map((part) =>
    client.escapeIdentifier(roleName(prefix, part)),
  )
  await client.query(`alter role ${jobs} with inherit`)
  await client.query(`grant ${app} to ${jobs}`)
}

/** The owner of the database changes the function at upgrades, so it is a member. */
async function ensureLedgerRole(client: pg.ClientBase, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const role = client.escapeIdentifier(name)
  if (rowCount === 0)
    await client.query(
      `create role ${role} nologin nosuperuser nocreatedb nocreaterole noinherit noreplication`,
    )
  else await client.query(`alter role ${role} with nologin nocreatedb nocreaterole noinherit`)
  const { rows } = await client.query<{ is_member: boolean }>(
    `select pg_has_role($1, 'usage') as is_member`,
    [name],
  )
  if (rows[0]?.is_member !== true) await client.query(`grant ${role} to current_user`)
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
  const workers = (['app', 'jobs'] as const).map((part) => client.escapeIdentifier(roleName(prefix, part)))
  await client.query(`grant temporary on database ${name} to ${workers.join(', ')}`)
}
