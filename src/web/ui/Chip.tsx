import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A round button that is on or off, as tags and choices beside a list are. */
export function Chip({
  on,
  onClick,
  className,
  children,
}: {
  on: boolean
  onClick: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cx(
        'inline-flex h-7 items-center rounded-full border px-2.5 text-12 font-medium',
        on ? 'border-a8 bg-a3 text-a11' : 'border-n7 bg-surface text-n11 hover:border-n8 hover:text-n12',
        className,
      )}
    >
      {children}
    </button>
  )
}
