/**
 * The part of a payment in one earnings period, its own or one that it corrects. Everything is computed on all pay of the
 * period and reduced by what was taken before, so that payments add up exactly. Amounts are pence.
 */
import { assert } from '#kernel/assert.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { formatPercent, type Percent4 } from '#kernel/rate.ts'
import type { Line, LineElement, LineInputs, PeriodPart } from './calculated-payslip.rules.ts'
import { bandsLess, type NiShare, type NiToDate, no_ni_yet, withPayment } from './director-ni.rules.ts'
import { movedPart, wrongLetters } from './letter-correction.rules.ts'
import { type LetterShare, lettersInTurn } from './letters-in-turn.rules.ts'
import { whyOf } from './line-why.rules.ts'
import { nationalInsurance, periodThresholds } from './national-insurance.rules.ts'
import type { PayElement } from './pay-element.rules.ts'
import {
  type PensionRefund,
  type PensionTerms,
  type PensionWorking,
  pensionContributions,
} from './pension.rules.ts'
import { loanRepayment } from './student-loan.rules.ts'
import type { TaxCode } from './tax-code.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { LoanPlan, NiLetter, TaxYear } from './tax-year.rules.ts'
import { nearestDiv, type Pence } from './whole.rules.ts'
import { employeeNiInputs, employerNiInputs, whole_year } from './working.rules.ts'

/** Facts in force in the period, and the parts of earlier payslips in it. */
export type Period = {
  readonly pay_day: Day
  readonly frequency: WageFrequency
  readonly period_number: number
  readonly code: TaxCode
  readonly ni_letter: NiLetter
  readonly loans: readonly LoanPlan[]
  readonly pension: PensionTerms | null
  readonly pension_refund: PensionRefund | null
  readonly charges_levy: boolean
  readonly before: readonly PeriodPart[]
  readonly is_correction: boolean
  /** The letter was corrected after the pay. */
  readonly has_right_letter?: boolean
  /** Corrected pay of the period under several letters, by the letter that it was paid under; absent for one letter. */
  readonly by_letter?: ReadonlyMap<NiLetter, readonly PayElement[]>
}

/** A part without its tax, which may belong to the year, and its lines. */
export type PartWorking = {
  readonly part: PeriodPart
  readonly lines: readonly Line[]
  /** Pay under other letters: taken out of a wrong one, or corrected. */
  readonly taken_out?: readonly PeriodPart[]
}

/** In the order of a payslip: a period ends with the part that counts from now on. */
export const partsOf = ({ taken_out = [], part }: PartWorking): readonly PeriodPart[] => [...taken_out, part]

export const sumOf = <T>(list: readonly T[], amount: (one: T) => Pence): Pence =>
  list.reduce((sum, one) => sum + amount(one), 0)

export function lineOf(
  part: Line['part'],
  element: LineElement,
  amount: Pence,
  {
    inputs,
    ...more
  }: { readonly inputs: LineInputs } & Partial<Pick<Line, 'order_id' | 'for_pay_day' | 'timesheet_id'>>,
): Line {
  return { part, element, amount, why: whyOf(element, inputs), inputs, ...more }
}

/** Contributions on a period's pay, for the employees that no annual rule covers. */
export function niOfPeriod(year: TaxYear, period: Period, pay: Pence): NiShare {
  const { ni_letter: letter, before, frequency } = period
  const thresholds = periodThresholds(year, frequency)
  const paid = sumOf(before, ({ niable }) => niable)
  const due = nationalInsurance(year, letter, paid + pay, thresholds)
  // Under another letter the thresholds are shared, and the first pay is set off as if it had this letter.
  const has_one_letter =
    period.has_right_letter === true || before.every(({ ni_letter }) => ni_letter === letter)
  const taken = has_one_letter
    ? {
        employee: sumOf(before, ({ employee_ni }) => employee_ni),
        employer: sumOf(before, ({ employer_ni }) => employer_ni),
      }
    : nationalInsurance(year, letter, paid, thresholds)
  return {
    letter,
    thresholds,
    pay: paid + pay,
    due,
    taken,
    bands: before.reduce((left, { bands }) => bandsLess(left, bands), due.bands),
  }
}

