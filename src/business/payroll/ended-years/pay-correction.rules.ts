/**
 * Pay of a locked tax year that was wrong: the pay day is computed again by the figures of that year, and the difference is one
 * more payment on the last pay day, as HMRC's return of an earlier year states it (decision 0200). Pure; amounts are pence.
 */
import { assert } from '#kernel/assert.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Line, Payslip, PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { nothing_yet } from '../engine/figures-to-date.rules.ts'
import { periodOf, sumNi } from '../engine/letter-correction.rules.ts'
import { line_names } from '../engine/line-why.rules.ts'
import { niThatWaits } from '../engine/ni-recovery.rules.ts'
import { sumOf } from '../engine/period-part.rules.ts'
import { LOAN_PLANS, type NiLetter, type TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type Slip, toldOf } from '../figures/fps-figures.rules.ts'
import { type Takeover, withTakeover } from '../takeover/payroll-takeover.rules.ts'
import type { DirectorOfYear } from './director-correction.rules.ts'
import { mixedPeriod, niOfYear } from './director-pay.rules.ts'

/** Kinds of pay that a correction changes; statutory pay of parents is reported and refunded apart. */
export const corrected_kinds = ['basic', 'overtime', 'bonus', 'holiday', 'statutory_sick_pay'] as const
export type CorrectedKind = (typeof corrected_kinds)[number]

export type AskedPay = {
  readonly pay_day: Day
  readonly pay_kind: CorrectedKind
  /** Below zero where too much was paid. */
  readonly amount: Pence
}

/** The worker's year, with earlier corrections. */
export type PaidYear = Pick<EmploymentState, 'previous' | 'taken_over'> & {
  readonly slips: readonly Slip[]
  readonly takeover: Takeover | null
  /** Of a director, whose contributions are of the whole year. */
  readonly director: DirectorOfYear | null
}

/** A line of the difference: a deduction is below zero. */
export type CorrectedLine = {
  readonly pay_day: Day
  readonly name: string
  readonly amount: Pence
  readonly why: string
  readonly is_cost: boolean
}

/** Differences, above zero where more was due. */
export type PayCorrection = {
  /** Under which the pay counts. */
  readonly letter: NiLetter
  readonly parts: readonly PeriodPart[]
  readonly lines: readonly CorrectedLine[]
  readonly gross: Pence
  readonly tax: Pence
  readonly employee: Pence
  readonly employer: Pence
  readonly loans: Pence
  readonly employee_pension: Pence
  readonly employer_pension: Pence
  /** Charged on payslips. */
  readonly levy: Pence
  readonly net: Pence
}

/** @returns the correction, or why there is none */
export function correctPay(year: TaxYear, paid_year: PaidYear, asked: AskedPay): PayCorrection | string {
  const { slips, director } = paid_year
  const paid = slips.filter(({ is_correction }) => !is_correction)
  const target = paid.find(({ pay_day }) => pay_day === asked.pay_day)?.parts[0]
  if (target === undefined) return `No pay run paid this employment on ${formatDay(asked.pay_day)}`
  const all = slips.flatMap(({ parts }) => parts)
  const period = all.filter((part) => periodOf(part) === periodOf(target))
  const fault =
    periodFault(period, asked) ?? pensionFault(slips) ?? (director && mixedPeriod(period, director))
  if (fault !== null) return fault
  const anchor = lastPay(paid, target)
  if (anchor.code.is_week1 && !target.code.is_week1)
    return `The last tax code of the year was on week 1 or month 1, and that of ${formatDay(asked.pay_day)} was not: this version does not correct its tax`
  const slip = calculate(year, stateOf(paid_year, target, anchor, period), {
    pay_day: anchor.pay_day,
    period_number: anchor.period_number,
    elements: [elementOf(asked)],
    ...paidBefore(target, anchor, period),
    after_leaving: null,
    is_last_of_year: false,
  })
  const { deductions, employer } = slip
  const ni = niOf(year, slip, all, director && target.pay_day >= director.from ? director : null)
  const lines = ni.lines.filter(({ amount }) => amount !== 0)
  return {
    letter: letterOf(period) ?? target.ni_letter,
    parts: ni.parts.filter(hasFigures),
    lines: [...lines.filter(({ is_cost }) => !is_cost), ...lines.filter(({ is_cost }) => is_cost)],
    gross: slip.gross,
    tax: deductions.income_tax,
    employee: ni.employee,
    employer: ni.employer,
    loans: deductions.student_loan + deductions.postgraduate_loan,
    employee_pension: deductions.employee_pension + deductions.salary_sacrifice,
    employer_pension: employer.pension,
    levy: employer.levy,
    net: slip.net + deductions.employee_ni - ni.employee,
  }
}

