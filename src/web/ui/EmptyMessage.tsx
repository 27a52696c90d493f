import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown in place of rows. */
export function EmptyMessage({
  icon: Icon,
  title,
  isPage,
  children,
  action,
}: {
  icon?: LucideIcon
  title: string
  /** Fills the page: its title is the page heading. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      {Icon && (
        <span className="mb-2 grid size-10 place-items-center rounded-lg border border-n6 bg-n2 text-n10">
          <Icon size={20} strokeWidth={1.6} aria-hidden />
        </span>
      )}
      {isPage ? (
        <h1 className="text-14 font-medium">{title}</h1>
      ) : (
        <p className="text-14 font-medium">{title}</p>
      )}
      {children && <div className="max-w-96 text-balance text-n11">{children}</div>}
      {action && <div className="mt-3 flex gap-2">{action}</div>}
    </div>
  )
}
