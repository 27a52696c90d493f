import { lazy, type ReactElement, type ReactNode } from 'react'
import { LazyPopup } from './LazyPopup.tsx'

export interface PopoverProps {
  trigger: ReactElement<object>
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

const load = async () => ({ default: (await import('./PopoverPopup.tsx')).PopoverPopup })
const PopoverPopup = lazy(load)

/** A small panel at its opener. Esc and a click outside close it; focus returns. */
export function Popover(props: PopoverProps) {
  return (
    <LazyPopup
      trigger={props.trigger}
      kind="dialog"
      load={load}
      isWanted={props.open ?? false}
      {...(props.onOpenChange ? { onOpen: () => props.onOpenChange?.(true) } : {})}
    >
      <PopoverPopup {...props} />
    </LazyPopup>
  )
}
