/** Settings of the work of one person in a day. */
import { wholeNumber } from './settings-kinds.ts'

export type DayMost = {
  readonly change: number
  readonly export: number
  /** Kilobytes of answers. */
  readonly read: number
}

export const dayEnvironment = {
  CHANGES_PER_DAY: wholeNumber(1, 900_000, 20_000).default(20_000),
  EXPORTS_PER_DAY: wholeNumber(1, 900_000, 500).default(500),
  READ_MB_PER_DAY: wholeNumber(1, 900_000, 2_000).default(2_000),
}

type Given = Readonly<Record<keyof typeof dayEnvironment, number>>

export const dayMostOf = (env: Given): DayMost => ({
  change: env.CHANGES_PER_DAY,
  export: env.EXPORTS_PER_DAY,
  read: env.READ_MB_PER_DAY * 1000,
})
