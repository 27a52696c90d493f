import type { ReactElement, ReactNode } from 'react'
import { LazyPopup } from './LazyPopup.tsx'
import { lazyPart } from './lazy-part.tsx'

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

const PopoverPopup = lazyPart(
  () => import('./PopoverPopup.tsx').then((m) => m.PopoverPopup),
  ({ trigger }: PopoverProps) => trigger,
)

/** A small panel at its opener. Esc and a click outside close it; focus returns. */
export function Popover(props: PopoverProps) {
  return (
    <LazyPopup
      trigger={props.trigger}
      kind="dialog"
      fetch={PopoverPopup.fetch}
      prepare={props.prepare}
      isWanted={props.open ?? false}
      {...(props.onOpenChange ? { onOpen: () => props.onOpenChange?.(true) } : {})}
    >
      <PopoverPopup {...props} />
    </LazyPopup>
  )
}
