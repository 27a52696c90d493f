import { Button } from '#web/ui/Button.tsx'
import { footerText } from './request.ts'
import type { ListData } from './use-list.ts'

/** Spec §2, to the letter: total or matched, the cap, showing or loading, Load More. */
export function Footer({ data, isFiltered }: { data: ListData; isFiltered: boolean }) {
  const isLoading = data.status === 'loading' || data.isLoadingMore
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-n1 px-4 py-1 text-12 text-n11">
      {data.status === 'loading'
        ? null
        : footerText(data.total, data.count, isFiltered).map((text) => (
            <span key={text} className="numeric">
              {text}
            </span>
          ))}
      <span className="numeric" aria-live="polite">
        {isLoading ? `Loading ${data.loading_count} Records` : `Showing ${data.rows.length} Records`}
      </span>
      <span className="flex-1" />
      {data.hasMore && (
        <Button size="sm" busy={data.isLoadingMore} onClick={data.loadMore} data-load-more="">
          Load More
        </Button>
      )}
    </footer>
  )
}
