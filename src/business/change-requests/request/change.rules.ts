/** A change that is asked for, and the sides that answer: the words of every kind of request. Pure. */
import type { Day } from '#kernel/day.ts'

/** The order of approvals (spec §3); the provider answers last. */
export const asked_sides = ['agency', 'client', 'contractor', 'provider'] as const
export type AskedSide = (typeof asked_sides)[number]

export type ChangeOf<F extends string> = {
  readonly field: F
  /** Of a rate: which, and its name. */
  readonly group_id?: string | undefined
  readonly name?: string | undefined
  /** The value at the time of the request; days and rates as text. */
  readonly old: string | null
  readonly new: string | null
}

export type ChangesOf<F extends string> = {
  /** The day from which new rates hold. */
  readonly effective_from: Day | null
  readonly changes: readonly ChangeOf<F>[]
}
