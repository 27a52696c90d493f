/**
 * What a report names: its ids and human ids that belong to rows of entities. A viewer reads each of these rows, or
 * the report's declaration says why not.
 */
import { entities, entityAddresses } from '#business/entities.ts'
import type { FunctionRoot } from '#data/schema/function-root.ts'
import type { Facts, Sight } from './facts.ts'

export type Named = ReadonlyMap<string, readonly { readonly address: string; readonly id: string }[]>

/** Rows of all entities by id and by human id. */
export function namedRows(facts: Facts): Named {
  const named = new Map<string, { address: string; id: string }[]>()
  for (const address of entityAddresses)
    for (const { id, human_id } of facts.rowsOf(entities[address]))
      for (const name of [id, human_id])
        if (id && name && name.length > 2) named.set(name, [...(named.get(name) ?? []), { address, id }])
  return named
}

/**
 * Names in a report's rows that belong to rows of which the viewer reads none, by field. A table may be several
 * entities: one of them is enough.
 */
export function unreadNames(
  { unread = {} }: FunctionRoot,
  rows: readonly Readonly<Record<string, unknown>>[],
  named: Named,
  sights: ReadonlyMap<string, Sight>,
): string[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([field, value]) => {
      const owners = named.get(String(value)) ?? []
      const isRead = owners.some(({ address, id }) => sights.get(address)?.ids.has(id))
      return owners.length === 0 || isRead || unread[field] ? [] : [`${field} ${owners[0]?.address} ${value}`]
    }),
  )
}
