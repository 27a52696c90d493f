import { useQuery } from '@tanstack/react-query'
import { valueAt } from '#entity/path.ts'
import { builtQuery } from '#web/core/built-query.ts'
import type { Pick } from './filterable.ts'

/** Missing rows and rows without access read the same. */
const not_found = 'Not found'

/** Names of picked rows. A link holds ids only, so their names are loaded, also for ids no longer offered. */
export function useNames(pick: Pick | undefined, ids: readonly string[]): Readonly<Record<string, string>> {
  const root = pick?.entity.replace('.', '_')
  const query = useQuery({
    queryKey: ['names', root, ids],
    enabled: Boolean(pick) && ids.length > 0,
    queryFn: async ({ signal }) => {
      const answer = await builtQuery(
        `query names($where: ${root}_bool_exp!) { rows: ${root}(where: $where, limit: 100) { id ${pick?.label} } }`,
        { where: { id: { _in: ids } } },
        signal,
      )
      const found = new Map(
        answer.rows('rows').map((row) => [row.id, String(valueAt(row, pick?.label ?? 'id') ?? '')]),
      )
      return Object.fromEntries(ids.map((id) => [id, found.get(id) ?? not_found]))
    },
  })
  return query.data ?? {}
}
