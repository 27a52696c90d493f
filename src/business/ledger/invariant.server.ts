/** Something that must hold in any database of ours (quality.md). */
export type Invariant = {
  readonly id: string
  readonly says: string
  /** Gives `what` for each broken row; none = it holds. */
  readonly sql: string
}