/** Computes a part. `ni` is given where the year's earnings decide, as of directors. */
export function partOf(
  year: TaxYear,
  period: Period,
  elements: readonly PayElement[],
  niOf: (pay: Pence) => NiShare,
): PartWorking {
  const pension = pensionOf(year, period, elements)
  const refund = refundOf(period)
  const takenBy = (relief: PensionTerms['relief']) =>
    (period.pension?.relief === relief ? (pension?.taken ?? 0) : 0) -
    (period.pension_refund?.relief === relief ? period.pension_refund.taken : 0)
  const sacrificed = takenBy('salary_sacrifice')
  const before_tax = takenBy('net_pay')
  const niable = sumOf(elements, (one) => (one.niable ? one.amount : 0)) - sacrificed
  const taxable = sumOf(elements, (one) => (one.taxable ? one.amount : 0)) - sacrificed - before_tax
  const shares = sharesInTurn(year, period, niable)
  const ni = shares?.own ?? niOf(niable)
  const loans = loansOf(year, period, niable)
  const levy = levyOf(year, period, niable)
  const marks: LineInputs = period.is_correction ? { corrected: formatDay(period.pay_day) } : {}
  const more = period.is_correction ? { for_pay_day: period.pay_day } : {}
  const line = (part: Line['part'], element: LineElement, amount: Pence, inputs: LineInputs) =>
    lineOf(part, element, amount, { inputs: { ...inputs, ...marks }, ...more })

  const part: PeriodPart = {
    pay_day: period.pay_day,
    frequency: period.frequency,
    period_number: period.period_number,
    code: period.code,
    ni_letter: ni.letter,
    taxable,
    tax: 0,
    niable: shares?.own.added ?? niable,
    employee_ni: ni.due.employee - ni.taken.employee,
    employer_ni: ni.due.employer - ni.taken.employer,
    bands: ni.bands,
    loans: Object.fromEntries(loans.map(({ plan, amount }) => [plan, amount])),
    pension: pension?.part ?? null,
    levy: levy?.amount ?? null,
  }
  const others = shares?.others ?? []
  const lines = [
    ...[...(pension?.lines ?? []), ...refund].map((one) =>
      line(one.part, one.element, one.amount, one.inputs),
    ),
    ...niLines(year, [...others, ni]).map((one) => line(one.part, one.element, one.amount, one.inputs)),
    ...loans.map(({ plan, amount, inputs }) =>
      line('deduction', plan === 'postgraduate' ? 'postgraduate_loan' : 'student_loan', amount, inputs),
    ),
    ...(levy ? [line('employer', 'apprenticeship_levy', levy.amount, levy.inputs)] : []),
  ]
  if (period.has_right_letter) return underRightLetter(period, elements, { part, lines })
  return shares === null
    ? { part, lines }
    : { part, lines, taken_out: others.map((of) => movedPart(part, of.letter, changeOf(of), 1)) }
}

type PlainLine = Pick<Line, 'part' | 'element' | 'amount' | 'inputs'>

/** Lines of the employee, then of the employer, one for each letter. */
function niLines(year: TaxYear, all: readonly NiShare[]): PlainLine[] {
  const of = (side: 'employee' | 'employer', { letter, thresholds, settles, ...ni }: NiShare) => ({
    amount: ni.due[side] - ni.taken[side],
    inputs: {
      ...(side === 'employee' ? employeeNiInputs : employerNiInputs)(
        year,
        letter,
        { pay: ni.pay, due: ni.due[side], before: ni.taken[side] },
        thresholds,
      ),
      ...(settles ? whole_year : {}),
    },
  })
  return [
    ...all.map((ni) => ({
      ...{ part: 'deduction' as const, element: 'employee_ni' as const },
      ...of('employee', ni),
    })),
    ...all.map((ni) => ({
      ...{ part: 'employer' as const, element: 'employer_ni' as const },
      ...of('employer', ni),
    })),
  ]
}

const changeOf = ({ added, due, taken, bands }: LetterShare): NiToDate => ({
  earnings: added,
  employee: due.employee - taken.employee,
  employer: due.employer - taken.employer,
  bands,
})

type Shares = { readonly own: LetterShare; readonly others: readonly LetterShare[] }

/** Contributions by letter, where a correction meets several. Salary that is sacrificed counts under the period's own letter. */
function sharesInTurn(year: TaxYear, period: Period, niable: Pence): Shares | null {
  const { by_letter, ni_letter } = period
  if (by_letter === undefined) return null
  const others = [...by_letter].filter(([letter]) => letter !== ni_letter)
  const added = others.map(
    ([letter, of]) => [letter, sumOf(of, (one) => (one.niable ? one.amount : 0))] as const,
  )
  const rest = niable - sumOf(added, ([, amount]) => amount)
  const shares = lettersInTurn(year, period, new Map([...added, [ni_letter, rest]]))
  const own = shares.find(({ letter }) => letter === ni_letter)
  assert(own !== undefined, 'the letter of the period is one of them')
  return { own, others: shares.filter((one) => one !== own) }
}

/** The lines state the difference to all letters before; the parts move the pay from each wrong letter. */
function underRightLetter(
  { before, ni_letter }: Period,
  elements: readonly PayElement[],
  { part, lines }: PartWorking,
): PartWorking {
  const wrong = wrongLetters(before, ni_letter)
  const moved = wrong.reduce(
    (sum, [, ni]) => withPayment(sum, ni.earnings, ni),
    withPayment(no_ni_yet, part.niable, {
      employee: part.employee_ni,
      employer: part.employer_ni,
      bands: part.bands,
    }),
  )
  return {
    part: {
      ...part,
      niable: moved.earnings,
      employee_ni: moved.employee,
      employer_ni: moved.employer,
      bands: moved.bands,
    },
    taken_out: wrong.map(([letter, ni]) => movedPart(part, letter, ni, -1)),
    // Pay that only changes its letter keeps its loans, pension and levy.
    lines: elements.length > 0 ? lines : lines.filter(({ amount }) => amount !== 0),
  }
}

