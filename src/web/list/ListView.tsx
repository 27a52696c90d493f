import type { ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { ListState } from '#entity/url-codec.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import { Cards } from './Cards.tsx'
import { blank_search } from './dropped.ts'
import { Footer } from './Footer.tsx'
import { ListHead } from './ListHead.tsx'
import { ListTools } from './ListTools.tsx'
import { FilterPane, FilterSheet, Preview } from './lazy-parts.ts'
import type { List, ListTab } from './list.ts'
import { isFor, isOffered } from './list.ts'
import { Rows } from './Rows.tsx'
import { currentFilter } from './request.ts'
import { EmptyState } from './states.tsx'
import { useCurrent } from './use-current.ts'
import { useLayout } from './use-layout.ts'
import { useAsked, useListData, useListState, useShaped } from './use-list.ts'
import { useFocusAt, useListKeys } from './use-list-keys.ts'
import { useLeftList, useListPlace } from './use-list-place.ts'
import { useLive } from './use-live.ts'
import { usePreview } from './use-preview.ts'
import { useRefresh } from './use-refresh.ts'
import { useSelection } from './use-selection.ts'
import { useWindow } from './use-window.ts'

export interface ListViewProps {
  list: List
  /** Rows of one parent record, for related-record tabs: `{ client_id: { _eq: id } }`. */
  scope?: Where
  tab?: ListTab
  /** Inside a record's page: no fixed height of its own. */
  embedded?: boolean
  /** Draws line 1 of the page, with the list's own tools in it: saved views, export, columns. */
  head?: (tools: ReactNode) => ReactNode
}

/** The generic list (spec §2). Give it a key per list: what is shown while loading belongs to one list. */
export function ListView({ list, scope, tab, embedded = false, head }: ListViewProps) {
  const model = useListModel({ list, scope, tab, embedded })
  const { shaped, layout, asked, data, state, change, filter, selection, chosen, live, current } = model
  const isPhone = useIsPhone()
  const [isFiltering, setFiltering] = useState(false)
  const [isBlank, setBlank] = useState(false)
  const setFilter = (filter_by: FilterBy) => model.show({ filter_by })
  const openFilter = () => {
    const docked = document.querySelector<HTMLElement>('#list-filter input, #list-filter select')
    if (model.preview.hasPanes && docked) docked.focus()
    else setFiltering(true)
  }
  useListKeys({
    current,
    selection: chosen,
    data,
    focusAt: model.focusAt,
    hasPreview: model.preview.hasPreview,
    hasExpand: list.expand !== undefined,
    onPreview: model.preview.setPreviewed,
    onFilter: openFilter,
  })
  const tools = (
    <ListTools
      asked={asked}
      layout={layout}
      data={data}
      preview={model.preview}
      isPage={head !== undefined}
    />
  )
  const empty = data.rows.length === 0 && data.status !== 'loading' && (
    <EmptyState
      list={list}
      status={data.status}
      isFiltered={model.isFiltered && data.total > 0}
      onClear={model.clear}
      onRetry={data.retry}
    />
  )
  const previewed = current.isPreviewed
    ? (data.rows.find((row) => row.id === current.id) ?? data.rows[0] ?? null)
    : null
  const fills = !embedded && 'flex-1'
  const fits = !isPhone && !embedded && 'min-h-0'
  const sheet = { shaped, filter, today: asked.today }
  return (
    <div className={cx('flex flex-col', fits, fills)}>
      {head?.(tools)}
      <ListHead
        asked={asked}
        data={data}
        selection={selection}
        tools={head ? null : tools}
        isDocked={model.preview.hasPanes}
        dropped={isBlank ? [...model.dropped, blank_search] : model.dropped}
        onFilterBy={setFilter}
        onSearch={(search) => {
          setBlank(search !== '' && search.trim() === '')
          model.show({ search }, true)
        }}
        onGroup={(group_by) => model.show({ group_by })}
        onOpenFilter={openFilter}
      />
      <div className={cx('flex border-t', fits, fills)}>
        {model.preview.hasPanes && shaped.filters.length > 0 && <FilterPane {...sheet} onApply={setFilter} />}
        <div className={cx('flex min-w-0 flex-1 flex-col', fits)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: notes which row has the focus; nothing is pressed here. */}
          <div
            ref={model.region}
            className={cx('relative', fills, fits, !isPhone && 'bg-surface')}
            aria-busy={data.isRefreshing || data.status === 'loading'}
            onFocus={(event) => {
              const row = event.target.closest<HTMLElement>('[data-row]')
              if (row?.dataset.row) current.set(row.dataset.row)
            }}
          >
            {data.isOld && <div className="busy-bar absolute inset-x-0 top-0 z-(--z-bar) h-0.5" />}
            {isPhone ? (
              <Cards shaped={shaped} data={data} selection={chosen} fresh={live.fresh} empty={empty} />
            ) : (
              <Rows
                shaped={shaped}
                layout={layout}
                data={data}
                sort={state.sort_by}
                onSort={(sort_by) => change({ sort_by })}
                selection={chosen}
                fresh={live.fresh}
                current={current}
                window={model.window}
                scroller={model.scroller}
                embedded={embedded}
                empty={empty}
              />
            )}
          </div>
          <Footer shaped={shaped} data={data} isFiltered={model.isFiltered} live={live} />
        </div>
        {previewed && (
          <Preview
            key={previewed.id}
            shaped={shaped}
            row={previewed}
            onClose={() => model.preview.setPreviewed(false)}
          />
        )}
      </div>
      {isFiltering && (
        <FilterSheet
          {...sheet}
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

/** What a list knows and does, before anything is drawn. */
function useListModel({
  list,
  scope,
  tab,
  embedded,
}: {
  list: List
  scope: Where | undefined
  tab: ListTab | undefined
  embedded: boolean
}) {
  const session = useSession()
  const layout = useLayout(list)
  const shaped = useShaped(list, layout.columns)
  const [state, change, dropped] = useListState(shaped)
  const asked = useAsked(shaped, state, scope, tab)
  const data = useListData(asked)
  const left = useLeftList()
  const selection = useSelection(data.rows, left?.selection)
  const live = useLive(asked, data, data.status === 'ready')
  const preview = usePreview(embedded)
  const current = useCurrent(preview.isPreviewed, left?.open)
  const region = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const at = useMemo(
    () => (current.id === null ? -1 : data.rows.findIndex((row) => row.id === current.id)),
    [data.rows, current.id],
  )
  const window = useWindow(data.rows, scroller, at)
  const focusAt = useFocusAt(region, data.rows, current)
  useListPlace({
    list,
    rows: data.rows,
    region,
    left,
    now: { selection: selection.rows, open: current.open },
    focusAt,
  })
  useRefresh(data.retry)

  const filter = currentFilter(shaped, state)
  // Whatever changes which rows are shown lets go of those that were chosen.
  const show = (part: Partial<ListState>, replace = false) => {
    selection.clear()
    change(part, replace)
  }
  const mayChoose = (list.bulk ?? []).some((bulk) => isFor(bulk, session) && isOffered(bulk, session))
  return {
    layout,
    shaped,
    state,
    change,
    dropped,
    asked,
    data,
    live,
    preview,
    current,
    region,
    scroller,
    window,
    focusAt,
    filter,
    show,
    clear: () => show({ filter_by: list.default_filter ? {} : null, group_by: null, search: '' }),
    isFiltered:
      Object.keys(filter).length > 0 || state.search.trim() !== '' || Boolean(state.group_by?.value),
    selection,
    /** A selection where something can be done with it: an action, or a sum. */
    chosen: mayChoose || list.sum !== undefined ? selection : null,
  }
}
