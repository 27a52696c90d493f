import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface PopoverProps {
  trigger: ReactElement<object>
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Loads its content when pointer or focus comes near. */
  prepare?: () => Promise<unknown>
  className?: string
}

/** The panel, loaded by `Popover.tsx` on first use. */
export function PopoverPopup({
  trigger,
  label,
  children,
  align = 'start',
  open,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
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
