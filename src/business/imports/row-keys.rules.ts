/** Finds rows of one file that are for the same thing, such as one employment and day. Pure. */
import type { Values } from './import-cells.rules.ts'
import type { RowKey } from './import-kind.rules.ts'

type KeyedRow = { readonly id: string; readonly no: number }
export type RowMark = { readonly id: string; readonly field: string; readonly message: string }

/** Remembers the first row of each key, for as long as a file is read. */
export class RowKeys {
  readonly #key: RowKey | undefined
  readonly #first = new Map<string, KeyedRow & { is_marked: boolean }>()
  constructor(key: RowKey | undefined) {
    this.#key = key
  }

  /** Marks of the row and of the first row with its key, each with the other's number; none for a row that is alone. */
  marksOf(row: KeyedRow, values: Values): readonly RowMark[] {
    const key = this.#key
    // A row without a part of its key has a fault of that cell.
    if (key === undefined || key.fields.some((field) => values[field] === undefined)) return []
    const text = JSON.stringify(
      key.fields.map((field) => {
        const typed = values[field] ?? ''
        return key.spelled?.[field]?.(typed) ?? typed
      }),
    )
    const first = this.#first.get(text)
    if (first === undefined) {
      this.#first.set(text, { ...row, is_marked: false })
      return []
    }
    const own = markOf(key, row, first)
    if (first.is_marked) return [own]
    first.is_marked = true
    return [own, markOf(key, first, row)]
  }
}

const markOf = ({ fields, words }: RowKey, { id }: KeyedRow, other: KeyedRow): RowMark => ({
  id,
  field: fields.at(-1) ?? fields[0],
  message: `Row ${other.no} has the same ${words}`,
})
