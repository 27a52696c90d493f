/** A list as a PDF: the text is computed here, export.typ lays it out. */
import { readFileSync } from 'node:fs'
import type { Field } from '#entity/entity.ts'
import { partsOf } from '#kernel/day.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { formatInstant, londonDay } from '#kernel/instant.ts'
import { renderAlone } from '../pdf/pdf-alone.ts'
import { type About, type ExportColumn, isNumeric, type Pages, printedCell } from './export-cells.ts'

/** Paper sizes, and the letters that fit side by side. */
const papers = [
  { paper: 'a4', landscape: false, letters: 132 },
  { paper: 'a4', landscape: true, letters: 196 },
  { paper: 'a3', landscape: true, letters: 288 },
] as const

/** Cells have room at both sides. */
const padding_letters = 3
const text_letters = { min: 6, max: 26 } as const

interface PrintedList {
  readonly title: string
  readonly author: string
  readonly date: { readonly year: number; readonly month: number; readonly day: number }
  readonly as_of: string
  readonly facts: About['facts']
  /** The number of rows, and the part printed here. */
  readonly counted: string
  /** The cap bit. */
  readonly is_cut: boolean
  readonly paper: string
  readonly landscape: boolean
  readonly columns: readonly { readonly label: string; readonly share: number; readonly right: boolean }[]
  /** Row by row. */
  readonly cells: readonly string[]
}

/** The document of a list. Pure. */
export function printedList(
  columns: readonly ExportColumn[],
  rows: readonly (readonly string[])[],
  about: About,
): PrintedList {
  const letters = columns.map((column, at) => lettersOf(column, rows, at))
  const wanted = letters.reduce((sum, one) => sum + one, 0)
  const paper = papers.find((one) => one.letters >= wanted) ?? papers[2]
  const shares = fitted(columns, letters, paper.letters)
  const { year, month, date } = partsOf(londonDay(about.as_of))
  return {
    title: about.title,
    author: about.business_name,
    date: { year, month, day: date },
    as_of: `${about.business_name}, as ${about.user_name} sees it on ${formatInstant(about.as_of)} London time`,
    facts: about.facts,
    counted: countedText(about),
    is_cut: about.rows_held < about.rows_matched,
    paper: paper.paper,
    landscape: paper.landscape,
    columns: columns.map(({ label, shape }, at) => ({
      label,
      share: shares[at] ?? 1,
      right: isNumeric(shape),
    })),
    cells: rows.flatMap((row) => row.map((text, at) => breakable(text, columns[at]?.shape, shares[at] ?? 1))),
  }
}

/** Experience.md, tension 9: an effective cap is stated in the file. */
export function countedText({ rows_held, rows_matched }: About): string {
  const count = (n: number) => groupThousands(String(n))
  if (rows_held === rows_matched) return rows_matched === 1 ? '1 row' : `${count(rows_matched)} rows`
  return `The first ${count(rows_held)} of ${count(rows_matched)} rows. A PDF holds at most ${count(rows_held)}; CSV and Excel hold them all.`
}

const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, text.length), 0)

/** Width of a column: numbers and days whole, text up to a limit, where it wraps. */
function lettersOf({ label, shape }: ExportColumn, rows: readonly (readonly string[])[], at: number): number {
  const word = longest(label.split(/\s+/))
  const content = rows.reduce((most, row) => Math.max(most, (row[at] ?? '').length), 0)
  const wanted = isWhole(shape) ? content : Math.min(content, text_letters.max)
  return Math.max(text_letters.min, word, wanted) + padding_letters
}

/** Numbers, days and ids stay on one line; text may wrap. */
const isWhole = (shape: Field): boolean => isNumeric(shape) || ['day', 'human_id'].includes(shape.kind)

/** Columns whose text may wrap give up the missing width. */
function fitted(
  columns: readonly ExportColumn[],
  letters: readonly number[],
  room: number,
): readonly number[] {
  const whole = letters.reduce((sum, one, at) => sum + (isWholeAt(columns, at) ? one : 0), 0)
  const text = letters.reduce((sum, one, at) => sum + (isWholeAt(columns, at) ? 0 : one), 0)
  const left = Math.max(room - whole, 0)
  if (text <= left || text === 0) return letters
  return letters.map((one, at) =>
    isWholeAt(columns, at) ? one : Math.max(text_letters.min, Math.floor((one * left) / text)),
  )
}

const isWholeAt = (columns: readonly ExportColumn[], at: number): boolean => {
  const column = columns[at]
  return column !== undefined && isWhole(column.shape)
}

/** The width of a letter, in ordinary letters, rounded up. */
function widthOf(letter: string): number {
  if (/[WM@%&—…ÆŒЖШЩЮФЫǄ]/u.test(letter)) return 2
  return /[\p{Lu}\p{Lt}mw€_+=<>#~]/u.test(letter) ? 1.5 : 1.1
}

/** Lets words wider than their column break anywhere, by an invisible character. */
function breakable(text: string, shape: Field | undefined, letters: number): string {
  const room = letters - padding_letters
  if (shape === undefined || isWhole(shape) || text.length <= room * 0.5) return text
  return text.replace(/\S+/gu, (word) => {
    // The rooms beside a text take a letter.
    if ([...word].reduce((sum, letter) => sum + widthOf(letter), 0) <= room + 1.5) return word
    let used = 0
    return [...word]
      .map((letter) => {
        const width = widthOf(letter)
        used = used + width > room ? width : used + width
        return used === width ? `\u200b${letter}` : letter
      })
      .join('')
      .slice(1)
  })
}

const template = readFileSync(new URL('./export.typ', import.meta.url), 'utf8')

/** The document is laid out at once, so its rows are gathered here, up to the format's limit. */
export async function* writePdf(
  columns: readonly ExportColumn[],
  pages: Pages,
  about: About,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const rows: string[][] = []
  for await (const page of pages)
    for (const row of page) rows.push(columns.map(({ shape }, at) => printedCell(shape, row[at])))
  const data = JSON.stringify(printedList(columns, rows, about))
  const { bytes } = await renderAlone({ template, data, images: [] }, signal)
  yield bytes
}
