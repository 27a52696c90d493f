import { LazyPopup } from './LazyPopup.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { PopoverProps } from './PopoverPopup.tsx'

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
