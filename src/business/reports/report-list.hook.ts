import type { FilterBy, Where } from '#entity/filter.ts'
import type { Asked, List } from '#web/list/model/list.ts'
import { currentFilter } from '#web/list/model/request.ts'
import { useLayout } from '#web/list/model/use-layout.ts'
import { useAsked, useListState, useShaped } from '#web/list/model/use-list.ts'

/** The list of a report with the reader's own columns: its query, and functions that change its filters. */
export function useReportList(
  list: List,
  scope?: Where,
): { asked: Asked; filter: FilterBy; setFilter: (filter: FilterBy) => void } {
  const shaped = useShaped(list, useLayout(list).columns)
  const [state, change] = useListState(shaped)
  const asked = useAsked(shaped, state, scope, undefined)
  return {
    asked,
    filter: currentFilter(shaped, state),
    setFilter: (filter_by) => change({ filter_by }),
  }
}
