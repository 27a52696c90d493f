import { useEffect, useRef, useState } from 'react'
import type { FilterBy, Where } from '#entity/filter.ts'
import { useSession } from '#web/core/session.ts'
import { leaveTrail } from '#web/core/trail.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import { BulkBar } from './BulkBar.tsx'
import { Cards } from './Cards.tsx'
import { Chips } from './Chips.tsx'
import { Footer } from './Footer.tsx'
import { GroupBar } from './GroupBar.tsx'
import { FilterSheet } from './lazy-parts.ts'
import type { List, ListTab } from './list.ts'
import { isFor } from './list.ts'
import { Rows } from './Rows.tsx'
import { currentFilter } from './request.ts'
import { EmptyState } from './states.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useAsked, useListCounts, useListData, useListState, useShaped } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

export interface ListViewProps {
  list: List
  /** Rows of one parent record, for related-record tabs: `{ client_id: { _eq: id } }`. */
  scope?: Where
  tab?: ListTab
  /** Inside a record's page: no fixed height of its own. */
  embedded?: boolean
}

/** The generic list (spec §2). Give it a key per list: what is shown while loading belongs to one list. */
export function ListView({ list, scope, tab, embedded }: ListViewProps) {
  const session = useSession()
  const shaped = useShaped(list)
  const [state, change] = useListState(shaped)
  const asked = useAsked(shaped, state, scope, tab)
  const data = useListData(asked)
  const group = state.group_by?.id ?? shaped.groups[0]?.field ?? null
  const counts = useListCounts(asked, group)
  const selection = useSelection(data.rows)
  const [isFiltering, setFiltering] = useState(false)
  const isPhone = useIsPhone()
  const region = useRef<HTMLDivElement>(null)
  const filter = currentFilter(shaped, state)
  const isFiltered =
    Object.keys(filter).length > 0 ||
    state.search.trim() !== '' ||
    Boolean(state.group_by && state.group_by.value !== '')

  const setFilter = (filter_by: FilterBy) => {
    selection.clear()
    change({ filter_by })
  }
  const clear = () => {
    selection.clear()
    change({ filter_by: shaped.list.default_filter ? {} : null, group_by: null, search: '' })
  }
  useListKeys({ region, selection, data, onFilter: () => setFiltering(true) })

  // The record pages step through this list and come back to it.
  useEffect(() => {
    const records = data.rows.map((row) => list.link(row, session.category)).filter((to) => to !== null)
    leaveTrail({ list: location.pathname + location.search, title: list.title, records })
  }, [data.rows, list, session.category])

  const hasBulk = (list.bulk ?? []).some((bulk) => isFor(bulk, session))
  const empty = data.rows.length === 0 && data.status !== 'loading' && (
    <EmptyState
      list={list}
      status={data.status}
      isFiltered={isFiltered}
      onClear={clear}
      onRetry={data.retry}
    />
  )
  return (
    <div
      className={
        embedded ? 'flex flex-col' : isPhone ? 'flex flex-1 flex-col' : 'flex min-h-0 flex-1 flex-col'
      }
    >
      <div data-toolbar className="flex flex-col gap-2 px-4 pb-2">
        {hasBulk && selection.rows.length > 0 ? (
          <BulkBar list={list} selection={selection} asked={asked} data={data} />
        ) : (
          <Toolbar
            shaped={shaped}
            state={state}
            counts={counts}
            filter={filter}
            onFilterBy={setFilter}
            onSearch={(search) => {
              selection.clear()
              change({ search }, true)
            }}
            onOpenFilter={() => setFiltering(true)}
          />
        )}
        <GroupBar
          shaped={shaped}
          group={group}
          state={state}
          counts={counts}
          onGroup={(group_by) => {
            selection.clear()
            change({ group_by })
          }}
        />
        <Chips shaped={shaped} filter={filter} today={asked.today} onFilterBy={setFilter} />
      </div>
      <div
        ref={region}
        className={cx(
          'relative border-t',
          !isPhone && 'bg-surface',
          !embedded && (isPhone ? 'flex-1' : 'min-h-0 flex-1'),
        )}
        aria-busy={data.isRefreshing || data.status === 'loading'}
      >
        {data.isRefreshing && <div className="busy-bar absolute inset-x-0 top-0 z-(--z-bar) h-0.5" />}
        {isPhone ? (
          <Cards shaped={shaped} data={data} selection={hasBulk ? selection : null} empty={empty} />
        ) : (
          <Rows
            shaped={shaped}
            data={data}
            sort={state.sort_by}
            onSort={(sort_by) => change({ sort_by })}
            selection={hasBulk ? selection : null}
            embedded={embedded ?? false}
            empty={empty}
          />
        )}
      </div>
      <Footer data={data} isFiltered={isFiltered} />
      {isFiltering && (
        <FilterSheet
          shaped={shaped}
          filter={filter}
          today={asked.today}
          onClose={() => setFiltering(false)}
          onApply={(next) => {
            setFilter(next)
            setFiltering(false)
          }}
        />
      )}
    </div>
  )
}
