/** The right NI letter of pay days in the open tax year: each period as it was taken and as it becomes. Pure; amounts are pence. */
import { type Day, formatDay } from '#kernel/day.ts'
import {
  type Asked,
  type ComparedPeriod,
  correctPeriod,
  noWrongPay,
  outsideNi,
} from '../ended-years/year-correction.rules.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { periodsFrom, wrongLetters } from '../engine/letter-correction.rules.ts'
import { isLastPeriod } from '../engine/table-period.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

export type LetterVersion = {
  readonly letter: NiLetter
  readonly effective_from: Day
  readonly effective_to: Day | null
  readonly is_correction: boolean
}

/** Why no pay run of the tax year takes the difference; null where one does. */
export function noNextPay(leave_date: Day | null, today: Day, parts: readonly PeriodPart[]): string | null {
  if (leave_date !== null && leave_date <= today)
    return `The employment ended on ${formatDay(leave_date)}, so no pay run takes the correction: correct the letter once the tax year is locked`
  const last = parts.find(({ period_number, frequency }) => isLastPeriod(period_number, frequency))
  return last === undefined
    ? null
    : `The pay of ${formatDay(last.pay_day)} was the last one of the tax year: correct the letter once the year is locked`
}

export type Correction = {
  readonly periods: readonly ComparedPeriod[]
  /** Above zero where more is due. */
  readonly employee: Pence
  readonly employer: Pence
}

/**
 * Pay days up to the next letter that was entered. A correction that no pay run has taken is undone by the letter before it:
 * then nothing changes. @returns why there is no correction
 */
export function correctPaidPeriods(
  year: TaxYear,
  parts: readonly PeriodPart[],
  asked: Asked,
  versions: readonly LetterVersion[],
): Correction | string {
  const { letter, from_pay_day } = asked
  const holds = ({ effective_from, effective_to }: LetterVersion) =>
    effective_from <= from_pay_day && (effective_to === null || from_pay_day <= effective_to)
  const in_force = versions.find(holds)
  if (in_force?.letter === letter) return `Letter ${letter} applies on ${formatDay(from_pay_day)} already`
  const next = versions.find(({ effective_from }) => effective_from > from_pay_day)?.effective_from
  const periods = periodsFrom(
    parts.filter(({ pay_day }) => next === undefined || pay_day < next),
    from_pay_day,
  )
  if (typeof periods === 'string') return periods
  const wrong = periods.filter((of) => wrongLetters(of, letter).length > 0)
  if (periods.length === 0 || (wrong.length === 0 && !in_force?.is_correction)) return noWrongPay(asked)
  const fault = outsideNi(wrong, letter)
  if (fault !== null) return fault
  const done = wrong.map((of) => correctPeriod(year, of, letter).period)
  const sum = (amount: (one: ComparedPeriod) => Pence) => done.reduce((all, one) => all + amount(one), 0)
  return {
    periods: done,
    employee: sum(({ employee }) => employee),
    employer: sum(({ employer }) => employer),
  }
}
