/** Steps of a filter: one condition put or taken away, a tag turned on or off. Pure. */
import type { Condition, FilterBy } from '#entity/filter.ts'
import type { Tag } from './list.ts'
import type { ShapedFilter, ShapedList } from './shape.ts'

export function withCondition(filter: FilterBy, path: string, condition: Condition | null): FilterBy {
  const { [path]: _, ...others } = filter
  return condition ? { ...others, [path]: condition } : others
}

/** Choosing an option of a group, or All of them, takes the place of a filter on the same field. */
export function groupFilter(filter: FilterBy, group: string): FilterBy | null {
  return Object.hasOwn(filter, group) ? withCondition(filter, group, null) : null
}

/** The options of a group that the rows are of: the one chosen, else what a filter on its field says; none is All. */
export function groupValues(filter: FilterBy, group: string, chosen: string): readonly string[] {
  if (chosen !== '') return [chosen]
  const condition = filter[group]
  return condition && 'in' in condition ? condition.in : []
}

/** A tag is on when everything it says stands in the filter. */
export function holds(filter: FilterBy, tag: Tag): boolean {
  return Object.entries(tag.filter).every(
    ([path, condition]) => JSON.stringify(filter[path]) === JSON.stringify(condition),
  )
}

export function toggleTag(filter: FilterBy, tag: Tag): FilterBy {
  if (!holds(filter, tag)) return { ...filter, ...tag.filter }
  return Object.fromEntries(Object.entries(filter).filter(([path]) => !(path in tag.filter)))
}

/** A tag may speak of a field that has no filter of its own. */
export function filterOf(shaped: ShapedList, path: string): ShapedFilter {
  const shape = shaped.url.filters[path] ?? { kind: 'text' as const, label: path }
  return shaped.filters.find((one) => one.field === path) ?? { field: path, label: shape.label, shape }
}
