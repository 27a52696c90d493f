import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface Property {
  readonly label: string
  readonly value: ReactNode
  /** Spans the whole width. */
  readonly wide?: boolean
}

/** Facts of one record as label and value pairs; an absent value is a dash. */
export function PropertiesTable({ items, columns = 2 }: { items: readonly Property[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl
      className={cx(
        'grid gap-x-6',
        columns === 1
          ? 'grid-cols-1'
          : columns === 2
            ? 'tablet:grid-cols-2'
            : 'tablet:grid-cols-2 wide:grid-cols-3',
      )}
    >
      {items.map((item) => (
        <div
          key={item.label}
          className={cx(
            'grid min-h-8 grid-cols-[minmax(112px,1fr)_minmax(0,2fr)] items-baseline gap-3 border-b py-1.5 last:border-b-0',
            item.wide && 'col-span-full',
          )}
        >
          <dt className="text-12 text-n11">{item.label}</dt>
          <dd className="min-w-0 break-words">
            {item.value === null || item.value === undefined || item.value === '' ? (
              <span className="text-n10">–</span>
            ) : (
              item.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
