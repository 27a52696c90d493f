/** Quality R9: a server far east or west of London shifts no date of a file, not at midnight, not on a night of summer time. */
import { afterAll, expect, test } from 'vitest'
import * as f from '#entity/fields.ts'
import { instant } from '#kernel/instant.ts'
import { printedCell } from '#server/export/export-cells.ts'
import { formats } from '#server/export/export-formats.ts'

const own_zone = process.env.TZ
afterAll(() => {
  if (own_zone === undefined) delete process.env.TZ
  else process.env.TZ = own_zone
})

const [on, at] = [f.day('Due Date'), f.instant('Submitted')]
const days = ['2024-02-29', '2024-12-31', '2025-01-01', '2025-03-30', '2025-10-26', '1999-12-31']
const moments = [
  ['2025-03-30T00:59:59.000Z', '2025-03-30 00:59'],
  ['2025-03-30T01:00:00.000Z', '2025-03-30 02:00'],
  ['2025-10-26T00:30:00.000Z', '2025-10-26 01:30'],
  ['2025-06-30T23:30:00.000Z', '2025-07-01 00:30'],
  ['2024-12-31T23:59:00.000Z', '2024-12-31 23:59'],
  ['2024-02-29T12:00:00.000Z', '2024-02-29 12:00'],
] as const
const columns = [
  { label: 'Due Date', shape: on },
  { label: 'Submitted', shape: at },
]
const rows = days.map((day, i) => [day, moments[i]?.[0]])
const about = {
  title: 'Days',
  business_name: 'x',
  user_name: 'x',
  as_of: instant('2025-06-15T11:00:00.000Z'),
  facts: [],
  rows_matched: days.length,
  rows_held: days.length,
}

async function bytesOf(format: 'csv' | 'excel'): Promise<string> {
  const chunks: Uint8Array[] = []
  const pages = (async function* () {
    yield rows
  })()
  for await (const bytes of formats[format].write(columns, pages, about, new AbortController().signal))
    chunks.push(bytes)
  return Buffer.concat(chunks).toString('base64')
}

test.each([
  ['UTC', 0],
  ['Pacific/Kiritimati', -840],
  ['America/Los_Angeles', 480],
])('in %s', async (zone, minutes_west) => {
  process.env.TZ = 'UTC'
  const there = { csv: await bytesOf('csv'), excel: await bytesOf('excel') }
  process.env.TZ = zone
  expect(new Date('2025-01-01T00:00:00Z').getTimezoneOffset()).toBe(minutes_west)
  expect(Buffer.from(await bytesOf('csv'), 'base64').toString()).toBe(
    `Due Date,Submitted\r\n${days.map((day, i) => `${day},${moments[i]?.[1]}\r\n`).join('')}`,
  )
  expect({ csv: await bytesOf('csv'), excel: await bytesOf('excel') }).toEqual(there)
  expect(days.map((day) => printedCell(on, day))).toEqual(
    days.map((day) => day.split('-').reverse().join('/')),
  )
  expect(printedCell(at, moments[3][0])).toBe('01/07/2025 00:30')
})
