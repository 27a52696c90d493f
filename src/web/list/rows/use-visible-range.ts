import type { RefObject } from 'react'
import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { columnsIn, type Range } from './window.ts'

/** A table that has not been scrolled for so long stands still. */
const rest_ms = 150
/** Columns this far beside what is in sight are drawn with it. */
const beside = 200
/** So many rows are completed in one frame. */
const rows_a_frame = 6

/**
 * Which columns the rows are drawn with, by id; null is all of them. A row that comes into sight while the table is
 * scrolled gets those in sight: of a wide list that is less than half. Once the table stands still the others follow, a
 * few rows a frame, so that at rest every row is whole for whoever reads or hears it.
 */
export function useSight(
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
  /** Columns in sight; null where all are, and until it was scrolled. */
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
