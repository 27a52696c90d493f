/** Which column of a file fills which field. Pure. */
import type { TemplateColumn } from '#entity/template.ts'
import { unguardCell } from '#kernel/cell-guard.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { columnsOf, filledColumns } from './import-shape.rules.ts'

/** For each column of the file the field that it fills; null: none. */
export type Mapping = readonly (string | null)[]

/** Headers are compared without case, blanks and signs: `Client Id`, `client_id` and `CLIENT-ID` are one. */
const sameHeader = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** As the header is written, without the guard that our own export may have given it. */
export const plainHeader = (cell: string) => unguardCell(cell).trim()

/** Every header by which a column is known. */
function wordsOf(shape: ImportShape, { field, header }: TemplateColumn): readonly string[] {
  return [header, ...(shape.words?.[field] ?? [])].map(sameHeader)
}

/** Does one of our own files have such a column? */
export function isKnownHeader(shape: ImportShape, header: string): boolean {
  const name = sameHeader(plainHeader(header))
  return (
    columnsOf(shape).some((column) => wordsOf(shape, column).includes(name)) ||
    shape.passed.some((one) => sameHeader(one) === name)
  )
}

/** The mapping that the headers say by themselves: every column of our own files finds its field. */
export function mapHeaders(shape: ImportShape, headers: readonly string[]): Mapping {
  const free = new Set(filledColumns(shape))
  return headers.map((header) => {
    const name = sameHeader(plainHeader(header))
    const column = [...free].find((one) => wordsOf(shape, one).includes(name))
    if (!column) return null
    free.delete(column)
    return column.field
  })
}

/** Headers that occur more than once, as written. */
export function repeatedHeaders(headers: readonly string[]): string[] {
  const names = headers.map((header) => sameHeader(plainHeader(header)))
  return headers
    .map(plainHeader)
    .filter((_header, at) => names[at] !== '' && names.indexOf(names[at] ?? '') < at)
}

/** Columns that must be there. */
export const requiredColumns = (shape: ImportShape): readonly TemplateColumn[] =>
  filledColumns(shape).filter(({ required }) => required === true)

/** Columns that must be there and are not filled. */
export function missingColumns(shape: ImportShape, mapping: Mapping): readonly TemplateColumn[] {
  return requiredColumns(shape).filter(({ field }) => !mapping.includes(field))
}

export const missingText = (headers: readonly string[]) => `Columns that are missing: ${headers.join(', ')}`

/** The fault of a chosen column map; null without one. */
export function mappingFault(shape: ImportShape, columns: number, mapping: Mapping): string | null {
  const fields = mapping.filter((field) => field !== null)
  const known = new Set(filledColumns(shape).map(({ field }) => field))
  if (mapping.length !== columns || fields.some((field) => !known.has(field)))
    return 'Please choose a field for each column'
  const twice = fields.find((field, at) => fields.indexOf(field) < at)
  const header = columnsOf(shape).find(({ field }) => field === twice)?.header
  return header === undefined ? null : `Two columns fill ${header}`
}
