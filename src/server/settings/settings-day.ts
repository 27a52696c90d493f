/** Settings of the work of one person in a day. */
import { wholeNumber } from './settings-kinds.ts'

export type DayMost = {
  readonly change: number
  readonly export: number
  /** Kilobytes of answers. */
  readonly read: number
}

const MOST = 900_000
const usual = { change: 20_000, export: 500, read_mb: 2_000 } as const

export const dayEnvironment = {
  CHANGES_PER_DAY: wholeNumber(1, MOST, usual.change).optional(),
  EXPORTS_PER_DAY: wholeNumber(1, MOST, usual.export).optional(),
  READ_MB_PER_DAY: wholeNumber(1, MOST, usual.read_mb).optional(),
}

type Given = Partial<Readonly<Record<keyof typeof dayEnvironment, number>>>

/** A demo serves this machine alone, and programs drive its personas: without a setting it has the largest limits. */
export function dayMostOf(given: Given, is_demo: boolean): DayMost {
  const { change, export: exports, read_mb } = is_demo ? { change: MOST, export: MOST, read_mb: MOST } : usual
  return {
    change: given.CHANGES_PER_DAY ?? change,
    export: given.EXPORTS_PER_DAY ?? exports,
    read: (given.READ_MB_PER_DAY ?? read_mb) * 1000,
  }
}
