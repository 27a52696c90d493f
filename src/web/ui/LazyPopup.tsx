import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'

/** Shows the bare opener until it is pressed and what it opens is here, then the real thing, opened, in its place. */
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
  /** Fetches what will stand in it. */
  prepare?: (() => Promise<unknown>) | undefined
  isWanted?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  const [isPressed, setPressed] = useState(false)
  // Once it was open it stays the real thing: the focus goes back to this very opener.
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
