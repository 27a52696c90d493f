import { useMemo, useRef } from 'react'
import type { Where } from '#entity/filter.ts'
import type { ListState } from '#entity/url-codec.ts'
import { usePreview } from '../panels/use-preview.ts'
import { useCurrent } from '../rows/use-current.ts'
import { useFocusAt } from '../rows/use-focus-at.ts'
import { useSelection } from '../tools/use-selection.ts'
import type { List, ListTab } from './list.ts'
import { currentFilter } from './request.ts'
import { useLayout } from './use-layout.ts'
import { useAsked, useListData, useListState, useShaped } from './use-list.ts'
import { useLeftList, useListPlace } from './use-list-place.ts'
import { useLive } from './use-live.ts'
import { useRefresh } from './use-refresh.ts'

export type ListModel = ReturnType<typeof useListModel>

/** State and actions of a list, without rendering. */
export function useListModel({
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
  // A change of the shown rows clears the selection.
  const show = (part: Partial<ListState>, replace = false) => {
    selection.clear()
    change(part, replace)
  }
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
    at,
    focusAt,
    filter,
    show,
    clear: () => show({ filter_by: list.default_filter ? {} : null, group_by: null, search: '' }),
    isFiltered:
      Object.keys(filter).length > 0 || state.search.trim() !== '' || Boolean(state.group_by?.value),
    selection,
  }
}
