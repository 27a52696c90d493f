/**
 * The right NI letter of a director in an ended tax year. Contributions are due on the earnings of the whole year, by each letter
 * in its turn, so that the thresholds are used once (HMRC booklet CA44, decision 0189). Pure; amounts are pence.
 */
import type { Day } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { bandsLess, type NiToDate, no_ni_yet } from '../engine/director-ni.rules.ts'
import type { Directorship } from '../engine/employment-state.rules.ts'
import type { NiByLetter } from '../engine/figures-to-date.rules.ts'
import { movedPart, periodOf, sumNi } from '../engine/letter-correction.rules.ts'
import { whyOf } from '../engine/line-why.rules.ts'
import { directorThresholds, nationalInsurance } from '../engine/national-insurance.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { employeeNiInputs, employerNiInputs, whole_year } from '../engine/working.rules.ts'
import { addNi, addNiByLetter } from '../takeover/payroll-takeover.rules.ts'
import {
  type Asked,
  type CorrectedPeriod,
  correctLetter,
  type LetterCorrection,
  type Levied,
  levyChange,
  noWrongPay,
  sumLevy,
} from './year-correction.rules.ts'

export type DirectorOfYear = Pick<Directorship, 'method' | 'weeks'> & {
  /** The first day of the year that the annual rule covers. */
  readonly from: Day
  /** By the payroll before, the oldest letter first. */
  readonly taken_over: NiByLetter
}

/** @returns the correction, or why there is none */
export function correctDirector(
  year: TaxYear,
  parts: readonly PeriodPart[],
  asked: Asked,
  director: DirectorOfYear & Levied,
): LetterCorrection | string {
  const covered = parts.filter(({ pay_day }) => pay_day >= director.from)
  const of_year = correctWholeYear(year, covered, asked, director)
  // Pay before the appointment is of its periods.
  const earlier = parts.filter(({ pay_day }) => pay_day < director.from && asked.from_pay_day < director.from)
  const of_periods = correctLetter(year, earlier, asked, director)
  if (typeof of_periods === 'string')
    return of_periods === noWrongPay(asked) ? (of_year ?? of_periods) : of_periods
  return of_year === null ? of_periods : plus(of_periods, of_year)
}

const plus = (a: LetterCorrection, b: LetterCorrection): LetterCorrection => ({
  parts: [...a.parts, ...b.parts],
  periods: [...a.periods, ...b.periods],
  employee: a.employee + b.employee,
  employer: a.employer + b.employer,
  levy: a.levy + b.levy,
})

/** Pay of one day under one letter. */
export type Paid = { readonly part: PeriodPart; readonly letter: NiLetter; readonly ni: NiToDate }

/** Without the pay that an earlier correction moved. */
export const paidBy = (parts: readonly PeriodPart[]): Paid[] =>
  [...Map.groupBy(parts, ({ pay_day, ni_letter }) => `${pay_day} ${ni_letter}`).values()]
    .map((of) => ({ part: of[0] as PeriodPart, ni: sumNi(of) })) // groupBy makes no empty group.
    .filter(({ ni }) => ni.earnings !== 0)
    .map(({ part, ni }) => ({ part, letter: part.ni_letter, ni }))
    .toSorted((a, b) => (a.part.pay_day < b.part.pay_day ? -1 : a.part.pay_day > b.part.pay_day ? 1 : 0))

/** The parts of a directorship. @returns null where nothing was under another letter */
function correctWholeYear(
  year: TaxYear,
  parts: readonly PeriodPart[],
  { letter, from_pay_day }: Asked,
  director: DirectorOfYear & Levied,
): LetterCorrection | null {
  const paid = paidBy(parts)
  const wrong = paid.filter((one) => one.part.pay_day >= from_pay_day && one.letter !== letter)
  const last = paid.at(-1)?.part
  if (wrong.length === 0 || last === undefined) return null
  const right = paid.map((one) => (wrong.includes(one) ? { ...one, letter } : one))
  const earnings = wrong.flatMap(({ part, letter: of, ni }) => [
    movedPart(part, of, earningsOf(ni, director), -1),
    movedPart(part, letter, earningsOf(ni, director), 1),
  ])
  const levied = director.charges_levy ? levyParts(year, parts, { wrong, right, letter }) : []
  const from = [...new Set(wrong.map((one) => one.letter))]
  const was = addNiByLetter(byLetter(parts), director.taken_over)
  const due = dueOn(year, right, director)
  const letters = [...new Set([...Object.keys(was), ...due.keys()])] as NiLetter[] // Keys are letters.
  const changes = letters.flatMap((of) =>
    changeOf(year, of, { was: was[of] ?? no_ni_yet, due: due.get(of) }, director),
  )
  return {
    parts: [...earnings, ...levied, ...changes.map((one) => movedPart(last, one.letter, one.ni, 1))],
    periods: changes.map(
      ({ ni: { employee, employer }, why }): CorrectedPeriod => ({
        ...{ pay_day: last.pay_day, from, is_year: true, employee, employer },
        why: `${why.employee}; employer: ${why.employer}`,
      }),
    ),
    employee: changes.reduce((sum, { ni }) => sum + ni.employee, 0),
    employer: changes.reduce((sum, { ni }) => sum + ni.employer, 0),
    levy: sumLevy(levied),
  }
}

