import { Button } from '#web/ui/Button.tsx'
import type { ShapedList } from '../model/list.ts'
import { footerText, moreSize } from '../model/request.ts'
import type { ListData } from '../model/use-list.ts'
import type { Live } from '../model/use-live.ts'

/** Spec §2, to the letter: total or matched, the cap, showing or loading, Load More. */
export function Footer({
  shaped,
  data,
  isFiltered,
  live,
}: {
  shaped: ShapedList
  data: ListData
  isFiltered: boolean
  live: Live
}) {
  const isLoading = data.status === 'loading' || data.isLoadingMore
  const isFar = data.count > data.rows.length + moreSize(shaped)
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-n1 px-4 py-1 text-12 text-n11">
      {data.status === 'loading'
        ? null
        : footerText(data.total, data.count, isFiltered).map((text) => (
            <span key={text} className="numeric">
              {text}
            </span>
          ))}
      <span className="numeric">
        {isLoading ? `Loading ${data.loading_count} Records` : `Showing ${data.rows.length} Records`}
      </span>
      <span className="flex-1" />
      <span role="status">{live.isStale ? 'Records have changed' : ''}</span>
      {live.isStale && (
        <Button size="sm" onClick={live.follow}>
          Show changes
        </Button>
      )}
      {data.hasMore && isFar && (
        <Button size="sm" tone="quiet" busy={data.isLoadingMore} onClick={data.loadAll}>
          Load All
        </Button>
      )}
      {data.hasMore && (
        <Button size="sm" busy={data.isLoadingMore} onClick={data.loadMore} data-load-more="">
          Load More
        </Button>
      )}
    </footer>
  )
}
