import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Link } from './Link.tsx'

export interface TabLink {
  readonly to: string
  readonly label: string
  readonly count?: number | undefined
  readonly current: boolean
}

/** Tabs are places with an address, so they are links: back, reload and sharing keep the tab. */
export function TabLinks({
  label,
  tabs,
  children,
}: {
  label: string
  tabs: readonly TabLink[]
  children?: ReactNode
}) {
  return (
    <nav
      aria-label={label}
      className="scroll-quiet flex shrink-0 items-stretch gap-1 overflow-x-auto border-b px-4"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          plain
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2 whitespace-nowrap pointer-coarse:h-12 pointer-coarse:min-w-12 pointer-coarse:justify-center',
            tab.current
              ? 'border-a9 font-medium text-n12'
              : 'border-transparent text-n11 hover:border-n7 hover:text-n12',
          )}
        >
          {tab.label}
          {tab.count !== undefined && <Count n={tab.count} on={tab.current} />}
        </Link>
      ))}
      {children}
    </nav>
  )
}

/** The same beside a page: one under the other, in a row of their own below the width of a desktop. */
export function VerticalTabs({ label, tabs }: { label: string; tabs: readonly Omit<TabLink, 'count'>[] }) {
  return (
    <nav aria-label={label}>
      <ul>
        {tabs.map(({ to, label: name, current }) => (
          <li key={to}>
            <a
              href={to}
              aria-current={current ? 'true' : undefined}
              className={cx(
                'flex min-h-9 items-center py-1 text-a11 hover:underline pointer-coarse:min-h-12',
                current && 'font-semibold',
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Count({ n, on }: { n: number; on?: boolean }) {
  return (
    <span
      className={cx(
        'numeric rounded-full px-1.5 text-12 leading-[18px]',
        on ? 'bg-a3 text-a11' : 'bg-n4 text-n11',
      )}
    >
      {n > 9999 ? '9999+' : n}
    </span>
  )
}
