import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** Shows the bare opener until it is pressed, then the real thing, opened, in its place. */
export function LazyPopup({
  trigger,
  kind,
  load,
  isWanted = false,
  onOpen,
  children,
}: {
  trigger: ReactElement<object>
  kind: 'menu' | 'dialog'
  load: () => Promise<unknown>
  isWanted?: boolean
  onOpen?: () => void
  children: ReactNode
}) {
  const [isPressed, setPressed] = useState(false)
  const near = () => void load()
  const opener = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: near,
    onFocus: near,
    onClick: () => {
      setPressed(true)
      onOpen?.()
    },
  } as object)
  if (!isPressed && !isWanted) return opener
  return <Suspense fallback={opener}>{children}</Suspense>
}