type Ni = Pick<PayCorrection, 'parts' | 'lines' | 'employee' | 'employer'>

/** The payslip with contributions of the corrected pay day, or of the year of a director. */
function niOf(
  year: TaxYear,
  { pay_day, parts, lines: all_lines, deductions, employer }: Payslip,
  paid: readonly PeriodPart[],
  director: DirectorOfYear | null,
): Ni {
  const lines = all_lines.map((line) => lineOf(line, pay_day))
  if (director === null) return { parts, lines, employee: deductions.employee_ni, employer: employer.ni }
  const of_year = niOfYear(year, paid, parts.filter(hasFigures), director)
  const { employee_ni, employer_ni } = line_names
  const changed = of_year.changes.flatMap(({ ni, why }): CorrectedLine[] => [
    { pay_day, name: employee_ni, amount: -ni.employee, why: why.employee, is_cost: false },
    { pay_day, name: employer_ni, amount: ni.employer, why: why.employer, is_cost: true },
  ])
  return {
    parts: of_year.parts,
    lines: [...lines.filter(({ name }) => name !== employee_ni && name !== employer_ni), ...changed],
    employee: sumOf(of_year.changes, ({ ni }) => ni.employee),
    employer: sumOf(of_year.changes, ({ ni }) => ni.employer),
  }
}

const elementOf = ({ pay_kind, amount, pay_day }: AskedPay) => ({
  ...{ kind: pay_kind, amount, for_pay_day: pay_day },
  ...{ taxable: true, niable: true, pensionable: true, nmw: false },
})

const lineOf = ({ part, element, amount, why, for_pay_day }: Line, last: Day): CorrectedLine => ({
  pay_day: for_pay_day ?? last,
  name: line_names[element],
  amount: part === 'deduction' ? -amount : amount,
  why,
  is_cost: part === 'employer',
})

const hasFigures = ({ taxable, tax, levy, pension, loans, bands, ...ni }: PeriodPart) =>
  [
    taxable,
    tax,
    ni.niable,
    ni.employee_ni,
    ni.employer_ni,
    levy ?? 0,
    ...Object.values({ ...loans, ...bands }),
  ].some((amount) => amount !== 0) ||
  (pension !== null && (pension.taken !== 0 || pension.employer !== 0))

/** Letters with pay in the period: an earlier correction leaves nothing of a letter that it took out. */
const lettersOf = (period: readonly PeriodPart[]): readonly NiLetter[] =>
  [...Map.groupBy(period, ({ ni_letter }) => ni_letter)]
    .filter(([, of]) => sumNi(of).earnings !== 0)
    .map(([letter]) => letter)
const letterOf = (period: readonly PeriodPart[]): NiLetter | undefined => lettersOf(period)[0]

function periodFault(period: readonly PeriodPart[], { pay_day, amount }: AskedPay): string | null {
  const paid = sumOf(period, ({ taxable }) => taxable)
  if (paid + amount < 0)
    return `Only ${displayMoney(money(paid, GBP))} of taxable pay was paid for the pay period of ${formatDay(pay_day)}`
  // One person enters it, and the checks of a run do not judge it.
  if (amount > paid)
    return `At most ${displayMoney(money(paid, GBP))} can be added to the pay of ${formatDay(pay_day)}, as much as was paid: pay more with a pay run of this year`
  if (lettersOf(period).length > 1)
    return `The pay period of ${formatDay(pay_day)} has pay under several NI letters: this version does not correct its pay`
  if (niThatWaits(period).length > 0)
    return `National Insurance of ${formatDay(pay_day)} was not taken in full: correct the NI letter with the same letter first`
  return null
}

