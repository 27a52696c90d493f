import type { KeyKind } from './invariant-keys.server.ts'

/** Something that must hold in any database of ours (quality.md). */
export type Invariant = {
  readonly id: string
  readonly says: string
  /** Selects `what` for each broken row; no row = it holds. */
  readonly sql: string
  /** The same for the records of $1 alone, where a record can be judged by itself. */
  readonly changed?: { readonly of: KeyKind; readonly sql: string }
  /** The rows are named in the report, and are no fault: an earlier release issued them. */
  readonly is_note?: true
}

/** The condition that a column names one of the records to judge. */
export type Only = (column: string) => string

/** An invariant that judges each record by itself: over all records, and over those that changed. */
export const keyed = (
  of: KeyKind,
  sql: (only: Only) => string,
): Required<Pick<Invariant, 'sql' | 'changed'>> => ({
  sql: sql(() => 'true'),
  changed: { of, sql: sql((column) => `${column} = any($1::uuid[])`) },
})
