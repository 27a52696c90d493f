/** The National Minimum Wage by age and day, and rates below it (payroll.md §2.11, decision 0098). Pure. */
import type { Viewer } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { addMonths, type Day, day, isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { isStintError } from '#kernel/errors.ts'
import { formatRate, type Rate4, rate, scale4 } from '#kernel/rate.ts'
import { hours_per_day, type UnitType } from './units.rules.ts'

/** Earnings of days on and after `from`, in hourly rates by age. */
export type MinimumWage = {
  readonly from: Day
  readonly adult: Rate4
  readonly from_18: Rate4
  readonly younger: Rate4
  readonly apprentice: Rate4
}

export const minimum_wage_2025 = {
  from: day('2025-04-01'),
  adult: rate('12.21'),
  from_18: rate('10.00'),
  younger: rate('7.55'),
  apprentice: rate('7.55'),
} as const satisfies MinimumWage

export const minimum_wage_2026 = {
  from: day('2026-04-01'),
  adult: rate('12.71'),
  from_18: rate('10.85'),
  younger: rate('8.00'),
  apprentice: rate('8.00'),
} as const satisfies MinimumWage

/** Newest first. */
export const minimum_wages = [minimum_wage_2026, minimum_wage_2025] as const

/** The minimum wage of work on a day; an unknown birth date counts as adult. Null before the rates that are known. */
export function minimumWage(born: Day | null, on: Day): Rate4 | null {
  const wages: MinimumWage | undefined = minimum_wages.find(({ from }) => from <= on)
  if (!wages) return null
  const isYoungerThan = (years: number) => born !== null && addMonths(born, years * 12) > on
  if (isYoungerThan(18)) return wages.younger
  return isYoungerThan(21) ? wages.from_18 : wages.adult
}

/** The figures of the last year are not those of the days after it. */
export const known_before = addMonths(minimum_wages[0].from, 12)

/** Hours of one unit, as the bounds of a day have them; a month and a custom unit have none. */
const hours_of_unit = {
  hourly: scale4,
  daily: hours_per_day,
  monthly: null,
  custom: null,
} as const satisfies Record<UnitType, number | null>

export type WorkerPaid = {
  /** How the worker is paid; the minimum is the employer's to pay. */
  readonly payment_type: string | null
  /** Null also for readers without the right to birth dates: a refusal by age would tell them the age. */
  readonly born: Day | null
  readonly currency: string
}

/** Whether this person may read the birth date of an agency's worker. */
export const readsBirth = ({ category, roles }: Pick<Viewer, 'category' | 'roles'>): boolean =>
  category === 'provider' || payroll_data_roles.some((role) => roles.includes(role))

export type TypedBase = {
  /** Without holiday pay, which is for days without work. */
  readonly base: Rate4
  readonly unit: UnitType
  /** The first day of the rate. */
  readonly from: Day
}

/** The sentence under a rate below the minimum; null where it is not, or where the minimum of that day or unit is not known. */
export function minimumWageFault({ base, unit, from }: TypedBase, worker: WorkerPaid): string | null {
  const { payment_type, born, currency } = worker
  const hours = hours_of_unit[unit]
  if (payment_type !== 'paye' || currency !== 'GBP' || hours === null || from >= known_before) return null
  const least = minimumWage(born, from)
  if (least === null || BigInt(base) * BigInt(scale4) >= BigInt(least) * BigInt(hours)) return null
  return `Below the National Minimum Wage of £${formatRate(least)}`
}

type TypedRates = {
  readonly start_date: string
  readonly unit_type: string
  readonly rates: readonly {
    readonly contractor_rate: string
    /** Empty or absent: the placement's. */
    readonly unit_type?: string | undefined
    readonly effective_from?: string | undefined
  }[]
}

/** Faults of typed rates by the form's fields; texts that are no rate or no day have faults of their own. */
export function minimumWageFaults(placement: TypedRates, worker: WorkerPaid): FieldErrors {
  return Object.fromEntries(
    placement.rates.flatMap((one, i) => {
      const unit = (one.unit_type || placement.unit_type) as UnitType // The form's and the input's own choices.
      const from = one.effective_from || placement.start_date
      const base = readBase(one.contractor_rate)
      if (base === null || !isDay(from)) return []
      const fault = minimumWageFault({ base, unit, from }, worker)
      return fault === null ? [] : [[`rates.${i}.contractor_rate`, fault]]
    }),
  )
}

function readBase(text: string): Rate4 | null {
  try {
    return text.trim() === '' ? null : rate(text.trim())
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return null
  }
}
