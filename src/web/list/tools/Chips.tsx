import { X } from 'lucide-react'
import type { FilterBy } from '#entity/filter.ts'
import { idsIn } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { conditionText } from '#web/kinds/condition-text.ts'
import { useNames } from '#web/kinds/use-names.ts'
import { filterOf, withCondition } from '../model/filters.ts'
import type { ShapedFilter, ShapedList } from '../model/list.ts'

/** Active filters with clear buttons and Clear all. A default filter shows, too (experience.md, tension 12). */
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
          className="h-6 rounded px-1.5 text-12 text-a11 hover:underline pointer-coarse:h-12"
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
    <li className="inline-flex h-6 max-w-full items-center rounded border border-a6 bg-a2 pl-2 text-12 pointer-coarse:h-12">
      <span className="min-w-0 truncate">
        <span className="text-n11">{filter.label}: </span>
        <span className="font-medium">{text}</span>
      </span>
      <button
        type="button"
        aria-label={`Clear ${filter.label}`}
        onClick={onClear}
        className="ml-0.5 grid size-6 shrink-0 place-items-center rounded text-n10 hover:text-n12 pointer-coarse:size-12"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  )
}
