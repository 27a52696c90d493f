import { useEffect, useRef } from 'react'
import { countText } from '#kernel/count-text.ts'
import { announce, useAnnounce } from '#web/ui/announce.ts'
import { max_records } from '../model/request.ts'
import type { ListModel } from '../model/use-list-model.ts'

/** Tells screen readers the hits of a search or filter, the rows after Load More, the selection, and live changes. */
export function useListAnnouncements({ asked, data, selection, live }: ListModel): void {
  const { filter_by, group_by, search } = asked.state
  const shown = JSON.stringify([filter_by, group_by?.id, group_by?.value, search])
  const told = useRef(shown)
  useEffect(() => {
    if (told.current === shown || data.status === 'loading' || data.isOld) return
    told.current = shown
    announce(data.status === 'failed' ? 'Loading failed' : hitsText(data.count))
  }, [shown, data.status, data.isOld, data.count])

  const wasLoadingMore = useRef(false)
  useEffect(() => {
    if (wasLoadingMore.current && !data.isLoadingMore)
      announce(`${countText(data.rows.length, 'record')} of ${data.count} shown`)
    wasLoadingMore.current = data.isLoadingMore
  }, [data.isLoadingMore, data.rows.length, data.count])

  useAnnounce(
    selection.ids.size === 0 ? 'No rows selected' : `${countText(selection.ids.size, 'row')} selected`,
  )
  useAnnounce(live.fresh.size === 0 ? null : `${countText(live.fresh.size, 'record')} new or changed`)
}

function hitsText(count: number): string {
  if (count > max_records) return `More than ${max_records} records match`
  return `${countText(count, 'record')} ${count === 1 ? 'matches' : 'match'}`
}
