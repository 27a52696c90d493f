import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Link } from './Link.tsx'

/** Title line of a page: back link, title, state, actions. */
export function PageHeader({
  title,
  back,
  badge,
  meta,
  actions,
}: {
  title: string
  back?: { to: string; label: string }
  badge?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-3" data-page-header>
      {/* A title alone takes its own width, so that buttons fit beside it. */}
      <div className={cx('min-w-0 flex-1', back || meta ? 'basis-60' : 'basis-auto')}>
        {back && (
          <Link
            to={back.to}
            plain
            className="finger mb-0.5 -ml-1 inline-flex items-center gap-0.5 text-12 text-n11 hover:text-n12"
          >
            <ChevronLeft size={13} aria-hidden />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="line-clamp-3 min-w-0 break-words text-20 font-semibold tracking-[-0.012em]">
            {title}
          </h1>
          {badge}
        </div>
        {meta && <div className="mt-0.5 flex flex-wrap gap-x-3 text-n11">{meta}</div>}
      </div>
      {/* Without icons on a phone, so that list buttons fit one line. */}
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-sideways:gap-1 max-sideways:[&_a]:px-2 max-sideways:[&_a>svg]:hidden max-sideways:[&_button:has(>span):not(.text-14)]:px-2 max-sideways:[&_button:has(>span)>svg]:hidden">
          {actions}
        </div>
      )}
    </header>
  )
}
