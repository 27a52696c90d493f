import type { Kind } from './kind.ts'

export const text: Kind = { width: 200, cell: ({ value }) => (value === null ? null : String(value)) }
export const code: Kind = {
  width: 100,
  cell: ({ value }) => (value === null ? null : <span className="numeric">{String(value)}</span>),
}
/** A key of the database says nothing to a reader; lists show the row it names instead. */
export const uuid: Kind = { width: 100, cell: () => null }
export const json: Kind = { width: 200, cell: () => null }
