import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { FilterBy } from '#entity/filter.ts'
import { idsIn } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import type { Day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { conditionText } from '#web/kinds/condition-text.ts'
import type { Pick } from '#web/kinds/filterable.ts'
import { filterOf, withCondition } from './filters.ts'
import type { ShapedFilter, ShapedList } from './shape.ts'

/** Active filters, each with a clear button, and Clear all. A default filter is shown, too (experience.md, tension 12). */
export function Chips({
  shaped,
  filter,
  today,
  onFilterBy,
}: {
  shaped: ShapedList
  filter: FilterBy
  today: Day
  onFilterBy: (filter: FilterBy) => void
}) {
  const active = Object.keys(filter)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {active.map((path) => (
        <Chip
          key={path}
          filter={filterOf(shaped, path)}
          condition={filter[path]}
          today={today}
          onClear={() => onFilterBy(withCondition(filter, path, null))}
        />
      ))}
      <li>
        <button
          type="button"
          onClick={() => onFilterBy({})}
          className="h-6 rounded px-1.5 text-12 text-a11 hover:underline pointer-coarse:h-10"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}

function Chip({
  filter,
  condition,
  today,
  onClear,
}: {
  filter: ShapedFilter
  condition: FilterBy[string] | undefined
  today: Day
  onClear: () => void
}) {
  const names = useNames(filter.pick, idsIn(condition))
  if (!condition) return null
  const text = conditionText(filter, condition, today, names)
  return (
    <li className="inline-flex h-6 max-w-full items-center rounded border border-a6 bg-a2 pl-2 text-12 pointer-coarse:h-10">
      <span className="min-w-0 truncate">
        <span className="text-n11">{filter.label}: </span>
        <span className="font-medium">{text}</span>
      </span>
      <button
        type="button"
        aria-label={`Clear ${filter.label}`}
        onClick={onClear}
        className="ml-0.5 grid size-6 shrink-0 place-items-center rounded text-n10 hover:text-n12 pointer-coarse:size-10"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  )
}

/** A link may carry ids only; their names are asked for once. */
function useNames(pick: Pick | undefined, ids: readonly string[]): Readonly<Record<string, string>> {
  const root = pick?.entity.replace('.', '_')
  const query = useQuery({
    queryKey: ['names', root, ids],
    enabled: Boolean(pick) && ids.length > 0,
    queryFn: async ({ signal }) => {
      const answer = await graphql<{ rows: { id: string }[] }>(
        `query names($where: ${root}_bool_exp!) { rows: ${root}(where: $where, limit: 100) { id ${pick?.label} } }`,
        { where: { id: { _in: ids } } },
        signal,
      )
      return Object.fromEntries(
        answer.rows.map((row) => [row.id, String(valueAt(row, pick?.label ?? 'id') ?? '')]),
      )
    },
  })
  return query.data ?? {}
}
