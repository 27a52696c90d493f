/** Rows of a long table to render, and heights of the gaps. Pure: rows have one height but for a few. */

export const row_height = 32
/** Where rows are pressed by a finger. */
export const touch_row_height = 48

/** A table of rows; `extras` holds heights of open sub-rows by position. */
export interface Heights {
  readonly rows: number
  /** Of one row, and of the head. */
  readonly row: number
  readonly extras: readonly (readonly [at: number, height: number])[]
}

/** Rows or columns from one position up to another, exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Top of a row; the position after the last gives the end. */
export function topOf({ row, extras }: Heights, at: number): number {
  let top = at * row
  for (const [place, height] of extras) if (place < at) top += height
  return top
}

/** The row at this height, sub-rows included. */
export function rowAt({ rows, row, extras }: Heights, top: number): number {
  let left = top
  let from = 0
  for (const [place, height] of extras) {
    const end = (place - from + 1) * row + height
    if (left < end) return Math.min(from + Math.max(0, Math.floor(left / row)), place)
    left -= end
    from = place + 1
  }
  return Math.max(0, Math.min(rows - 1, from + Math.floor(left / row)))
}

/** Rows between two heights, and some around them. */
export function rangeOf(heights: Heights, top: number, bottom: number, around: number): Range {
  if (heights.rows === 0) return { from: 0, to: 0 }
  return {
    from: Math.max(0, rowAt(heights, top) - around),
    to: Math.min(heights.rows, rowAt(heights, bottom) + 1 + around),
  }
}

/** Columns between two edges. */
export function columnsIn(widths: readonly number[], left: number, right: number): Range {
  let at = 0
  let from = widths.length
  let to = 0
  for (const [place, width] of widths.entries()) {
    if (at < right && at + width > left) {
      from = Math.min(from, place)
      to = place + 1
    }
    at += width
  }
  return { from: Math.min(from, to), to }
}

/** Rendered columns: single ones, or several hidden ones as one. The link column is always rendered. */
export function drawnColumns(
  columns: number,
  visible: Range | null,
  always: number,
): readonly { readonly at: number; readonly skip: number }[] {
  const drawn: { at: number; skip: number }[] = []
  for (let at = 0; at < columns; at += 1) {
    const last = drawn.at(-1)
    if (visible === null || at === always || (at >= visible.from && at < visible.to))
      drawn.push({ at, skip: 0 })
    else if (last && last.skip > 0) last.skip += 1
    else drawn.push({ at, skip: 1 })
  }
  return drawn
}

/** Their positions, plus a row that is always rendered. */
export function placesOf({ from, to }: Range, always: number): readonly number[] {
  const places = Array.from({ length: to - from }, (_, n) => from + n)
  if (always < 0 || (always >= from && always < to)) return places
  return always < from ? [always, ...places] : [...places, always]
}
