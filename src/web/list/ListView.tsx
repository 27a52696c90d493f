import { useRef, useState } from 'react'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { ListState } from '#entity/url-codec.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import { Cards } from './Cards.tsx'
import { Footer } from './Footer.tsx'
import { ListHead } from './ListHead.tsx'
import { FilterSheet } from './lazy-parts.ts'
import type { List, ListTab } from './list.ts'
import { isFor } from './list.ts'
import { Rows } from './Rows.tsx'
import { currentFilter } from './request.ts'
import { EmptyState } from './states.tsx'
import { useAsked, useListData, useListState, useShaped } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListPlace } from './use-list-place.ts'
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
export function ListView({ list, scope, tab, embedded = false }: ListViewProps) {
  const session = useSession()
  const shaped = useShaped(list)
  const [state, change] = useListState(shaped)
  const asked = useAsked(shaped, state, scope, tab)
  const data = useListData(asked)
  const selection = useSelection(data.rows)
  const [isFiltering, setFiltering] = useState(false)
  const isPhone = useIsPhone()
  const region = useRef<HTMLDivElement>(null)
  const filter = currentFilter(shaped, state)
  const isFiltered =
    Object.keys(filter).length > 0 || state.search.trim() !== '' || Boolean(state.group_by?.value)
  useListKeys({ region, selection, data, onFilter: () => setFiltering(true) })
  useListPlace(list, data.rows, region)

  // Whatever changes which rows are shown lets go of those that were chosen.
  const show = (part: Partial<ListState>, replace = false) => {
    selection.clear()
    change(part, replace)
  }
  const setFilter = (filter_by: FilterBy) => show({ filter_by })
  const clear = () => show({ filter_by: list.default_filter ? {} : null, group_by: null, search: '' })

  const chosen = (list.bulk ?? []).some((bulk) => isFor(bulk, session)) ? selection : null
  const empty = data.rows.length === 0 && data.status !== 'loading' && (
    <EmptyState
      list={list}
      status={data.status}
      isFiltered={isFiltered}
      onClear={clear}
      onRetry={data.retry}
    />
  )
  const fills = !embedded && 'flex-1'
  return (
    <div className={cx('flex flex-col', fills, !isPhone && !embedded && 'min-h-0')}>
      <ListHead
        asked={asked}
        data={data}
        selection={selection}
        onFilterBy={setFilter}
        onSearch={(search) => show({ search }, true)}
        onGroup={(group_by) => show({ group_by })}
        onOpenFilter={() => setFiltering(true)}
      />
      <div
        ref={region}
        className={cx(
          'relative border-t',
          fills,
          !isPhone && 'bg-surface',
          !isPhone && !embedded && 'min-h-0',
        )}
        aria-busy={data.isRefreshing || data.status === 'loading'}
      >
        {data.isRefreshing && <div className="busy-bar absolute inset-x-0 top-0 z-(--z-bar) h-0.5" />}
        {isPhone ? (
          <Cards shaped={shaped} data={data} selection={chosen} empty={empty} />
        ) : (
          <Rows
            shaped={shaped}
            data={data}
            sort={state.sort_by}
            onSort={(sort_by) => change({ sort_by })}
            selection={chosen}
            embedded={embedded}
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
