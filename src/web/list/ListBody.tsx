import { cx } from '#web/ui/class-names.ts'
import { useIsPhone } from '#web/ui/media.ts'
import type { List } from './model/list.ts'
import type { ListModel } from './model/use-list-model.ts'
import { Cards } from './panels/lazy-parts.ts'
import { Rows } from './rows/Rows.tsx'
import { EmptyState } from './states.tsx'
import { Footer } from './tools/Footer.tsx'

/** Rows as table or cards, or the empty state, and the footer. */
export function ListBody({ list, model, embedded }: { list: List; model: ListModel; embedded: boolean }) {
  const { shaped, data, current, selection, live } = model
  const isPhone = useIsPhone()
  const room = cx(!isPhone && !embedded && 'min-h-0', !embedded && 'flex-1')
  const empty = data.rows.length === 0 && data.status !== 'loading' && (
    <EmptyState
      list={list}
      status={data.status}
      isFiltered={model.isFiltered && data.total > 0}
      onClear={model.clear}
      onRetry={data.retry}
    />
  )
  return (
    <div className={cx('flex min-w-0 flex-1 flex-col', !isPhone && !embedded && 'min-h-0')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: notes which row has the focus; nothing is pressed here. */}
      <div
        ref={model.region}
        className={cx('relative', room, !isPhone && 'bg-surface')}
        aria-busy={data.isRefreshing || data.status === 'loading'}
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-row]')
          if (row?.dataset.row) current.set(row.dataset.row)
        }}
      >
        {data.isOld && <div className="busy-bar absolute inset-x-0 top-0 z-(--z-bar) h-0.5" />}
        {isPhone ? (
          <Cards shaped={shaped} data={data} selection={selection} fresh={live.fresh} empty={empty} />
        ) : (
          <Rows model={model} embedded={embedded} empty={empty} />
        )}
      </div>
      <Footer shaped={shaped} data={data} isFiltered={model.isFiltered} live={live} />
      {/* Leaves room for the selection bar. */}
      {isPhone && selection.rows.length > 0 && <div className="h-28 shrink-0" />}
    </div>
  )
}