/** Contributions that went back after an opt-out are in no part. */
function pensionFault(slips: readonly Slip[]): string | null {
  const parts = slips.flatMap((slip) => slip.parts)
  const taken = sumOf(parts, ({ pension }) => pension?.taken ?? 0)
  return sumOf(slips, ({ employee_pension }) => employee_pension) === taken
    ? null
    : 'Pension contributions of this tax year went back to the worker: this version does not correct its pay'
}

const WEEKS = 52

/** The tax tables have 52 weeks; later pay is taxed alone, so that it settles no other pay. */
const isBeyond = ({ frequency, period_number }: PeriodPart): boolean =>
  frequency !== 'month' && period_number > WEEKS

/** The pay that settles a cumulative tax by its code: the last pay up to week 52, or the corrected pay itself in week 53. */
function lastPay(paid: readonly Slip[], target: PeriodPart): PeriodPart {
  if (isBeyond(target)) return target
  const last = paid.map(({ parts }) => parts[0]).findLast((part) => part !== undefined && !isBeyond(part))
  assert(last !== undefined, 'the pay day is one of them')
  return last
}

/** All parts of the period as one, under its letter: a moved letter left nothing else in it. */
function asOne(period: readonly PeriodPart[], target: PeriodPart): PeriodPart {
  const pensions = period.flatMap(({ pension }) => pension ?? [])
  const levied = period.filter(({ levy }) => levy !== null)
  const ni = sumNi(period)
  const last = pensions.at(-1)
  return {
    ...target,
    ni_letter: letterOf(period) ?? target.ni_letter,
    taxable: sumOf(period, ({ taxable }) => taxable),
    tax: sumOf(period, ({ tax }) => tax),
    niable: ni.earnings,
    employee_ni: ni.employee,
    employer_ni: ni.employer,
    bands: ni.bands,
    loans: Object.fromEntries(
      LOAN_PLANS.filter((plan) => period.some(({ loans }) => loans[plan] !== undefined)).map((plan) => [
        plan,
        sumOf(period, ({ loans }) => loans[plan] ?? 0),
      ]),
    ),
    pension:
      last === undefined
        ? null
        : {
            terms: last.terms,
            pensionable: sumOf(pensions, ({ pensionable }) => pensionable),
            basic: sumOf(pensions, ({ basic }) => basic),
            employee: sumOf(pensions, ({ employee }) => employee),
            taken: sumOf(pensions, ({ taken }) => taken),
            employer: sumOf(pensions, ({ employer }) => employer),
          },
    levy: levied.length === 0 ? null : sumOf(levied, ({ levy }) => levy ?? 0),
  }
}

const isLast = (target: PeriodPart, anchor: PeriodPart): boolean => periodOf(target) === periodOf(anchor)

function paidBefore(target: PeriodPart, anchor: PeriodPart, period: readonly PeriodPart[]) {
  const one = asOne(period, target)
  const attached = { earnings: 0, loans: 0, by_order: {}, fee_of: [] }
  return isLast(target, anchor)
    ? { already_paid: [{ parts: [one], attached }], earlier_parts: [] }
    : { already_paid: [], earlier_parts: [one] }
}

/** The corrected pay day keeps the facts that it was paid with; another last pay day takes part with its tax alone. */
function stateOf(
  { slips, takeover, previous, taken_over }: PaidYear,
  target: PeriodPart,
  anchor: PeriodPart,
  period: readonly PeriodPart[],
): EmploymentState {
  const one = isLast(target, anchor) ? asOne(period, target) : null
  const is_alone = isBeyond(anchor)
  const counted = slips.filter(
    ({ parts: [own] }) => own !== undefined && (is_alone || !isBeyond(own) || own === target),
  )
  const { taxable, tax } = withTakeover(toldOf(counted), takeover)
  return {
    code: anchor.code,
    frequency: anchor.frequency,
    ni_letter: one?.ni_letter ?? anchor.ni_letter,
    director: null,
    loans: one === null ? [] : LOAN_PLANS.filter((plan) => one.loans[plan] !== undefined),
    pension: one?.pension?.terms ?? null,
    orders: [],
    charges_levy: one !== null && one.levy !== null,
    ytd: { ...nothing_yet, taxable, tax },
    ni_ytd_by_letter: {},
    previous,
    taken_over: taken_over ?? null,
  }
}
