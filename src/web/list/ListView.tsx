import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FilterBy, Where } from '#entity/filter.ts'
import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import { ListBody } from './ListBody.tsx'
import { ListHead } from './ListHead.tsx'
import { blank_search } from './model/dropped.ts'
import type { List, ListTab } from './model/list.ts'
import { useListModel } from './model/use-list-model.ts'
import { FilterPane, FilterSheet, Preview } from './panels/lazy-parts.ts'
import { ListTools } from './tools/ListTools.tsx'
import { useListAnnouncements } from './tools/use-list-announcements.ts'
import { useListKeys } from './use-list-keys.ts'

export interface ListViewProps {
  list: List
  /** Rows of one parent record, for related-record tabs: `{ client_id: { _eq: id } }`. */
  scope?: Where
  tab?: ListTab
  /** Inside a record's page: no fixed height of its own. */
  embedded?: boolean
  /** Renders line 1 of the page with the tools of the list: saved views, export, columns. */
  head?: (tools: ReactNode) => ReactNode
}

/** The generic list (spec §2). Give it a key per list: its loading state belongs to one list. */
export function ListView({ list, scope, tab, embedded = false, head }: ListViewProps) {
  const model = useListModel({ list, scope, tab, embedded })
  const { shaped, asked, data, current, preview, show } = model
  const isPhone = useIsPhone()
  const [isFiltering, setFiltering] = useState(false)
  const [isBlank, setBlank] = useState(false)
  const setFilter = (filter_by: FilterBy) => show({ filter_by })
  const openFilter = () => {
    const docked = document.querySelector<HTMLElement>('#list-filter input, #list-filter select')
    if (preview.hasPanes && docked) docked.focus()
    else setFiltering(true)
  }
  useListKeys({ model, hasExpand: list.expand !== undefined, onFilter: openFilter })
  useListAnnouncements(model)
  const tools = <ListTools model={model} isPage={head !== undefined} />
  const sheet = { shaped, filter: model.filter, today: asked.today }
  const previewed = current.isPreviewed
    ? (data.rows.find((row) => row.id === current.id) ?? data.rows[0] ?? null)
    : null
  const room = cx(!isPhone && !embedded && 'min-h-0', !embedded && 'flex-1')
  return (
    <div className={cx('flex flex-col', room)}>
      {head?.(tools)}
      <ListHead
        model={model}
        tools={head ? null : tools}
        dropped={isBlank ? [...model.dropped, blank_search] : model.dropped}
        onFilterBy={setFilter}
        onSearch={(search) => {
          setBlank(search !== '' && search.trim() === '')
          show({ search }, true)
        }}
        onOpenFilter={openFilter}
      />
      {list.above && <list.above asked={asked} />}
      <div className={cx('flex border-t', room)}>
        {preview.hasPanes && shaped.filters.length > 0 && <FilterPane {...sheet} onApply={setFilter} />}
        <ListBody list={list} model={model} embedded={embedded} />
        {previewed && (
          <Preview
            key={previewed.id}
            shaped={shaped}
            row={previewed}
            onClose={() => preview.setPreviewed(false)}
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
