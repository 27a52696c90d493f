import type { Tx } from '#server/verb.ts'
import { open_status_sql } from '../parties/company-status/company-standing.server.ts'

/** Clients with a status at Companies House that nobody of the provider has accepted (decision 0143). */
export async function readUndecided(tx: Tx, client_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select b.id from business.business b where b.id = any ($1) and ${open_status_sql('b')}`,
    [client_ids],
  )
  return new Set(rows.map(({ id }) => id))
}