/** All contributions of a worker who opted out, as lines of their own. */
function refundOf({ pension_refund }: Period): PlainLine[] {
  if (pension_refund === null) return []
  const { relief, taken, employer } = pension_refund
  const element = relief === 'salary_sacrifice' ? 'salary_sacrifice' : 'employee_pension'
  return [
    { part: 'deduction', element, amount: -taken, inputs: { refund: taken } },
    { part: 'employer', element: 'employer_pension', amount: -employer, inputs: { refund: employer } },
  ]
}

type PensionShare = {
  readonly part: NonNullable<PeriodPart['pension']>
  readonly taken: Pence
  readonly lines: readonly PlainLine[]
}

function pensionOf(year: TaxYear, period: Period, elements: readonly PayElement[]): PensionShare | null {
  const { pension: terms, frequency } = period
  if (terms === null) return null
  const earlier = period.before.flatMap(({ pension }) => pension ?? [])
  const own = elements.filter(({ pensionable }) => pensionable)
  const pensionable = sumOf(own, ({ amount }) => amount)
  const basic = sumOf(own, ({ kind, amount }) => (kind === 'overtime' || kind === 'bonus' ? 0 : amount))
  const due = pensionContributions(
    year,
    terms,
    {
      pensionable: pensionable + sumOf(earlier, (one) => one.pensionable),
      basic: basic + sumOf(earlier, (one) => one.basic),
    },
    frequency,
  )
  const before = {
    employee: sumOf(earlier, ({ employee }) => employee),
    taken: sumOf(earlier, ({ taken }) => taken),
    employer: sumOf(earlier, ({ employer }) => employer),
  }
  const taken = due.taken - before.taken
  const employer = due.employer - before.employer
  const inputs = (percent: Percent4, contribution: Pence) => pensionInputs(due, percent, contribution)
  return {
    part: { terms, pensionable, basic, employee: due.employee - before.employee, taken, employer },
    taken,
    lines: [
      {
        part: 'deduction',
        element: terms.relief === 'salary_sacrifice' ? 'salary_sacrifice' : 'employee_pension',
        amount: taken,
        inputs: {
          ...inputs(terms.employee_percent, due.employee),
          ...(terms.relief === 'at_source' ? { relief: '80 %' } : {}),
          due: due.taken,
          before: before.taken,
        },
      },
      {
        part: 'employer',
        element: 'employer_pension',
        amount: employer,
        inputs: {
          ...inputs(terms.employer_percent, due.employer),
          due: due.employer,
          before: before.employer,
        },
      },
    ],
  }
}

const pensionInputs = (
  { counted, limits }: PensionWorking,
  percent: Percent4,
  contribution: Pence,
): LineInputs => ({
  percent: formatPercent(percent).replace('.00%', '%').replace('%', ' %'),
  counted,
  ...(limits ?? {}),
  contribution,
})

const plan_names: Readonly<Record<LoanPlan, string>> = {
  plan_1: 'Plan 1',
  plan_2: 'Plan 2',
  plan_4: 'Plan 4',
  plan_5: 'Plan 5',
  postgraduate: 'Postgraduate loan',
}

function loansOf(year: TaxYear, period: Period, niable: Pence) {
  const pay = niable + sumOf(period.before, (one) => one.niable)
  return period.loans.flatMap((plan) => {
    const working = loanRepayment(year, plan, pay, period.frequency)
    if (working === null) return []
    const before = sumOf(period.before, ({ loans }) => loans[plan] ?? 0)
    const { threshold, percent, due } = working
    const above = Math.max(0, pay - threshold)
    const inputs = { plan: plan_names[plan], percent: `${percent} %`, above, threshold, due, before }
    return [{ plan, amount: due - before, inputs }]
  })
}

/** Pay that a correction took out of a wrong letter is levied under the right one, so that it counts once. Letter X bears no levy. */
const leviedPay = ({ levy, niable, ni_letter }: PeriodPart): Pence =>
  levy !== null || (niable < 0 && ni_letter !== 'X') ? niable : 0

function levyOf(year: TaxYear, period: Period, niable: Pence) {
  if (!period.charges_levy || period.ni_letter === 'X') return null
  const pay = niable + sumOf(period.before, leviedPay)
  const { thousandths } = year.levy
  const due = nearestDiv(Math.max(0, pay) * thousandths, 1_000)
  const before = sumOf(period.before, ({ levy }) => levy ?? 0)
  return { amount: due - before, inputs: { percent: `${thousandths / 10} %`, pay, due, before } }
}
