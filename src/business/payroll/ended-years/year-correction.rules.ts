/**
 * The right NI letter of an ended tax year: National Insurance of each pay period again by the figures of that year, and the
 * difference to the amounts that were taken (payroll-run, corrections; decision 0181). Pure; amounts are pence.
 */
import { type Day, formatDay } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { bandsLess } from '../engine/director-ni.rules.ts'
import { movedPart, periodsFrom, sumNi, wrongLetters } from '../engine/letter-correction.rules.ts'
import { whyOf } from '../engine/line-why.rules.ts'
import { nationalInsurance, periodThresholds } from '../engine/national-insurance.rules.ts'
import { niThatWaits } from '../engine/ni-recovery.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import { nearestDiv, type Pence } from '../engine/whole.rules.ts'
import { employeeNiInputs, employerNiInputs } from '../engine/working.rules.ts'

export type CorrectedPeriod = {
  readonly pay_day: Day
  /** Contributions of a director are of the whole year. */
  readonly is_year?: true
  /** Letters that were used. */
  readonly from: readonly NiLetter[]
  readonly employee: Pence
  readonly employer: Pence
  readonly why: string
}

type Sides = { readonly employee: Pence; readonly employer: Pence }
/** Contributions on the pay of the period, as they were taken and as they are due. */
export type ComparedPeriod = CorrectedPeriod & { readonly was: Sides; readonly due: Sides }

export type LetterCorrection = {
  readonly parts: readonly PeriodPart[]
  readonly periods: readonly CorrectedPeriod[]
  /** Above zero where more is due. */
  readonly employee: Pence
  readonly employer: Pence
  /** Charged on payslips. */
  readonly levy: Pence
}

export type Asked = { readonly letter: NiLetter; readonly from_pay_day: Day }

/** @returns the correction, or why there is none */
export function correctLetter(
  year: TaxYear,
  parts: readonly PeriodPart[],
  { letter, from_pay_day }: Asked,
  { charges_levy }: Levied,
): LetterCorrection | string {
  const periods = periodsFrom(parts, from_pay_day)
  if (typeof periods === 'string') return periods
  const wrong = periods.filter((of) => wrongLetters(of, letter).length > 0 || niThatWaits(of).length > 0)
  if (wrong.length === 0) return noWrongPay({ letter, from_pay_day })
  const done = wrong.map((of) => withLevy(year, of, letter, charges_levy))
  const sum = (amount: (one: CorrectedPeriod) => Pence) =>
    done.reduce((all, { period }) => all + amount(period), 0)
  return {
    parts: done.flatMap((one) => one.parts),
    periods: done.map(({ period: { was: _, due: __, ...period } }) => period),
    employee: sum(({ employee }) => employee),
    employer: sum(({ employer }) => employer),
    levy: sumLevy(done.flatMap(({ parts: made }) => made)),
  }
}

/** The employer puts the levy on each payment. */
export type Levied = { readonly charges_levy: boolean }

export const sumLevy = (parts: readonly PeriodPart[]): Pence =>
  parts.reduce((sum, { levy }) => sum + (levy ?? 0), 0)

/** The difference between the levy on pay of a period, and the levy that its payslips charged. */
export const levyChange = (year: TaxYear, parts: readonly PeriodPart[], pay: Pence): Pence =>
  nearestDiv(Math.max(0, pay) * year.levy.thousandths, 1_000) - sumLevy(parts)

/** Pay under letter X bears no levy. */
function withLevy(year: TaxYear, parts: readonly PeriodPart[], letter: NiLetter, charges_levy: boolean) {
  const made = correctPeriod(year, parts, letter)
  const of_x = letter === 'X' || wrongLetters(parts, letter).some(([other]) => other === 'X')
  if (!charges_levy || !of_x) return made
  const levy = levyChange(year, parts, letter === 'X' ? 0 : sumNi(parts).earnings)
  return { ...made, parts: made.parts.map((part, at) => (at === 0 ? { ...part, levy } : part)) }
}

export const noWrongPay = ({ letter, from_pay_day }: Asked): string =>
  `No pay from ${formatDay(from_pay_day)} on was under another letter than ${letter}`

export const payOfBureau = (tax_year: string): string =>
  `Pay of the tax year ${tax_year} came from a bureau, so that the figures to date are not known`

type Employment = {
  readonly off_payroll: boolean
  readonly director_from: string | null
  readonly director_to: string | null
}

type Span = { readonly first: Day; readonly last: Day }

/** A director in any part of the tax year: their contributions are of the whole year. */
export const wasDirector = ({ director_from, director_to }: Employment, { first, last }: Span): boolean =>
  director_from !== null && director_from <= last && (director_to ?? last) >= first

/** Why National Insurance was not deducted from pay; null where it was. */
export const offPayroll = ({ off_payroll }: Employment): string | null =>
  off_payroll
    ? 'National Insurance of an off-payroll worker was deducted from a self-bill: this version does not correct it'
    : null

/** Why a pay run does not correct these periods; null where it does. */
export const outsideNi = (periods: readonly (readonly PeriodPart[])[], letter: NiLetter): string | null =>
  letter === 'X' || periods.some((of) => wrongLetters(of, letter).some(([other]) => other === 'X'))
    ? 'Letter X takes pay out of National Insurance and of the levy: correct the letter once the tax year is locked'
    : null

/** All pay of the period under the right letter: the wrong ones are taken out, each by itself. */
export function correctPeriod(
  year: TaxYear,
  parts: readonly PeriodPart[],
  letter: NiLetter,
): { parts: PeriodPart[]; period: ComparedPeriod } {
  const [first] = parts as [PeriodPart, ...PeriodPart[]] // groupBy makes no empty group.
  const wrong = wrongLetters(parts, letter)
  const thresholds = periodThresholds(year, first.frequency)
  const taken = sumNi(parts)
  const right = sumNi(parts.filter((part) => part.ni_letter === letter))
  const due = nationalInsurance(year, letter, taken.earnings, thresholds)
  const figures = (side: 'employee' | 'employer') => ({
    pay: taken.earnings,
    due: due[side],
    before: taken[side],
  })
  const employee = whyOf('employee_ni', employeeNiInputs(year, letter, figures('employee'), thresholds))
  const employer = whyOf('employer_ni', employerNiInputs(year, letter, figures('employer'), thresholds))
  return {
    parts: [
      ...wrong.map(([of, own]) => movedPart(first, of, own, -1)),
      movedPart(
        first,
        letter,
        {
          earnings: taken.earnings - right.earnings,
          employee: due.employee - right.employee,
          employer: due.employer - right.employer,
          bands: bandsLess(due.bands, right.bands),
        },
        1,
      ),
    ],
    period: {
      pay_day: first.pay_day,
      from: wrong.length === 0 ? [letter] : wrong.map(([of]) => of),
      employee: due.employee - taken.employee,
      employer: due.employer - taken.employer,
      why: `${employee}; employer: ${employer}`,
      was: { employee: taken.employee, employer: taken.employer },
      due: { employee: due.employee, employer: due.employer },
    },
  }
}
