import type pg from 'pg'

const VERSION_LEAST = 150000

type Facts = { version: number; shown: string; create_role: boolean; create_schema: boolean; utf8: boolean }

/** Reasons why this server or user cannot run Stint, each with its fix. Empty = fit. */
export function databaseFaults(facts: Facts): string[] {
  const faults: string[] = []
  if (facts.version < VERSION_LEAST) faults.push(`It is PostgreSQL ${facts.shown}; Stint needs 15 or later.`)
  if (!facts.utf8) faults.push('Its encoding is not UTF8: create a database with encoding UTF8.')
  if (!facts.create_schema) {
    faults.push('The user may not create schemas in it: alter database … owner to that user.')
  }
  if (!facts.create_role) faults.push('The user may not create roles: alter role … createrole.')
  return faults
}

/**
 * Looks whether DATABASE_URL can carry Stint.
 * @throws Error with one sentence per fault, never with the password
 */
export async function checkDatabase(owner: pg.Pool, where: string): Promise<void> {
  let facts: Facts
  try {
    const { rows } = await owner.query<Facts>(`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
        (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as create_role,
        has_database_privilege(current_database(), 'CREATE') as create_schema,
        current_setting('server_encoding') = 'UTF8' as utf8`)
    const [row] = rows
    if (!row) throw new Error('no answer')
    facts = row
  } catch (error) {
    // A refused connection has no message; its code names the reason.
    const reason =
      error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error)
    throw new Error(`The database at ${where} cannot be used: ${reason}. Check DATABASE_URL.`, {
      cause: error,
    })
  }
  const faults = databaseFaults(facts)
  if (faults.length > 0) throw new Error(`The database at ${where} cannot be used. ${faults.join(' ')}`)
}

/** Host and database of a connection string, without secrets. */
export function shownAddress(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
