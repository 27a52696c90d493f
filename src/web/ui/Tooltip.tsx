import { cloneElement, type ReactElement, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Keys } from './Keys.tsx'
import { pressedFor } from './shortcuts.ts'

/**
 * A short hint for the wrapped element, never the only source of something needed. The element carries `data-tip`; one
 * host shows the hint, so that a page full of buttons costs nothing.
 */
export function Tooltip({
  text,
  shortcut,
  children,
}: {
  text: string
  shortcut?: string
  children: ReactElement<object>
}) {
  if (!text) return children
  return cloneElement(children, {
    'data-tip': text,
    'data-tip-keys': shortcut && pressedFor(shortcut),
  } as object)
}

interface Shown {
  readonly text: string
  readonly keys: string | undefined
  readonly anchor: DOMRect
}

const show_after_ms = 400
const hide_after_ms = 120
const gap = 6

/**
 * Shows on hover after a delay and on keyboard focus at once; Esc hides it, and it stays under the pointer (WCAG
 * 1.4.13).
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => listen(setShown), [])
  if (!shown) return null
  const { anchor } = shown
  const below = anchor.bottom + 40 < innerHeight
  const centre = Math.min(Math.max(anchor.left + anchor.width / 2, 80), innerWidth - 80)
  return createPortal(
    <div
      role="tooltip"
      data-tip-host=""
      className="pointer-events-auto fixed z-(--z-toast) flex w-max max-w-72 -translate-x-1/2 items-center gap-2 rounded bg-n12 px-2 py-1 text-12 text-n1 shadow-2"
      style={
        below
          ? { top: anchor.bottom + gap, left: centre }
          : { bottom: innerHeight - anchor.top + gap, left: centre }
      }
    >
      {shown.text}
      {shown.keys && <Keys keys={shown.keys} />}
    </div>,
    document.body,
  )
}

function listen(set: (shown: Shown | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over: Element | null = null
  const later = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const show = (element: HTMLElement) =>
    element.isConnected &&
    set({
      text: element.dataset.tip ?? '',
      keys: element.dataset.tipKeys,
      anchor: element.getBoundingClientRect(),
    })
  const tipOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  const hide = () => {
    clearTimeout(timer)
    over = null
    set(null)
  }
  const onOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const isOnTip = event.target instanceof Element && event.target.closest('[data-tip-host]')
    const tip = isOnTip ? over : tipOf(event.target)
    if (isOnTip) clearTimeout(timer)
    if (tip === over) return
    over = tip
    if (tip instanceof HTMLElement) later(show_after_ms, () => show(tip))
    else later(hide_after_ms, () => set(null))
  }
  const onFocus = (event: FocusEvent) => {
    const tip = tipOf(event.target)
    if (tip?.matches(':focus-visible')) show(tip)
  }
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
  document.addEventListener('pointerover', onOver)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', hide)
  document.addEventListener('scroll', hide, true)
  document.addEventListener('keydown', onKey)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', hide)
    document.removeEventListener('pointerdown', hide)
    document.removeEventListener('scroll', hide, true)
    document.removeEventListener('keydown', onKey)
  }
}
