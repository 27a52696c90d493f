/**
 * Corrected pay of a director in an ended tax year. Contributions are of all earnings of the year, by the method of the
 * directorship, and count with its last pay (decision 0215). Pure; amounts are pence.
 */
import { formatDay } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { no_ni_yet } from '../engine/director-ni.rules.ts'
import { movedPart } from '../engine/letter-correction.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import { changeOf, type DirectorOfYear, dueOn, type NiChange, paidBy } from './director-correction.rules.ts'

/** Earnings of a correction without contributions, and the differences of the year for each letter. */
export type YearNi = { readonly parts: readonly PeriodPart[]; readonly changes: readonly NiChange[] }

/**
 * The year with the corrected pay less the year without it: a difference that was there before stays.
 * @param paid of the whole tax year, with earlier corrections
 * @param added parts of this correction
 */
export function niOfYear(
  year: TaxYear,
  paid: readonly PeriodPart[],
  added: readonly PeriodPart[],
  director: DirectorOfYear,
): YearNi {
  const covered = paid.filter(({ pay_day }) => pay_day >= director.from)
  const last = paidBy(covered).at(-1)?.part
  const before = dueOn(year, paidBy(covered), director)
  const due = dueOn(year, paidBy([...covered, ...added]), director)
  const letters: readonly NiLetter[] = [...new Set([...before.keys(), ...due.keys()])]
  const changes = letters.flatMap((letter) =>
    changeOf(year, letter, { was: before.get(letter)?.ni ?? no_ni_yet, due: due.get(letter) }, director),
  )
  const earnings = added.map((part) => ({
    ...part,
    ...{ employee_ni: 0, employer_ni: 0 },
    // HMRC's sheets keep the bands of the periods under the alternative method.
    bands: director.method === 'AL' ? part.bands : no_ni_yet.bands,
  }))
  const moved = last === undefined ? [] : changes.map(({ letter, ni }) => movedPart(last, letter, ni, 1))
  return { parts: [...earnings, ...moved], changes }
}

/** Why pay of this period is not corrected; null where it is. */
export function mixedPeriod(period: readonly PeriodPart[], { from }: DirectorOfYear): string | null {
  const paid = period.filter(({ niable }) => niable !== 0)
  const since = paid.filter(({ pay_day }) => pay_day >= from)
  return since.length === 0 || since.length === paid.length
    ? null
    : `The pay period has pay before and since the appointment of the director on ${formatDay(from)}: this version does not correct its pay`
}
