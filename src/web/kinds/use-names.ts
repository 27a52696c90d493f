import { useQuery } from '@tanstack/react-query'
import { valueAt } from '#entity/path.ts'
import { builtQuery } from '#web/core/built-query.ts'
import type { Pick } from './filterable.ts'

/** What is not there and what is not the reader's read the same. */
const not_found = 'Not found'

/**
 * Names of picked rows by their ids. A link carries ids only; their names are asked for once, also of what is not offered
 * any more.
 */
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
