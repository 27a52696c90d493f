import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useCallback, useRef } from 'react'
import type { ListRow } from './list.ts'

export const row_height = 32
/** Fewer rows than these are all in the page, where the browser's own search finds them. */
const windowed_from = 150
const overscan = 3

export interface RowWindow {
  /** Places of the rows to draw, in order. */
  readonly shown: readonly number[]
  /** Height of what is not drawn, above and below; and between, where the row in focus stands apart. */
  readonly before: (position: number) => number
  readonly after: number
  readonly scrollTo: (at: number) => void
  /** What stands under a row has come to this height. */
  readonly setExtra: (id: string, height: number) => void
}

/**
 * Draws the rows in sight and a few around them. The row that has the focus is always drawn: a focus on nothing would be
 * lost to keyboard and screen reader.
 */
export function useWindow(
  rows: readonly ListRow[],
  scroller: RefObject<HTMLElement | null>,
  focused: number,
): RowWindow {
  const isOn = rows.length >= windowed_from
  const extra = useRef(new Map<string, number>())
  const heightOf = useCallback(
    (at: number) => row_height + (extra.current.get(rows[at]?.id ?? '') ?? 0),
    [rows],
  )
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: isOn ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan,
    // The head of the table stands above the first row, and over the rows while they scroll.
    scrollMargin: row_height,
    scrollPaddingStart: row_height,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (focused < 0 || focused >= rows.length || shown.includes(focused)) return shown
      return [...shown, focused].sort((a, b) => a - b)
    },
  })
  const setExtra = (id: string, height: number) => {
    if ((extra.current.get(id) ?? 0) === height) return
    if (height === 0) extra.current.delete(id)
    else extra.current.set(id, height)
    const at = isOn ? rows.findIndex((row) => row.id === id) : -1
    if (at >= 0) virtual.resizeItem(at, row_height + height)
  }
  if (!isOn)
    return { shown: rows.map((_, at) => at), before: () => 0, after: 0, scrollTo: () => undefined, setExtra }
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  return {
    shown: items.map((item) => item.index),
    before: (position) => (items[position]?.start ?? 0) - (items[position - 1]?.end ?? row_height),
    after: last ? virtual.getTotalSize() - (last.end - row_height) : 0,
    scrollTo: (at) => virtual.scrollToIndex(at, { align: 'auto' }),
    setExtra,
  }
}
