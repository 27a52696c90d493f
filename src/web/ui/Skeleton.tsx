import { cx } from './class-names.ts'

/** A grey bar for a loading value, hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block h-3', className)} />
}

/** A loading page: head and a block of lines. */
export function PageSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4" role="status" aria-label="Loading">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-8 w-full max-w-140" />
      <div className="flex flex-col gap-3">
        {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-11/12', 'w-full', 'w-9/12'].map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of grey bars.
          <Skeleton key={at} className={width} />
        ))}
      </div>
    </div>
  )
}
