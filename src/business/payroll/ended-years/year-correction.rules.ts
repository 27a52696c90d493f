/**
 * The right NI letter of an ended tax year: National Insurance of each pay period again by the figures of that year, and the
 * difference to the amounts that were taken (payroll-run, corrections; decision 0181). Pure; amounts are pence.
 */
import { type Day, formatDay } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { bandsLess, type NiToDate, no_ni_yet, withPayment } from '../engine/director-ni.rules.ts'
import { whyOf } from '../engine/line-why.rules.ts'
import { nationalInsurance, periodThresholds } from '../engine/national-insurance.rules.ts'
import { niThatWaits } from '../engine/ni-recovery.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { employeeNiInputs, employerNiInputs } from '../engine/working.rules.ts'

export type CorrectedPeriod = {
  readonly pay_day: Day
  /** Letters that were used. */
  readonly from: readonly NiLetter[]
  readonly employee: Pence
  readonly employer: Pence
  readonly why: string
}

export type LetterCorrection = {
  readonly parts: readonly PeriodPart[]
  readonly periods: readonly CorrectedPeriod[]
  /** Above zero where more is due. */
  readonly employee: Pence
  readonly employer: Pence
}

type Asked = { readonly letter: NiLetter; readonly from_pay_day: Day }

/** @returns the correction, or why there is none */
export function correctLetter(
  year: TaxYear,
  parts: readonly PeriodPart[],
  { letter, from_pay_day }: Asked,
): LetterCorrection | string {
  const periods = [...Map.groupBy(parts, periodOf).values()]
  const split = periods.find(
    (of) =>
      of.some(({ pay_day }) => pay_day >= from_pay_day) && of.some(({ pay_day }) => pay_day < from_pay_day),
  )
  if (split !== undefined)
    return `The pay period of ${formatDay(from_pay_day)} has pay before that day: begin with its first pay day`
  const wrong = periods.filter(
    (of) =>
      of.some(({ pay_day }) => pay_day >= from_pay_day) &&
      (wrongLetters(of, letter).length > 0 || niThatWaits(of).length > 0),
  )
  if (wrong.length === 0)
    return `No pay from ${formatDay(from_pay_day)} on was under another letter than ${letter}`
  if (letter === 'X' || wrong.some((of) => wrongLetters(of, letter).some(([other]) => other === 'X')))
    return 'Letter X takes pay out of National Insurance and of the levy: this version does not correct it'
  const done = wrong.map((of) => correctPeriod(year, of, letter))
  const sum = (amount: (one: CorrectedPeriod) => Pence) =>
    done.reduce((all, { period }) => all + amount(period), 0)
  return {
    parts: done.flatMap((one) => one.parts),
    periods: done.map(({ period }) => period),
    employee: sum(({ employee }) => employee),
    employer: sum(({ employer }) => employer),
  }
}

const periodOf = ({ frequency, period_number }: PeriodPart): string => `${frequency} ${period_number}`

const sumNi = (parts: readonly PeriodPart[]) =>
  parts.reduce(
    (sum, { niable, employee_ni, employer_ni, bands }) =>
      withPayment(sum, niable, { employee: employee_ni, employer: employer_ni, bands }),
    no_ni_yet,
  )

/** Other letters with their pay; an earlier correction leaves nothing of a letter that it took out. */
const wrongLetters = (parts: readonly PeriodPart[], letter: NiLetter) =>
  [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)]
    .map(([of, own]) => [of, sumNi(own)] as const)
    .filter(([of, ni]) => of !== letter && (ni.earnings !== 0 || ni.employee !== 0 || ni.employer !== 0))

/** All pay of the period under the right letter: the wrong ones are taken out, each by itself. */
function correctPeriod(
  year: TaxYear,
  parts: readonly PeriodPart[],
  letter: NiLetter,
): { parts: PeriodPart[]; period: CorrectedPeriod } {
  const [first] = parts as [PeriodPart, ...PeriodPart[]] // groupBy makes no empty group.
  const wrong = wrongLetters(parts, letter)
  const thresholds = periodThresholds(year, first.frequency)
  const taken = sumNi(parts)
  const right = sumNi(parts.filter((part) => part.ni_letter === letter))
  const due = nationalInsurance(year, letter, taken.earnings, thresholds)
  const moved = (of: NiLetter, ni: NiToDate, sign: 1 | -1): PeriodPart => ({
    ...first,
    ni_letter: of,
    taxable: 0,
    tax: 0,
    niable: sign * ni.earnings,
    employee_ni: sign * ni.employee,
    employer_ni: sign * ni.employer,
    bands: sign === 1 ? ni.bands : bandsLess(no_ni_yet.bands, ni.bands),
    loans: {},
    pension: null,
    levy: null,
  })
  const figures = (side: 'employee' | 'employer') => ({
    pay: taken.earnings,
    due: due[side],
    before: taken[side],
  })
  const employee = whyOf('employee_ni', employeeNiInputs(year, letter, figures('employee'), thresholds))
  const employer = whyOf('employer_ni', employerNiInputs(year, letter, figures('employer'), thresholds))
  return {
    parts: [
      ...wrong.map(([of, own]) => moved(of, own, -1)),
      moved(
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
    },
  }
}

/** Amounts that the correction owes to HMRC, the worker and the employer; the employer bears the rest. */
export function owedBy({ employee, employer }: Pick<LetterCorrection, 'employee' | 'employer'>) {
  const worker = Math.max(0, -employee)
  return { hmrc: employee + employer, worker, relief: -(employee + employer) - worker }
}

/** The employment allowance of the year: used, the most of it, and the National Insurance that it may cover. */
export type AllowanceFacts = { readonly used: Pence; readonly yearly: Pence; readonly ni: Pence }

/** An allowance that the correction leaves as it was. */
export const keepsAllowance = ({ used, yearly, ni }: AllowanceFacts, change: Pence): boolean =>
  used === 0 || Math.max(0, Math.min(yearly, ni + change)) === used
