/** Something that must hold in any database of ours (quality.md). */
export type Invariant = {
  readonly id: string
  readonly says: string
  /** Selects `what` for each broken row; no row = it holds. */
  readonly sql: string
  /** The rows are named in the report, and are no fault: an earlier release issued them. */
  readonly is_note?: true
}
