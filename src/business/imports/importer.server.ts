/** An importer: rows become the input of a verb, and their effect can be undone. */
import { type FieldErrors, isStintError, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { RowErrors, Values } from './import-cells.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { filledColumns } from './import-shape.rules.ts'

/** A row of the file by field, within the rows of its unit. */
export type UnitRow = { readonly values: Values }

/** The row and the field of the file that an error of the verb's input belongs to; null: to all rows. */
export type BlameOf = (key: string) => { readonly row: number; readonly field: string } | null

/** The verb's input, or faults of the rows found before the verb runs. */
export type UnitInput =
  | {
      readonly input: Readonly<Record<string, unknown>>
      /** The record that the rows change; absent when they make one. */
      readonly record?: { readonly id: string; readonly human_id: string }
      /** The name of the new record, where the verb answers none. */
      readonly called?: string
      readonly blame: BlameOf
    }
  | { readonly errors: ReadonlyMap<number, RowErrors> }

/** The former values of a record; null for a new one. */
export type Before = Readonly<Record<string, unknown>> | null

/** Values of the file that exist already: the answer of `taken` for all rows of a batch. */
export type Taken = ReadonlySet<string>

/** Rows that must be unchanged for an undo. */
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
  /** Finds existing values of a batch's rows in one query. */
  readonly taken?: (context: Pick<VerbContext, 'tx' | 'viewer'>, rows: readonly UnitRow[]) => Promise<Taken>
  readonly inputOf: (
    context: Pick<VerbContext, 'tx' | 'viewer' | 'clock'> & { readonly taken: Taken },
    rows: readonly UnitRow[],
  ) => Promise<UnitInput>
  readonly before: (context: Pick<VerbContext, 'tx'>, id: string) => Promise<Before>
  readonly watched: readonly Watched[]
  /** Restores the records, in this order. @throws precondition by `notUndone` where a state forbids it */
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

/** The refusal of an undo, with the row that prevents it. */
export const notUndone = (row_no: number, reason: string) =>
  precondition(`Row ${row_no}: ${reason}. Nothing was undone.`)

/** Undoes records one by one, where each state has to be checked. */
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
