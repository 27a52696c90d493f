import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { search_length_max } from '#entity/filter.ts'
import type { SortBy } from '#entity/url-codec.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Count } from '#web/ui/Tabs.tsx'
import { holds, toggleTag, withCondition } from '../model/filters.ts'
import type { Asked, Tag } from '../model/list.ts'
import { QuickFilter } from './QuickFilter.tsx'
import { SortPicker } from './SortPicker.tsx'

/** Line 2: search, the filter form, quick filters, tags with their counts. */
export function Toolbar({
  asked,
  counts,
  filter,
  tools,
  isDocked,
  onFilterBy,
  onSearch,
  onOpenFilter,
  onSort,
}: {
  asked: Asked
  counts: Readonly<Record<string, number>>
  filter: FilterBy
  tools: ReactNode
  /** The filter form is beside the rows. */
  isDocked: boolean
  onFilterBy: (filter: FilterBy) => void
  onSearch: (text: string) => void
  onOpenFilter: () => void
  onSort: (sort: SortBy | null) => void
}) {
  const { shaped, state } = asked
  const active = Object.keys(filter).length
  const isPhone = useIsPhone()
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      {shaped.search.length > 0 && (
        <SearchBox value={state.search} max={search_length_max} onSearch={onSearch} />
      )}
      {shaped.filters.length > 0 && !isDocked && (
        <Button icon={ListFilter} shortcut="f" onClick={onOpenFilter} aria-haspopup="dialog">
          {active > 0 ? `Filter (${active})` : 'Filter'}
        </Button>
      )}
      {isPhone && <SortPicker shaped={shaped} sort={state.sort_by} onSort={onSort} />}
      {!isPhone &&
        shaped.filters
          .filter((one) => one.quick)
          .map((one) => (
            <QuickFilter
              key={one.field}
              filter={one}
              today={asked.today}
              value={filter[one.field] ?? null}
              onChange={(condition) => onFilterBy(withCondition(filter, one.field, condition))}
            />
          ))}
      {shaped.tags.length > 0 && (
        <div className="scroll-quiet -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 max-tablet:w-[calc(100%+32px)] tablet:mx-0 tablet:flex-wrap tablet:px-0">
          {shaped.tags.map((tag) => (
            <TagButton
              key={tag.id}
              tag={tag}
              count={counts[`tag:${tag.id}`]}
              on={holds(filter, tag)}
              onClick={() => onFilterBy(toggleTag(filter, tag))}
            />
          ))}
        </div>
      )}
      {tools && <div className="ml-auto flex flex-wrap items-center gap-2">{tools}</div>}
    </div>
  )
}

function TagButton({
  tag,
  count,
  on,
  onClick,
}: {
  tag: Tag
  count: number | undefined
  on: boolean
  onClick: () => void
}) {
  return (
    <Chip on={on} onClick={onClick} className="shrink-0 gap-1.5 whitespace-nowrap pointer-coarse:h-12">
      {tag.label}
      {count !== undefined && <Count n={count} on={on} />}
    </Chip>
  )
}
