import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'

/** Shows the plain opener until it is pressed and its popup is loaded, then the open popup. */
export function LazyPopup({
  trigger,
  kind,
  fetch,
  prepare,
  isWanted = false,
  onOpen,
  children,
}: {
  trigger: ReactElement<object>
  kind: 'menu' | 'dialog'
  fetch: () => Promise<boolean>
  /** Loads its content. */
  prepare?: (() => Promise<unknown>) | undefined
  isWanted?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  const [isPressed, setPressed] = useState(false)
  // Stays after the first opening: focus returns to this opener.
  if (isWanted && !isPressed) setPressed(true)
  if (isPressed || isWanted) return children
  const near = () => {
    void fetch()
    void prepare?.()
  }
  return cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: near,
    onFocus: near,
    onClick: async () => {
      if (!(await fetch())) return
      setPressed(true)
      onOpen?.()
    },
  } as object)
}
