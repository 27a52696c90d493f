/** Changes since the last round of checks, and the records that each check judges. */
import { type ChangedIds, type KeyKind, keysQuery } from '#business/ledger/invariant-keys.server.ts'
import { verifyAuditChanges } from '../audit-verify.server.ts'
import type { BooksKeys } from '../seals/books-key.ts'
import { readChangedRows, verifyChangedRows } from '../seals/changed-rows.server.ts'
import type { Tx } from '../verb.ts'

const SHOWN = 3

export class Changes {
  readonly seal_faults: readonly string[]
  readonly audit_faults: readonly string[]
  /** When the last of them was written; null where nothing was left out. */
  readonly until: string | null
  readonly #ids: ChangedIds
  readonly #keys = new Map<KeyKind, readonly string[]>()

  constructor(of: Pick<Changes, 'seal_faults' | 'audit_faults' | 'until'>, ids: ChangedIds) {
    this.seal_faults = of.seal_faults
    this.audit_faults = of.audit_faults
    this.until = of.until
    this.#ids = ids
  }

  /** The records of a kind that may be broken now. */
  async keysOf(tx: Tx, kind: KeyKind): Promise<readonly string[]> {
    const known = this.#keys.get(kind)
    if (known) return known
    const keys = await this.#readKeys(tx, kind)
    this.#keys.set(kind, keys)
    return keys
  }

  async #readKeys(tx: Tx, kind: KeyKind): Promise<readonly string[]> {
    if (kind === 'row') return [...this.#ids.values()].flat()
    const query = keysQuery(kind, this.#ids)
    if (!query) return []
    return (await tx.row<{ ids: string[] | null }>(query.sql, [...query.params]))?.ids ?? []
  }
}

/**
 * Reads the changes since the cursor, and moves it on.
 * @param most sealed transactions of a chain
 */
export async function readChanges(tx: Tx, keys: BooksKeys | null, most: number): Promise<Changes> {
  const { tables, faults, until } = await readChangedRows(tx, keys, most)
  const seal_faults = [...faults, ...(await verifyChangedRows(tx, tables, SHOWN))].slice(0, SHOWN)
  const audit_faults = (await verifyAuditChanges(tx)).slice(0, SHOWN)
  return new Changes(
    { seal_faults, audit_faults, until },
    new Map(tables.filter(({ is_uuid }) => is_uuid).map(({ name, ids }) => [name, ids])),
  )
}
