/** One payment of an employment: every line with its sentence (payroll.md §2.13). Pure; amounts are pence. */
import { assert } from '#kernel/assert.ts'
import { addMonths, type Day } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { agreedLines } from './agreed-deduction.rules.ts'
import { attachmentLines } from './attachment-lines.rules.ts'
import {
  DEDUCTIONS,
  type Deduction,
  type Line,
  type Payslip,
  type PeriodPart,
} from './calculated-payslip.rules.ts'
import { earlierLetterParts } from './director-letters.rules.ts'
import { no_ni_yet, withPayment } from './director-ni.rules.ts'
import { directorShare, isAnnual } from './director-share.rules.ts'
import type { EmploymentState } from './employment-state.rules.ts'
import type { NiByLetter, YearToDate } from './figures-to-date.rules.ts'
import { incomeTax, type TaxInput } from './income-tax.rules.ts'
import { lettersThatWait, wrongLetters } from './letter-correction.rules.ts'
import { withinRecoveryLimit } from './ni-recovery.rules.ts'
import { overpaymentLines } from './overpayment.rules.ts'
import type { PayElement } from './pay-element.rules.ts'
import { inPayslipOrder, payLine } from './pay-lines.rules.ts'
import type { PeriodInput } from './period-input.rules.ts'
import {
  lineOf,
  niOfPeriod,
  type PartWorking,
  type Period,
  partOf,
  partsOf,
  sumOf,
} from './period-part.rules.ts'
import { collectedPlans } from './student-loan.rules.ts'
import { tablePeriod } from './table-period.rules.ts'
import type { TaxCode } from './tax-code.rules.ts'
import { LOAN_PLANS, type NiLetter, type TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'
import { taxInputs } from './working.rules.ts'

/** Computes a payslip. The order of elements does not matter. */
export function calculate(year: TaxYear, state: EmploymentState, run: PeriodInput): Payslip {
  assert(isInYear(year, run.pay_day), `${run.pay_day} is in ${year.name}`)
  const elements = inPayslipOrder(run.elements)
  const [own, ...corrections] = periodsOf(year, state, run, elements)
  const annual = isAnnual(state, run)
  const workOf = ({ period, elements: pay }: PaidPeriod) =>
    partOf(year, period, pay, (niable) =>
      annual ? directorShare(year, annual, period, niable) : niOfPeriod(year, period, niable),
    )
  const work = withinRecoveryLimit(year, run.pay_day, [workOf(own), ...corrections.map(workOf)])
  const settled = annual?.method === 'AL' ? earlierLetterParts(year, annual, own.period) : []
  const taxed = [...withTax(year, state, run, work), ...settled]
  const parts = taxed.flatMap(partsOf)
  const pay_lines = elements.map((element) => payLine(element, own.elements.includes(element)))
  const before_orders = [...pay_lines, ...taxed.flatMap(({ lines }) => lines)]
  const orders = attachmentLines(year, state.orders, {
    elements,
    lines: before_orders,
    frequency: own.period.frequency,
    already_paid: run.already_paid.map(({ attached }) => attached),
  })
  const lines = [...before_orders, ...orders.lines]
  const agreed = state.agreed && agreedOf(state.agreed, run, elements, lines)
  const before_overpayment = [...lines, ...(agreed?.lines ?? [])]
  return payslipOf(state, run, {
    elements,
    lines: [...before_overpayment, ...overpaymentLines(state.overpaid, netOf(before_overpayment))],
    parts,
    attached: agreed ? { ...orders.attached, agreed: agreed.taken } : orders.attached,
  })
}

function agreedOf(
  agreed: NonNullable<EmploymentState['agreed']>,
  { already_paid }: PeriodInput,
  elements: readonly PayElement[],
  lines: readonly Line[],
) {
  const sacrificed = sumOf(lines, ({ element, amount }) => (element === 'salary_sacrifice' ? amount : 0))
  return agreedLines(agreed, {
    net: netOf(lines),
    minimum_wage: minimumWageOf(elements, sacrificed),
    already: already_paid.map(({ attached }) => attached.agreed ?? {}),
  })
}

const netOf = (lines: readonly Line[]): Pence =>
  sumOf(lines, ({ part, amount }) => (part === 'pay' ? amount : part === 'deduction' ? -amount : 0))

/** Pay that counts for the minimum wage, less the pay given up or deducted for the employer, and its hours. */
function minimumWageOf(elements: readonly PayElement[], less: Pence): Payslip['minimum_wage'] {
  const counted = elements.filter(({ nmw }) => nmw)
  return {
    pay: sumOf(counted, ({ amount }) => amount) - less,
    hours: sumOf(counted, ({ hours }) => hours ?? 0),
  }
}

const isInYear = ({ last_day }: TaxYear, pay_day: Day): boolean =>
  pay_day <= last_day && pay_day > addMonths(last_day, -12)

type PaidPeriod = { readonly period: Period; readonly elements: readonly PayElement[] }

/** The payment's own period, and each period that an element corrects. */
function periodsOf(
  year: TaxYear,
  state: EmploymentState,
  run: PeriodInput,
  elements: readonly PayElement[],
): [PaidPeriod, ...PaidPeriod[]] {
  const own: Period = {
    pay_day: run.pay_day,
    frequency: run.after_leaving === 'irregular' ? 'week' : state.frequency,
    period_number: run.period_number,
    code: run.after_leaving === null ? state.code : afterLeaving(state.code),
    ni_letter: state.ni_letter,
    loans: collectedPlans(year, state.loans),
    pension: state.pension,
    pension_refund: state.pension_refund ?? null,
    charges_levy: state.charges_levy,
    before: partsBefore(state, run),
    is_correction: false,
  }
  const of_period = run.already_paid.flatMap(({ parts }) => parts)
  const known = [...of_period, ...run.earlier_parts]
  // The payment of a day comes before later payments that correct it.
  const paidOn = (day: Day | undefined) =>
    [...run.earlier_parts, ...of_period].find(({ pay_day }) => pay_day === day)
  const targets = new Map<number, PaidPeriod>()
  const here: PayElement[] = []
  for (const element of elements) {
    const target = isAnnual(state, run) ? undefined : paidOn(element.for_pay_day)
    if (target === undefined || isOwn(target, own)) here.push(element)
    else {
      const of = targets.get(target.period_number) ?? {
        period: correctedPeriod(target, known, run),
        elements: [],
      }
      targets.set(target.period_number, { ...of, elements: [...of.elements, element] })
    }
  }
  const again = [
    ...(run.recovers ?? []),
    ...lettersThatWait(run.letters ?? [], known).map(({ pay_day }) => pay_day),
  ]
  for (const day of isAnnual(state, run) ? [] : again) {
    const target = paidOn(day)
    if (target === undefined || isOwn(target, own) || targets.has(target.period_number)) continue
    targets.set(target.period_number, { period: correctedPeriod(target, known, run), elements: [] })
  }
  const corrected = [...targets.values()].toSorted((a, b) => a.period.period_number - b.period.period_number)
  const withLetters = ({ period, elements: pay }: PaidPeriod): PaidPeriod => {
    const by_letter = isAnnual(state, run) ? null : lettersOf(period, pay, paidOn)
    return by_letter === null
      ? { period, elements: pay }
      : { period: { ...period, by_letter }, elements: pay }
  }
  return [withLetters({ period: own, elements: here }), ...corrected.map(withLetters)]
}

/** Earlier pay of the same earnings period. A payment outside of the pay days has the tax week of its pay day. */
function partsBefore({ frequency }: EmploymentState, run: PeriodInput): readonly PeriodPart[] {
  const of_period = run.already_paid.flatMap(({ parts }) => parts)
  if (run.after_leaving !== 'irregular' || frequency === 'week')
    return of_period.filter(
      (part) => part.period_number === run.period_number && part.frequency === frequency,
    )
  const week = tablePeriod(run.pay_day, 'week')
  // A week may lie in two tax months.
  return [...of_period, ...run.earlier_parts].filter(
    (part) =>
      part.frequency === 'week' &&
      taxYearStart(part.pay_day) === taxYearStart(run.pay_day) &&
      tablePeriod(part.pay_day, 'week') === week,
  )
}

/** Pay by the letter that it was paid under, where a correction meets several of the period; else null. */
function lettersOf(
  { before, ni_letter, has_right_letter }: Period,
  elements: readonly PayElement[],
  paidOn: (day: Day | undefined) => PeriodPart | undefined,
): ReadonlyMap<NiLetter, readonly PayElement[]> | null {
  const corrects = elements.some(({ for_pay_day }) => paidOn(for_pay_day) !== undefined)
  if (has_right_letter || !corrects || wrongLetters(before, ni_letter).length === 0) return null
  return Map.groupBy(elements, ({ for_pay_day }) => paidOn(for_pay_day)?.ni_letter ?? ni_letter)
}

const isOwn = (part: PeriodPart, own: Period): boolean =>
  part.frequency === own.frequency && part.period_number === own.period_number

/** A corrected payslip keeps the facts that it was made with, but for a letter that was wrong. */
function correctedPeriod(
  target: PeriodPart,
  known: readonly PeriodPart[],
  { letters = [] }: Pick<PeriodInput, 'letters'>,
): Period {
  const before = known.filter(
    ({ frequency, period_number }) =>
      frequency === target.frequency && period_number === target.period_number,
  )
  const right = letters.find(({ pay_day }) => before.some((part) => part.pay_day === pay_day))
  return {
    pay_day: target.pay_day,
    frequency: target.frequency,
    period_number: target.period_number,
    code: target.code,
    ni_letter: right?.ni_letter ?? target.ni_letter,
    ...(right === undefined ? {} : { has_right_letter: true }),
    loans: LOAN_PLANS.filter((plan) => before.some(({ loans }) => loans[plan] !== undefined)),
    pension: target.pension?.terms ?? null,
    pension_refund: null,
    charges_levy: target.levy !== null,
    before,
    is_correction: true,
  }
}

/** HMRC's code for payments after the P45: no free pay, each payment alone. */
function afterLeaving({ regime }: TaxCode): TaxCode {
  return {
    text: `${regime === 'uk' ? '' : regime}0T`,
    regime,
    is_week1: true,
    kind: 'allowance',
    value: 0,
  }
}

/**
 * Adds the tax. A cumulative code taxes all parts at once, as the year to date corrects itself; under week 1 or month 1 a
 * corrected period is taxed again by itself.
 */
function withTax(
  year: TaxYear,
  state: EmploymentState,
  run: PeriodInput,
  work: readonly PartWorking[],
): PartWorking[] {
  const [own, ...corrections] = work
  assert(own !== undefined, 'a payslip has its own period')
  const { code } = own.part
  // Another letter alone changes no tax.
  const isApart = ({ part, taken_out }: PartWorking) =>
    code.is_week1 && part.code.is_week1 && (taken_out === undefined || part.taxable !== 0)
  const together = corrections.filter((one) => !isApart(one))
  const taxable = sumOf([own, ...together], ({ part }) => part.taxable)
  const paid = run.already_paid.flatMap(({ parts }) => parts)
  const frequency = state.frequency
  const tax_of_own = incomeTaxOf(year, {
    code,
    frequency,
    period: run.period_number,
    pay: taxable,
    pay_before: state.ytd.taxable + state.previous.pay,
    tax_before: state.ytd.tax + state.previous.tax,
    taken_over: state.taken_over ?? null,
    paid_in_period: alonePaid(paid, own.part),
  })
  return [
    { ...own, part: { ...own.part, tax: tax_of_own.amount }, lines: [tax_of_own, ...own.lines] },
    ...corrections.map((one) => {
      if (!isApart(one)) return one
      const { part } = one
      const known = [...paid, ...run.earlier_parts]
      const line = incomeTaxOf(
        year,
        {
          code: part.code,
          frequency: part.frequency,
          period: part.period_number,
          pay: part.taxable,
          pay_before: 0,
          tax_before: 0,
          paid_in_period: alonePaid(known, part),
        },
        part.pay_day,
      )
      return { ...one, part: { ...part, tax: line.amount }, lines: [line, ...one.lines] }
    }),
  ]
}

/** Pay and tax of earlier parts in the same period. */
function alonePaid(paid: readonly PeriodPart[], { frequency, period_number }: PeriodPart) {
  const same = paid.filter((one) => one.frequency === frequency && one.period_number === period_number)
  return { pay: sumOf(same, ({ taxable }) => taxable), tax: sumOf(same, ({ tax }) => tax) }
}

function incomeTaxOf(year: TaxYear, input: TaxInput, corrected?: Day): Line {
  const working = incomeTax(year, input)
  const inputs = taxInputs(input, working)
  return corrected === undefined
    ? lineOf('deduction', 'income_tax', working.tax, { inputs })
    : lineOf('deduction', 'income_tax', working.tax, {
        inputs: { ...inputs, corrected },
        for_pay_day: corrected,
      })
}

type Made = Pick<Payslip, 'parts' | 'attached' | 'lines'> & { readonly elements: readonly PayElement[] }

function payslipOf(state: EmploymentState, run: PeriodInput, made: Made): Payslip {
  const { parts, elements } = made
  const rank = (line: Line) => ['pay', 'deduction', 'employer'].indexOf(line.part)
  const place = ({ element }: Line) => (DEDUCTIONS as readonly string[]).indexOf(element)
  const lines = made.lines.toSorted(
    (a, b) => rank(a) - rank(b) || (a.part === 'deduction' ? place(a) - place(b) : 0),
  )
  const total = (wanted: string) => sumOf(lines, ({ element, amount }) => (element === wanted ? amount : 0))
  const gross = sumOf(lines, ({ part, amount }) => (part === 'pay' ? amount : 0))
  const deductions = Object.fromEntries(DEDUCTIONS.map((name) => [name, total(name)])) as Record<
    Deduction,
    Pence
  > // Of all names.
  const slip = {
    pay_day: run.pay_day,
    lines,
    gross,
    taxable: sumOf(parts, ({ taxable }) => taxable),
    niable: sumOf(parts, ({ niable }) => niable),
    deductions,
    net: netOf(lines),
    employer: {
      ni: total('employer_ni'),
      pension: total('employer_pension'),
      levy: total('apprenticeship_levy'),
    },
    bands: parts.reduce(
      (sum, { bands }) => ({
        at_lel: sum.at_lel + bands.at_lel,
        lel_pt: sum.lel_pt + bands.lel_pt,
        pt_uel: sum.pt_uel + bands.pt_uel,
      }),
      no_ni_yet.bands,
    ),
    minimum_wage: minimumWageOf(elements, deductions.salary_sacrifice + deductions.agreed_deduction),
    parts,
    attached: made.attached,
  }
  return { ...slip, ytd: toDate(state, slip), ni_ytd_by_letter: niToDate(state.ni_ytd_by_letter, parts) }
}

function niToDate(before: NiByLetter, parts: readonly PeriodPart[]): NiByLetter {
  const by_letter = { ...before }
  for (const { ni_letter, niable, employee_ni, employer_ni, bands } of parts) {
    const result = { employee: employee_ni, employer: employer_ni, bands }
    by_letter[ni_letter] = withPayment(by_letter[ni_letter] ?? no_ni_yet, niable, result)
  }
  return by_letter
}

type Totals = Pick<Payslip, 'gross' | 'taxable' | 'deductions' | 'employer' | 'net'>

function toDate(
  { ytd, pension, pension_refund }: EmploymentState,
  { gross, taxable, deductions, employer, net }: Totals,
): YearToDate {
  const is_net_pay = (pension ?? pension_refund)?.relief === 'net_pay'
  return {
    gross: ytd.gross + gross,
    taxable: ytd.taxable + taxable,
    tax: ytd.tax + deductions.income_tax,
    employee_ni: ytd.employee_ni + deductions.employee_ni,
    employer_ni: ytd.employer_ni + employer.ni,
    student_loan: ytd.student_loan + deductions.student_loan,
    postgraduate_loan: ytd.postgraduate_loan + deductions.postgraduate_loan,
    pension_net_pay: ytd.pension_net_pay + (is_net_pay ? deductions.employee_pension : 0),
    pension_at_source: ytd.pension_at_source + (is_net_pay ? 0 : deductions.employee_pension),
    pension_sacrificed: ytd.pension_sacrificed + deductions.salary_sacrifice,
    employer_pension: ytd.employer_pension + employer.pension,
    levy: ytd.levy + employer.levy,
    attachments: ytd.attachments + deductions.attachment,
    net: ytd.net + net,
  }
}
