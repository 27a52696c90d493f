import type { ReactNode } from 'react'
import { useId } from 'react'
import { cx } from './class-names.ts'

/** A bordered part of a page with its own heading. */
export function Card({
  title,
  actions,
  children,
  flush,
  className,
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
  flush?: boolean
  className?: string
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('min-w-0 rounded-lg border bg-surface', className)}
    >
      {title && (
        <header className="flex min-h-10 flex-wrap items-center gap-2 border-b px-3 py-1">
          <h2 id={id} className="min-w-0 flex-auto wrap-anywhere text-14 font-semibold">
            {title}
          </h2>
          {actions && <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? '' : 'p-3'}>{children}</div>
    </section>
  )
}
