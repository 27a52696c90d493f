import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A small panel at its opener. Esc and a click outside close it; focus returns. */
export function Popover({
  trigger,
  label,
  children,
  align = 'start',
  open,
  onOpenChange,
  className,
}: {
  trigger: ReactElement
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-(--z-modal-popover)">
          <Base.Popup
            aria-label={label}
            className={cx(
              'popup scroll-quiet max-h-[80vh] max-w-[calc(100vw-16px)] overflow-y-auto',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
