import type { RefObject } from 'react'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ListRow } from '../model/list.ts'
import { type Heights, placesOf, type Range, rangeOf, topOf } from './window.ts'

/** Below this number all rows are rendered, so that browser search finds them. */
const windowed_from = 150
/** Rows rendered around the visible ones. */
const around = 3
/** Assumed screen height before measuring. */
const first_height = 1_000

export interface RowWindow {
  /** Virtual rows are on. */
  readonly isOn: boolean
  /** Positions of the rendered rows. */
  readonly shown: readonly number[]
  /** Heights of the gaps above, below and beside a focused row out of sight. */
  readonly before: (position: number) => number
  readonly after: number
  /** Reports the height of open sub-rows. */
  readonly setExtra: (id: string, height: number) => void
}

/** Renders the visible rows and a few around them, and always the focused row: keyboard and screen reader need it. */
export function useWindow(
  rows: readonly ListRow[],
  scroller: RefObject<HTMLElement | null>,
  focused: number,
  row: number,
): RowWindow {
  const isOn = rows.length >= windowed_from
  const [extra, setExtras] = useState<ReadonlyMap<string, number>>(() => new Map())
  const setExtra = useCallback((id: string, height: number) => {
    setExtras((now) => ((now.get(id) ?? 0) === height ? now : withHeight(now, id, height)))
  }, [])
  const heights = useMemo<Heights>(
    () => ({
      rows: rows.length,
      row,
      extras:
        extra.size === 0
          ? []
          : rows.flatMap(({ id }, at) => (extra.has(id) ? [[at, extra.get(id) ?? 0] as const] : [])),
    }),
    [rows, row, extra],
  )
  const range = useRange(scroller, heights, isOn)
  const shown = useMemo(
    () => (isOn ? placesOf(range, focused < rows.length ? focused : -1) : Array.from(rows.keys())),
    [isOn, range, focused, rows],
  )
  if (!isOn) return { isOn, shown, before: () => 0, after: 0, setExtra }
  const endOf = (at: number | undefined) => (at === undefined ? 0 : topOf(heights, at + 1))
  return {
    isOn,
    shown,
    before: (position) => topOf(heights, shown[position] ?? 0) - endOf(shown[position - 1]),
    after: topOf(heights, rows.length) - endOf(shown.at(-1)),
    setExtra,
  }
}

function withHeight(
  now: ReadonlyMap<string, number>,
  id: string,
  height: number,
): ReadonlyMap<string, number> {
  const others = [...now].filter(([other]) => other !== id)
  return new Map(height === 0 ? others : [...others, [id, height] as const])
}

/** The visible rows, rendered within the same frame. */
function useRange(scroller: RefObject<HTMLElement | null>, heights: Heights, isOn: boolean): Range {
  const seen = useRef({ top: 0, height: first_height })
  const range = useRef<Range>({ from: 0, to: 0 })
  const latest = useRef(heights)
  latest.current = heights
  const read = () => {
    const { top, height } = seen.current
    // The head of the table is above the first row.
    const { row } = latest.current
    const next = rangeOf(latest.current, top - row, top + height - row, around)
    const { from, to } = range.current
    if (from !== next.from || to !== next.to) range.current = next
    return range.current
  }
  const subscribe = useCallback(
    (changed: () => void) => {
      const element = scroller.current
      if (!element || !isOn) return () => {}
      // Measured right after layout, to avoid a second one.
      const measure = () => {
        seen.current = { top: element.scrollTop, height: element.clientHeight }
        changed()
      }
      const size = new ResizeObserver(measure)
      size.observe(element)
      element.addEventListener('scroll', measure, { passive: true })
      return () => {
        size.disconnect()
        element.removeEventListener('scroll', measure)
      }
    },
    [scroller, isOn],
  )
  return useSyncExternalStore(subscribe, read)
}