type Moved = { readonly wrong: readonly Paid[]; readonly right: readonly Paid[]; readonly letter: NiLetter }

/** The levy of each period with pay that leaves letter X, or comes under it. */
function levyParts(
  year: TaxYear,
  parts: readonly PeriodPart[],
  { wrong, right, letter }: Moved,
): PeriodPart[] {
  const of_x = wrong.filter((one) => letter === 'X' || one.letter === 'X').map(({ part }) => part)
  const periods = new Map(of_x.map((part) => [periodOf(part), part]))
  return [...periods].map(([period, part]) => {
    const own = parts.filter((one) => periodOf(one) === period)
    const pay = right.reduce(
      (sum, one) => sum + (one.letter === 'X' || periodOf(one.part) !== period ? 0 : one.ni.earnings),
      0,
    )
    return { ...movedPart(part, letter, no_ni_yet, 1), levy: levyChange(year, own, pay) }
  })
}

/** HMRC's sheets keep the bands of the periods under the alternative method. */
const earningsOf = ({ earnings, bands }: NiToDate, { method }: DirectorOfYear): NiToDate => ({
  ...no_ni_yet,
  earnings,
  bands: method === 'AL' ? bands : no_ni_yet.bands,
})

const byLetter = (parts: readonly PeriodPart[]): NiByLetter =>
  Object.fromEntries(
    [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)].map(([letter, own]) => [letter, sumNi(own)]),
  )

/** Contributions under one letter, and all earnings of the year up to its last stretch. */
export type Due = { readonly ni: NiToDate; readonly pay: Pence }

/** Earnings use the thresholds in their order. By the alternative method, a letter that comes back counts where it is last. */
export function dueOn(
  year: TaxYear,
  right: readonly Paid[],
  { method, weeks, taken_over }: DirectorOfYear,
): ReadonlyMap<NiLetter, Due> {
  const thresholds = directorThresholds(year, weeks)
  const taken = Object.entries(taken_over).map(([letter, ni]) => ({ letter: letter as NiLetter, ni })) // Its keys.
  const all = [...taken, ...right]
  const last = (letter: NiLetter) => all.findLastIndex((one) => one.letter === letter)
  const stretches = method === 'AN' ? all : all.toSorted((a, b) => last(a.letter) - last(b.letter))
  const due = new Map<NiLetter, Due>()
  let pay = 0
  for (const { letter, ni } of stretches) {
    const used = nationalInsurance(year, letter, pay, thresholds)
    pay += ni.earnings
    const now = nationalInsurance(year, letter, pay, thresholds)
    const own = {
      earnings: ni.earnings,
      employee: now.employee - used.employee,
      employer: now.employer - used.employer,
      bands: bandsLess(now.bands, used.bands),
    }
    due.set(letter, { ni: addNi(due.get(letter)?.ni ?? no_ni_yet, own), pay })
  }
  return due
}

export type NiChange = {
  readonly letter: NiLetter
  readonly ni: NiToDate
  readonly why: { readonly employee: string; readonly employer: string }
}

/** The difference of one letter, with its sentences; empty where nothing changed. */
export function changeOf(
  year: TaxYear,
  letter: NiLetter,
  { was, due }: { readonly was: NiToDate; readonly due: Due | undefined },
  { method, weeks }: DirectorOfYear,
): NiChange[] {
  const { ni, pay } = due ?? { ni: no_ni_yet, pay: 0 }
  const change: NiToDate = {
    earnings: 0,
    employee: ni.employee - was.employee,
    employer: ni.employer - was.employer,
    bands: method === 'AL' ? no_ni_yet.bands : bandsLess(ni.bands, was.bands),
  }
  const amounts = [change.employee, change.employer, ...Object.values(change.bands)]
  if (amounts.every((amount) => amount === 0)) return []
  const thresholds = directorThresholds(year, weeks)
  const whole = nationalInsurance(year, letter, pay, thresholds)
  // Shares of earlier letters count as taken before.
  const figures = (side: 'employee' | 'employer') => ({
    pay,
    due: whole[side],
    before: whole[side] - change[side],
  })
  const employee = { ...employeeNiInputs(year, letter, figures('employee'), thresholds), ...whole_year }
  const employer = { ...employerNiInputs(year, letter, figures('employer'), thresholds), ...whole_year }
  const why = { employee: whyOf('employee_ni', employee), employer: whyOf('employer_ni', employer) }
  return [{ letter, ni: change, why }]
}
