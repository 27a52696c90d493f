/** Changes of a filter: set or remove a condition, toggle a tag. Pure. */
import type { Condition, FilterBy } from '#entity/filter.ts'
import type { ShapedFilter, ShapedList, Tag } from './list.ts'

export function withCondition(filter: FilterBy, path: string, condition: Condition | null): FilterBy {
  const { [path]: _, ...others } = filter
  return condition ? { ...others, [path]: condition } : others
}

/** A group option, or All, replaces the filter on the same field. */
export function groupFilter(filter: FilterBy, group: string): FilterBy | null {
  return Object.hasOwn(filter, group) ? withCondition(filter, group, null) : null
}

/** Active options of a group: the chosen one, else those of a filter on its field; none means All. */
export function groupValues(filter: FilterBy, group: string, chosen: string): readonly string[] {
  if (chosen !== '') return [chosen]
  const condition = filter[group]
  return condition && 'in' in condition ? condition.in : []
}

/** A tag is on when the filter holds all its conditions. */
export function holds(filter: FilterBy, tag: Tag): boolean {
  return Object.entries(tag.filter).every(
    ([path, condition]) => JSON.stringify(filter[path]) === JSON.stringify(condition),
  )
}

export function toggleTag(filter: FilterBy, tag: Tag): FilterBy {
  if (!holds(filter, tag)) return { ...filter, ...tag.filter }
  return Object.fromEntries(Object.entries(filter).filter(([path]) => !(path in tag.filter)))
}

/** A tag may use a field without a filter. */
export function filterOf(shaped: ShapedList, path: string): ShapedFilter {
  const shape = shaped.url.filters[path] ?? { kind: 'text' as const, label: path }
  return shaped.filters.find((one) => one.field === path) ?? { field: path, label: shape.label, shape }
}
