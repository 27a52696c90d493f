/** Settings of the work of one person in a day. */
import { wholeNumber } from './settings-kinds.ts'

export type DayMost = {
  readonly change: number
  readonly export: number
  /** Kilobytes of answers. */
  readonly read: number
}

const MOST = 900_000

/** A demo serves this machine alone, and programs drive its personas. */
const defaults = (is_demo: boolean) => ({
  CHANGES_PER_DAY: is_demo ? MOST : 20_000,
  EXPORTS_PER_DAY: is_demo ? MOST : 500,
  READ_MB_PER_DAY: is_demo ? MOST : 2_000,
})

export const dayEnvironment = {
  CHANGES_PER_DAY: wholeNumber(1, MOST, 20_000).optional(),
  EXPORTS_PER_DAY: wholeNumber(1, MOST, 500).optional(),
  READ_MB_PER_DAY: wholeNumber(1, MOST, 2_000).optional(),
}

type Given = Partial<Readonly<Record<keyof typeof dayEnvironment, number>>>

export function dayMostOf(env: Given, is_demo: boolean): DayMost {
  const usual = defaults(is_demo)
  return {
    change: env.CHANGES_PER_DAY ?? usual.CHANGES_PER_DAY,
    export: env.EXPORTS_PER_DAY ?? usual.EXPORTS_PER_DAY,
    read: (env.READ_MB_PER_DAY ?? usual.READ_MB_PER_DAY) * 1000,
  }
}
