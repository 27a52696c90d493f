/** What is truly in the database, and what each looker is expected to see of it, read as the owner. */
import type pg from 'pg'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import { type Entity, tableOf } from '#entity/entity.ts'
import { expectedRows } from './oracle-rows.ts'
import type { Looking } from './world.ts'

export type Raw = Readonly<Record<string, string | null>>

export interface Sight {
  /** Ids, in order. */
  readonly ids: ReadonlySet<string>
  /** Read through relations only. */
  readonly isReached: boolean
}

export class Facts {
  readonly #rows: ReadonlyMap<string, readonly Raw[]>
  readonly #sights = new Map<string, ReadonlyMap<EntityAddress, Sight>>()
  readonly #owner: pg.Pool

  private constructor(owner: pg.Pool, rows: ReadonlyMap<string, readonly Raw[]>) {
    this.#owner = owner
    this.#rows = rows
  }

  /** Reads every table once, each column as text: the matrix asks which rows, not what is in them. */
  static async read(owner: pg.Pool): Promise<Facts> {
    const rows = new Map<string, readonly Raw[]>()
    for (const table of new Set(entityAddresses.map((address) => tableOf(entities[address])))) {
      const { rows: found } = await owner.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${table} t order by t.id`,
      )
      rows.set(
        table,
        found.map(({ row }) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
          ),
        ),
      )
    }
    return new Facts(owner, rows)
  }

  rowsOf(entity: Entity): readonly Raw[] {
    return this.#rows.get(tableOf(entity)) ?? []
  }

  /** What the hand-written oracle gives this looker, by entity. */
  async sightOf(looking: Looking): Promise<ReadonlyMap<EntityAddress, Sight>> {
    const known = this.#sights.get(looking.label)
    if (known) return known
    const parts: string[] = []
    const sights = new Map<EntityAddress, { ids: Set<string>; isReached: boolean }>()
    for (const address of entityAddresses) {
      const expected = expectedRows(address, looking)
      if (!expected) continue
      sights.set(address, { ids: new Set(), isReached: expected.isReached })
      parts.push(
        `select '${address}' as address, t.id::text as id from ${tableOf(entities[address])} t where ${expected.sql}`,
      )
    }
    if (parts.length > 0) {
      const { rows } = await this.#owner.query<{ address: EntityAddress; id: string }>(
        parts.join('\nunion all\n'),
      )
      for (const { address, id } of rows) sights.get(address)?.ids.add(id)
    }
    this.#sights.set(looking.label, sights)
    return sights
  }
}
