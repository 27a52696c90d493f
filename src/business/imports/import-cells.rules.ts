/** Reads the cells of a row as the kinds of their columns, in the words of spec §5. Pure. */
import type { Choice } from '#entity/entity.ts'
import type { TemplateColumn } from '#entity/template.ts'
import { unguardCell } from '#kernel/cell-guard.ts'
import { dayOf, daysInMonth, parseDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { Mapping } from './import-columns.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { filledColumns } from './import-shape.rules.ts'

/** Text by field, as the kernel and the verbs read it; an empty cell has none. */
export type Values = Readonly<Record<string, string>>
/** Message by field; under `row` for faults of no single field. */
export type RowErrors = Readonly<Record<string, string>>
type ReadRow = { readonly values: Values; readonly errors: RowErrors }

const LETTERS_MAX = 4000
const too_many_cells = 'The row has more cells than the file has headers'

type CellForm = {
  /** Numbers are written `1.234,5`: with semicolons as separators the comma is free. */
  readonly decimal_comma: boolean
}

/** The cells of a row by field, with faults for required blanks and for invalid days and numbers. */
export function readCells(
  shape: ImportShape,
  mapping: Mapping,
  cells: readonly string[],
  form: CellForm,
): ReadRow {
  const values: Record<string, string> = {}
  const errors: Record<string, string> = {}
  if (cells.slice(mapping.length).some((cell) => cell.trim() !== '')) errors.row = too_many_cells
  for (const column of filledColumns(shape)) {
    const at = mapping.indexOf(column.field)
    if (at < 0) continue
    const text = unguardCell(cells[at] ?? '').trim()
    if (text === '') {
      const may_be_empty = column.required !== true || shape.may_be_empty?.includes(column.field)
      if (!may_be_empty) errors[column.field] = validationText.required
      continue
    }
    const read = readCell(column, text, shape.choices?.[column.field], form)
    if ('message' in read) errors[column.field] = read.message
    else values[column.field] = read.text
  }
  return { values, errors }
}

type Read = { readonly text: string } | { readonly message: string }

function readCell(
  { kind }: TemplateColumn,
  text: string,
  choices: readonly Choice[] | undefined,
  form: CellForm,
): Read {
  if (text.length > LETTERS_MAX) return { message: validationText.max_length(LETTERS_MAX) }
  switch (kind) {
    case 'day':
      return orMessage(readDay(text), validationText.matches)
    case 'boolean':
      return orMessage(readYesNo(text), validationText.matches)
    case 'choice':
      return orMessage(readChoice(text, choices ?? []), validationText.matches)
    case 'integer':
      return readInteger(plainNumber(text, form))
    case 'money':
    case 'rate':
    case 'percent':
      return orMessage(readDecimal(plainNumber(text, form)), validationText.number)
    // `7:30` and `s` are units, too: the timesheet's own rules read them.
    case 'units':
      return { text: plainNumber(text, form) }
    default:
      return { text }
  }
}

const orMessage = (text: string | null, message: string): Read => (text === null ? { message } : { text })

const month_names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The formats of spec §9: 2026-03-31, 31/03/2026, 31 Mar 2026. */
export function readDay(text: string): string | null {
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  if (slashed) return realDay(Number(slashed[3]), Number(slashed[2]), Number(slashed[1]))
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]*[ -](\d{4})$/.exec(text)
  if (named)
    return realDay(
      Number(named[3]),
      month_names.indexOf((named[2] ?? '').toLowerCase()) + 1,
      Number(named[1]),
    )
  return parseDay(text)
}

function realDay(year: number, month: number, date: number): string | null {
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}

function readYesNo(text: string): string | null {
  const word = text.toLowerCase()
  if (['yes', 'y', 'true', '1'].includes(word)) return 'yes'
  return ['no', 'n', 'false', '0'].includes(word) ? 'no' : null
}

/** By its value or by its label, as exports write it. */
function readChoice(text: string, choices: readonly Choice[]): string | null {
  const word = text.toLowerCase()
  const found = choices.find(
    ({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word,
  )
  return found?.value ?? null
}

/** Thousands as spreadsheets group them are taken out; a decimal comma becomes a point. */
export function plainNumber(text: string, { decimal_comma }: CellForm): string {
  const plain = text.replace(/^[£€$]\s*/, '')
  if (decimal_comma && /^[+-]?[\d.]*,\d+$/.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

const readDecimal = (text: string) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? text.replace(/^\+/, '') : null)

function readInteger(text: string): Read {
  if (/^[+-]?\d{1,9}$/.test(text)) return { text: text.replace(/^\+/, '') }
  if (readDecimal(text) === null) return { message: validationText.number }
  return { message: /^[+-]?\d+$/.test(text) ? validationText.max : validationText.integer }
}

/** All that is wrong with a row in one line, in the order of the template: for the file of faulty rows. */
export function errorLine(shape: ImportShape, errors: RowErrors): string {
  const columns = filledColumns(shape)
  const named = columns.flatMap(({ field, header }) => {
    const message = errors[field]
    return message === undefined ? [] : [`${header}: ${message}`]
  })
  const known = new Set(columns.map(({ field }) => field))
  const others = Object.entries(errors).flatMap(([field, message]) => (known.has(field) ? [] : [message]))
  return [...named, ...others].join('; ')
}
