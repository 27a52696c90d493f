import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Keys } from './Keys.tsx'

/** A few words about the element it wraps; never the only place where something needed is said. */
export function Tooltip({
  text,
  shortcut,
  children,
}: {
  text: string
  shortcut?: string
  children: ReactElement
}) {
  if (!text) return children
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-(--z-toast)">
          <Base.Popup className="popup flex max-w-72 items-center gap-2 rounded! border-transparent! bg-n12! px-2 py-1 text-12 text-n1!">
            {text}
            {shortcut && <Keys keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
