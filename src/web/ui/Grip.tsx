import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'

const key_step = 16

/** The edge of a column, moved by pointer or arrow keys: 24 px around the right edge of a positioned parent (WCAG 2.5.8). */
export function Grip({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  /** Width in px. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  const start = useRef<{ x: number; value: number } | null>(null)
  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, value }
  }
  const move = (event: PointerEvent) => {
    if (start.current) onChange(start.current.value + event.clientX - start.current.x)
  }
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? key_step : event.key === 'ArrowLeft' ? -key_step : 0
    if (step === 0) return
    event.preventDefault()
    onChange(value + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter with a value is no horizontal rule.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={key}
      className="absolute inset-y-0 -right-3 z-1 w-6 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:right-3 after:border-r after:border-n6 after:content-[''] hover:after:border-r-2 hover:after:border-a8"
    />
  )
}
