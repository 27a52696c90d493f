import type { ReactNode } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import type { GroupBy } from '#entity/url-codec.ts'
import { BulkBar } from './BulkBar.tsx'
import { Chips } from './Chips.tsx'
import { Dropped } from './Dropped.tsx'
import { GroupBar } from './GroupBar.tsx'
import type { Asked } from './request.ts'
import { currentFilter } from './request.ts'
import { Toolbar } from './Toolbar.tsx'
import type { ListData } from './use-list.ts'
import { useListCounts } from './use-list.ts'
import type { Selection } from './use-selection.ts'

/** What stands above the rows: the toolbar, or the bar of the selection; groups; chips; what was left out of the address. */
export function ListHead({
  asked,
  data,
  selection,
  tools,
  isDocked,
  dropped,
  onFilterBy,
  onSearch,
  onGroup,
  onOpenFilter,
}: {
  asked: Asked
  data: ListData
  selection: Selection
  /** Of a list without a line of its own for them. */
  tools: ReactNode
  isDocked: boolean
  dropped: readonly string[]
  onFilterBy: (filter: FilterBy) => void
  onSearch: (text: string) => void
  onGroup: (group: GroupBy | null) => void
  onOpenFilter: () => void
}) {
  const { shaped, state } = asked
  const group = state.group_by?.id ?? shaped.groups[0]?.field ?? null
  const counts = useListCounts(asked, group)
  const filter = currentFilter(shaped, state)
  return (
    <div data-toolbar className="flex flex-col gap-2 px-4 pb-2">
      {selection.rows.length > 0 ? (
        <BulkBar list={shaped.list} selection={selection} asked={asked} data={data} />
      ) : (
        <Toolbar
          asked={asked}
          counts={counts}
          filter={filter}
          tools={tools}
          isDocked={isDocked}
          onFilterBy={onFilterBy}
          onSearch={onSearch}
          onOpenFilter={onOpenFilter}
        />
      )}
      <GroupBar shaped={shaped} group={group} state={state} counts={counts} onGroup={onGroup} />
      <Chips shaped={shaped} filter={filter} today={asked.today} onFilterBy={onFilterBy} />
      <Dropped key={dropped.join()} parts={dropped} />
    </div>
  )
}
