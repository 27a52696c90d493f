/** What an importer is: how rows become the input of a verb, and how what it did is taken back. */
import { type FieldErrors, isStintError, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { RowErrors, Values } from './import-cells.rules.ts'
import { filledColumns, type ImportShape } from './import-shape.rules.ts'

/** A row of the file by field, within the rows of its unit. */
export type UnitRow = { readonly values: Values }

/** What the verb is given, or what is wrong with which of the rows before it is asked. */
export type UnitInput =
  | {
      readonly input: Readonly<Record<string, unknown>>
      /** The record that the rows change; absent when they make one. */
      readonly record?: { readonly id: string; readonly human_id: string }
      /** The row and the field of the file that an error of the verb's input belongs to; null: to all rows. */
      readonly blame: (key: string) => { readonly row: number; readonly field: string } | null
    }
  | { readonly errors: ReadonlyMap<number, RowErrors> }

/** What stands on the record before, as its importer keeps it; null where there was none. */
export type Before = Readonly<Record<string, unknown>> | null

/** What of the file's values is taken already: what `taken` of the importer answered of all rows of a batch. */
export type Taken = ReadonlySet<string>

/** What must be as the import left it for the import to be taken back. */
export interface Watched {
  /** `business.service` */
  readonly table: string
  /** Over `r`, with the record's id as `$1`; without rows that are deleted. */
  readonly where: string
  /** Why it cannot be taken back, after the record's name: `has placements`. */
  readonly reason: string
}

export interface Importer {
  readonly shape: ImportShape
  /** Fields of the shape's columns that `inputOf` uses. */
  readonly reads: readonly string[]
  /** Entity of the records that rows become. */
  readonly entity: string
  /** What would be asked of each row alike, asked once for the rows of a batch: which of their values are taken. */
  readonly taken?: (context: Pick<VerbContext, 'tx' | 'viewer'>, rows: readonly UnitRow[]) => Promise<Taken>
  readonly inputOf: (
    context: Pick<VerbContext, 'tx' | 'viewer' | 'clock'> & { readonly taken: Taken },
    rows: readonly UnitRow[],
  ) => Promise<UnitInput>
  readonly before: (context: Pick<VerbContext, 'tx'>, id: string) => Promise<Before>
  readonly watched: readonly Watched[]
  /** Makes the records what they were, in this order. @throws precondition by `notUndone` where the state of one forbids it */
  readonly takeBack: (context: VerbContext, records: readonly TakenBack[]) => Promise<void>
}

/** @throws when the importer would drop a column of its template, or reads one that the template lacks */
export function requireAllRead({ shape, reads }: Pick<Importer, 'shape' | 'reads'>): void {
  const columns = filledColumns(shape)
  const unread = columns.filter(({ field }) => !reads.includes(field))
  const absent = reads.filter((field) => columns.every((column) => column.field !== field))
  const faults = [
    ...unread.map(({ header, field }) => `does not read the column ${header} (${field})`),
    ...absent.map((field) => `reads ${field}, which is no column`),
  ]
  if (faults.length > 0) throw new Error(`The importer of ${shape.template.name} ${faults.join('; ')}.`)
}

export type TakenBack = {
  readonly row_no: number
  readonly id: string
  readonly human_id: string
  readonly before: Before
}

/** Why nothing of a file is taken back, with the row that stands in the way. */
export const notUndone = (row_no: number, reason: string) =>
  precondition(`Row ${row_no}: ${reason}. Nothing was undone.`)

/** Takes records back each by itself, where their states have to be asked. */
export function oneByOne(
  takeBack: (context: VerbContext, record: TakenBack) => Promise<void>,
): Importer['takeBack'] {
  return async (context, records) => {
    for (const record of records)
      try {
        await takeBack(context, record)
      } catch (error) {
        if (!isStintError(error)) throw error
        throw notUndone(record.row_no, error.message)
      }
  }
}

/** Errors of a verb's input by row; those that belong to no row are every row's. */
export function blamed(
  unit: Extract<UnitInput, { input: unknown }>,
  rows: number,
  errors: FieldErrors,
): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>()
  const put = (row: number, field: string, message: string) => {
    const at = found.get(row) ?? {}
    at[field] ??= message
    found.set(row, at)
  }
  for (const [key, message] of Object.entries(errors)) {
    const place = unit.blame(key)
    if (place) put(place.row, place.field, message)
    else for (let row = 0; row < rows; row += 1) put(row, 'row', message)
  }
  return found
}
