/**
 * Pay of a period under another NI letter than the right one: each wrong letter is taken out by itself, and all of the pay is
 * put under the right letter. Pure; amounts are pence.
 */
import { type Day, formatDay } from '#kernel/day.ts'
import type { PeriodPart } from './calculated-payslip.rules.ts'
import { bandsLess, type NiToDate, no_ni_yet, withPayment } from './director-ni.rules.ts'
import type { NiLetter } from './tax-year.rules.ts'

export const periodOf = ({ frequency, period_number }: PeriodPart): string => `${frequency} ${period_number}`

export const sumNi = (parts: readonly PeriodPart[]): NiToDate =>
  parts.reduce(
    (sum, { niable, employee_ni, employer_ni, bands }) =>
      withPayment(sum, niable, { employee: employee_ni, employer: employer_ni, bands }),
    no_ni_yet,
  )

export type WrongLetter = readonly [letter: NiLetter, ni: NiToDate]

/** Other letters with their pay; an earlier correction leaves nothing of a letter that it took out. */
export const wrongLetters = (parts: readonly PeriodPart[], letter: NiLetter): readonly WrongLetter[] =>
  [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)]
    .map(([of, own]) => [of, sumNi(own)] as const)
    .filter(([of, ni]) => of !== letter && (ni.earnings !== 0 || ni.employee !== 0 || ni.employer !== 0))

const nothing = { taxable: 0, tax: 0, loans: {}, pension: null, levy: null } as const

/** Pay and contributions under a letter, in the period of `of`: put in, or taken out. */
export const movedPart = (of: PeriodPart, letter: NiLetter, ni: NiToDate, sign: 1 | -1): PeriodPart => {
  const { pay_day, frequency, period_number, code } = of
  return {
    ...{ pay_day, frequency, period_number, code, ni_letter: letter, ...nothing },
    niable: sign * ni.earnings,
    employee_ni: sign * ni.employee,
    employer_ni: sign * ni.employer,
    bands: sign === 1 ? ni.bands : bandsLess(no_ni_yet.bands, ni.bands),
  }
}

/** The periods with pay from a day on. @returns why that day is none to begin with */
export function periodsFrom(
  parts: readonly PeriodPart[],
  from_pay_day: Day,
): readonly (readonly PeriodPart[])[] | string {
  const periods = [...Map.groupBy(parts, periodOf).values()]
  const later = periods.filter((of) => of.some(({ pay_day }) => pay_day >= from_pay_day))
  return later.some((of) => of.some(({ pay_day }) => pay_day < from_pay_day))
    ? `The pay period of ${formatDay(from_pay_day)} has pay before that day: begin with its first pay day`
    : later
}

/** The letter of a correction, for a pay day that was paid before. */
export type RightLetter = { readonly pay_day: Day; readonly ni_letter: NiLetter }

/** The letters for periods that were paid under a wrong one and wait to be computed again. */
export const lettersThatWait = (
  letters: readonly RightLetter[],
  parts: readonly PeriodPart[],
): readonly RightLetter[] => {
  const periods = Map.groupBy(parts, periodOf)
  return letters.filter(({ pay_day, ni_letter }) => {
    const part = parts.find((one) => one.pay_day === pay_day)
    return part !== undefined && wrongLetters(periods.get(periodOf(part)) ?? [], ni_letter).length > 0
  })
}
