import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnsIn,
  drawnColumns,
  type Heights,
  placesOf,
  rangeOf,
  row_height,
  rowAt,
  topOf,
  touch_row_height,
} from './window.ts'

const tables = fc
  .record({
    rows: fc.integer({ min: 1, max: 400 }),
    row: fc.constantFrom(row_height, touch_row_height),
    extras: fc.array(fc.tuple(fc.nat(399), fc.integer({ min: 1, max: 900 })), { maxLength: 6 }),
  })
  .map(
    ({ rows, row, extras }): Heights => ({
      rows,
      row,
      extras: [...new Map(extras.filter(([at]) => at < rows))].sort(([a], [b]) => a - b),
    }),
  )

/** Row by row, as a browser lays them out. */
function laidOut({ rows, row: row_high, extras }: Heights): { top: number; end: number }[] {
  const of = new Map(extras)
  let top = 0
  return Array.from({ length: rows }, (_, at) => {
    const row = { top, end: top + row_high + (of.get(at) ?? 0) }
    top = row.end
    return row
  })
}

test('each row begins where the rows above it end', () => {
  fc.assert(
    fc.property(tables, (heights) => {
      const rows = laidOut(heights)
      for (const [at, { top, end }] of rows.entries()) {
        expect(topOf(heights, at)).toBe(top)
        expect(rowAt(heights, top)).toBe(at)
        expect(rowAt(heights, end - 1)).toBe(at)
      }
      expect(topOf(heights, heights.rows)).toBe(rows.at(-1)?.end)
    }),
  )
})

test('every row that is in sight is drawn, wherever the table is scrolled to', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: -100, max: 20_000 }), fc.nat(1_200), (heights, top, height) => {
      const { from, to } = rangeOf(heights, top, top + height, 3)
      const seen = [...laidOut(heights).entries()].filter(
        ([, row]) => row.end > top && row.top <= top + height,
      )
      for (const [at] of seen) expect(at >= from && at < to).toBe(true)
      expect(to - from).toBeLessThanOrEqual(Math.ceil(height / heights.row) + 8)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(heights.rows)
    }),
  )
  expect(rangeOf({ rows: 0, row: row_height, extras: [] }, 0, 600, 3)).toEqual({ from: 0, to: 0 })
})

test('the row in focus is drawn once, at its place', () => {
  expect(placesOf({ from: 2, to: 5 }, -1)).toEqual([2, 3, 4])
  expect(placesOf({ from: 2, to: 5 }, 3)).toEqual([2, 3, 4])
  expect(placesOf({ from: 2, to: 5 }, 0)).toEqual([0, 2, 3, 4])
  expect(placesOf({ from: 2, to: 5 }, 9)).toEqual([2, 3, 4, 9])
})

test('draws every visible column, merges hidden ones, and always draws the link column', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 1_000 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -300, max: 9_000 }),
      fc.integer({ min: 1, max: 2_000 }),
      fc.nat(29),
      (widths, left, width, always) => {
        const visible = columnsIn(widths, left, left + width)
        const parts = drawnColumns(widths.length, visible, always)
        const covered = parts.flatMap(({ at, skip }) =>
          skip > 0 ? Array.from({ length: skip }, (_, n) => at + n) : [at],
        )
        expect(covered).toEqual([...widths.keys()])
        const drawn = new Set(parts.filter(({ skip }) => skip === 0).map(({ at }) => at))
        let begin = 0
        for (const [at, wide] of widths.entries()) {
          const isSeen = begin < left + width && begin + wide > left
          expect(drawn.has(at)).toBe(isSeen || at === always)
          begin += wide
        }
      },
    ),
  )
  expect(drawnColumns(3, null, 0)).toEqual([0, 1, 2].map((at) => ({ at, skip: 0 })))
})
