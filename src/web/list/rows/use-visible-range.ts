import type { RefObject } from 'react'
import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { columnsIn, type Range } from './window.ts'

/** Pause after which a scroll has ended. */
const rest_ms = 150
/** Margin around the visible columns. */
const beside = 200
/** Rows completed per frame. */
const rows_a_frame = 6

/**
 * Columns to render by id; null means all. Rows entering during a scroll get the visible columns; a few rows per frame
 * get the rest once the scroll ends, so that every row at rest is complete.
 */
export function useVisibleRange(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  before: number,
  isOn: boolean,
): (ids: readonly string[]) => (id: string) => Range | null {
  const { range, isMoving } = useMoving(scroller, widths, before, isOn)
  const whole = useRef<ReadonlySet<string>>(new Set())
  const isLeft = useRef(false)
  const [, goOn] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    if (!isLeft.current) return undefined
    const frame = requestAnimationFrame(goOn)
    return () => cancelAnimationFrame(frame)
  })
  return (ids) => {
    let more = !isOn || range === null ? Number.POSITIVE_INFINITY : isMoving ? 0 : rows_a_frame
    const now = new Set(ids.filter((id) => whole.current.has(id) || more-- > 0))
    whole.current = now
    isLeft.current = !isMoving && now.size < ids.length
    return (id) => (now.has(id) ? null : range)
  }
}

interface Moving {
  /** Visible columns; null for all or before a scroll. */
  readonly range: Range | null
  readonly isMoving: boolean
}

const still: Moving = { range: null, isMoving: false }

function useMoving(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  before: number,
  isOn: boolean,
): Moving {
  const now = useRef(still)
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = scroller.current
      if (!element || !isOn) return () => {}
      let timer: ReturnType<typeof setTimeout> | undefined
      const set = (next: Moving) => {
        now.current = next
        changed()
      }
      const move = () => {
        const left = element.scrollLeft - before
        const found = columnsIn(widths, left - beside, left + element.clientWidth + beside)
        const range = found.from === 0 && found.to === widths.length ? null : found
        const was = now.current.range
        const isSame = was?.from === range?.from && was?.to === range?.to
        if (!isSame || !now.current.isMoving) set({ range: isSame ? was : range, isMoving: true })
        clearTimeout(timer)
        timer = setTimeout(() => set({ ...now.current, isMoving: false }), rest_ms)
      }
      element.addEventListener('scroll', move, { passive: true })
      return () => {
        clearTimeout(timer)
        element.removeEventListener('scroll', move)
      }
    },
    [scroller, widths, before, isOn],
  )
  return useSyncExternalStore(subscribe, () => (isOn ? now.current : still))
}
