import type { ReactNode } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { useIsPhone } from '#web/ui/media.ts'
import { groupFilter } from './model/filters.ts'
import { useListCounts } from './model/use-list.ts'
import type { ListModel } from './model/use-list-model.ts'
import { Dropped } from './panels/Dropped.tsx'
import { BulkBar } from './panels/lazy-parts.ts'
import { GroupBar } from './rows/GroupBar.tsx'
import { Chips } from './tools/Chips.tsx'
import { Toolbar } from './tools/Toolbar.tsx'

/** Above the rows: toolbar or selection bar, groups, chips, ignored parts of the address. */
export function ListHead({
  model,
  tools,
  dropped,
  onFilterBy,
  onSearch,
  onOpenFilter,
}: {
  model: ListModel
  /** Tools of a list without a title line. */
  tools: ReactNode
  dropped: readonly string[]
  onFilterBy: (filter: FilterBy) => void
  onSearch: (text: string) => void
  onOpenFilter: () => void
}) {
  const { asked, data, selection, filter } = model
  const { shaped, state } = asked
  const group = state.group_by?.id ?? shaped.groups[0]?.field ?? null
  const counts = useListCounts(asked, group)
  const isPhone = useIsPhone()
  const bar = selection.rows.length > 0 && (
    <BulkBar list={shaped.list} selection={selection} asked={asked} data={data} />
  )
  return (
    <div data-toolbar className="flex flex-col gap-2 px-4 pb-2">
      {bar && !isPhone ? (
        <div className="min-h-8.5">{bar}</div>
      ) : (
        <Toolbar
          asked={asked}
          counts={counts}
          filter={filter}
          tools={tools}
          isDocked={model.preview.hasPanes}
          onFilterBy={onFilterBy}
          onSearch={onSearch}
          onOpenFilter={onOpenFilter}
          onSort={(sort_by) => model.change({ sort_by })}
        />
      )}
      {isPhone && bar}
      <GroupBar
        shaped={shaped}
        group={group}
        state={state}
        filter={filter}
        counts={counts}
        onGroup={(group_by) => {
          // Changing the group field chooses no group yet.
          const chosen = !group_by || group_by.id === group ? group : null
          const filter_by = chosen ? groupFilter(filter, chosen) : null
          model.show(filter_by ? { group_by, filter_by } : { group_by })
        }}
      />
      <Chips shaped={shaped} filter={filter} today={asked.today} onFilterBy={onFilterBy} />
      <Dropped key={dropped.join()} parts={dropped} />
    </div>
  )
}
