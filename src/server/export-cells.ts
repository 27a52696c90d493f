/** What stands in the cells of an exported list, and the guard of spec §5. Pure: a value of the data endpoint in. */
import { labelIn, labelOf } from '#entity/choices.ts'
import type { Field, FieldKind } from '#entity/entity.ts'
import { day, daysBetween, isDay } from '#kernel/day.ts'
import { formatInstant, instant } from '#kernel/instant.ts'

export interface ExportColumn {
  readonly label: string
  readonly shape: Field
}

/**
 * Spec §5: a cell that a spreadsheet could read as a formula is prefixed with a quote. Negative amounts in CSV are, too
 * (experience.md, tension 6).
 */
export function guardCell(text: string): string {
  return /^[=+\-@\\\t\r]/.test(text) ? `'${text}` : text
}

/** The decimals that a rate needs: `12.5000` as `12.50`, `7.5000` hours as `7.5`. */
const trimmed = (text: string, decimals_min: number): string => {
  const [whole = '', fraction = ''] = text.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(decimals_min, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

const decimals_min: Partial<Record<FieldKind, number>> = {
  money: 2,
  rate: 2,
  percent: 2,
  units: 0,
  integer: 0,
}

/** `2025-06-15 12:00`: London's clock wherever the reader is. */
const londonTime = (value: string): string => {
  const [date, month, year, time] = formatInstant(instant(value)).split(/[/ ]/)
  return `${year}-${month}-${date} ${time}`
}

/** The cell as plain text, unguarded: days as year-month-day (spec §5), choices as they are shown. Empty for nothing. */
export function cellText(shape: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  const decimals = decimals_min[shape.kind]
  if (decimals !== undefined) return trimmed(String(value), decimals)
  if (shape.choices && typeof value === 'string') return labelIn(shape.choices, value)
  if (shape.kind === 'instant') return londonTime(String(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (shape.kind === 'tags' && Array.isArray(value))
    return value.map((tag) => labelOf(String(tag))).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const first_day = day('1899-12-30')

/** A day as spreadsheets count them. Text to number without a time zone in between: no clock can shift it. */
function serialOf(text: string): number | string {
  const [date = '', time] = text.split(' ')
  if (!isDay(date)) return text
  const [hours = 0, minutes = 0] = (time ?? '').split(':').map(Number)
  return daysBetween(first_day, date) + (hours * 60 + minutes) / 1440
}

/** The cell with its type: numbers, days and times as numbers to be calculated with, the rest as guarded text. */
export function typedCell(shape: Field, value: unknown): number | string | null {
  if (value === null || value === undefined) return null
  if (decimals_min[shape.kind] !== undefined) return Number(value)
  const text = cellText(shape, value)
  if (shape.kind === 'day' || shape.kind === 'instant') return serialOf(text)
  // Without the controls that XML cannot hold.
  return guardCell(text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''))
}

const formats: Partial<Record<FieldKind, string>> = {
  money: '#,##0.00',
  rate: '#,##0.00##',
  percent: '0.00##',
  units: '#,##0.####',
  integer: '#,##0',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}

/** How a spreadsheet shows the column's numbers. */
export const numberFormat = (shape: Field): string | undefined => formats[shape.kind]
