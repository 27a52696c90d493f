/** The cells of an exported list. Pure. */
import { labelIn, labelOf } from '#entity/choices.ts'
import type { Field, FieldKind } from '#entity/entity.ts'
import { guardCell } from '#kernel/cell-guard.ts'
import { day, daysBetween, isDay } from '#kernel/day.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import type { Instant } from '#kernel/instant.ts'
import { formatInstant, instant } from '#kernel/instant.ts'
import type { ExportRow } from './export-lines.ts'

export interface ExportColumn {
  readonly label: string
  readonly shape: Field
  /** Column with the currency of the row's amounts; absent where the file has none. */
  readonly currency_at?: number
}

const currency_field = /(^|[._])currency\.alpha_code$/

/**
 * The column with the currency of an amount: of the same record, else the only one. With two candidates the amount is
 * a plain number.
 */
export function currencyAt(fields: readonly string[], field: string): number | undefined {
  const own = fields.indexOf(`${field.slice(0, field.lastIndexOf('.') + 1)}currency.alpha_code`)
  if (own >= 0) return own
  const all = fields.flatMap((one, at) => (currency_field.test(one) ? [at] : []))
  return all.length === 1 ? all[0] : undefined
}

export type Pages = AsyncIterable<readonly ExportRow[]>

/** The facts printed with a file. */
export interface About {
  readonly title: string
  /** The business that reads the rows. */
  readonly business_name: string
  readonly user_name: string
  /** The moment of the rows. */
  readonly as_of: Instant
  /** Filters, group and search, in words. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Matching rows by the database's count, and the rows in the file. */
  readonly rows_matched: number
  readonly rows_held: number
}

/** The decimals that a rate needs: `12.5000` as `12.50`, `7.5000` hours as `7.5`. */
const trimmed = (text: string, decimals_min: number): string => {
  const point = text.indexOf('.')
  const decimals = point < 0 ? 0 : text.length - point - 1
  if (decimals <= decimals_min)
    return decimals === decimals_min
      ? text
      : `${text}${point < 0 ? '.' : ''}${'0'.repeat(decimals_min - decimals)}`
  if (!text.endsWith('0')) return text
  const whole = text.slice(0, point)
  const kept = text
    .slice(point + 1)
    .replace(/0+$/, '')
    .padEnd(decimals_min, '0')
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

/** A day as spreadsheets count them, without a time zone, so that no clock can shift it. */
function serialOf(text: string): number | string {
  const [date = '', time] = text.split(' ')
  if (!isDay(date)) return text
  const [hours = 0, minutes = 0] = (time ?? '').split(':').map(Number)
  return daysBetween(first_day, date) + (hours * 60 + minutes) / 1440
}

/** The cell with its type: numbers, days and times as numbers, the rest as guarded text. */
export function typedCell(shape: Field, value: unknown): number | string | null {
  if (value === null || value === undefined) return null
  // Per cent as a fraction of one; moved as text, so that no digit is added.
  if (shape.kind === 'percent') return Number(`${value}e-2`)
  if (decimals_min[shape.kind] !== undefined) return Number(value)
  const text = cellText(shape, value)
  if (shape.kind === 'day' || shape.kind === 'instant') return serialOf(text)
  // Without control characters that XML cannot hold.
  return guardCell(text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''))
}

const formats: Partial<Record<FieldKind, string>> = {
  money: '#,##0.00',
  rate: '#,##0.00##',
  percent: '0.00##%',
  units: '#,##0.####',
  integer: '#,##0',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}

const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The cell for print: thousands separators, DD/MM/YYYY, no characters that reverse or break a line. */
export function printedCell(shape: Field, value: unknown): string {
  const text = cellText(shape, value)
  if (decimals_min[shape.kind] !== undefined) return groupThousands(text)
  const date = /^(\d{4})-(\d\d)-(\d\d)( .*)?$/.exec(text)
  if (date && (shape.kind === 'day' || shape.kind === 'instant'))
    return `${date[3]}/${date[2]}/${date[1]}${date[4] ?? ''}`
  return text.replace(/\s/g, ' ').replace(unseen, '')
}

/** Are its cells numbers, aligned to the right? */
export const isNumeric = (shape: Field): boolean => decimals_min[shape.kind] !== undefined

/** How a spreadsheet shows the column's numbers. */
export const numberFormat = (shape: Field): string | undefined => formats[shape.kind]

const signs: Readonly<Record<string, string>> = { GBP: '[$£-809]', EUR: '[$€-2]', USD: '[$$-409]' }

/** A spreadsheet's format for amounts of this currency; undefined for unknown ones. */
export function amountFormat(code: unknown): string | undefined {
  if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return undefined
  return `${signs[code] ?? `"${code}" `}${formats.money}`
}
