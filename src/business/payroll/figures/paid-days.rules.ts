/** The pay days of a payslip after it: its own, and each that it corrects, with all payments of the same period. Pure; amounts are pence. */
import type { Day } from '#kernel/day.ts'
import type { Payslip, PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { isAnnual } from '../engine/director-share.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { periodOf } from '../engine/letter-correction.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { sumOf } from '../engine/period-part.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

export type PaidDay = {
  readonly pay_day: Day
  /** Pay that counts for National Insurance, before salary that is given up for a pension. */
  readonly pay: Pence
  /** Of a code on week 1 or month 1; otherwise tax is of the year, and nothing. */
  readonly tax: Pence
  /** Of each payment, without the amounts that others took back. */
  readonly taxed_pay: Pence
  readonly employee_ni: Pence
  readonly employer_ni: Pence
  readonly loans: Pence
  readonly employer_pension: Pence
  readonly levy: Pence
}

/** Null for a director with National Insurance of the whole year. */
export function paidDays(
  state: EmploymentState,
  run: Omit<PeriodInput, 'elements'>,
  { parts }: Pick<Payslip, 'parts'>,
): readonly PaidDay[] | null {
  if (isAnnual(state, { ...run, elements: [] }) !== null) return null
  const before = [...run.earlier_parts, ...run.already_paid.flatMap((one) => one.parts)]
  const own = parts[0]
  return [...Map.groupBy(parts, periodOf)].map(([period, of]) => {
    const all = [...before.filter((part) => periodOf(part) === period), ...of]
    const is_own = own !== undefined && periodOf(own) === period
    return dayOf(all, of[0]?.pay_day ?? run.pay_day, !is_own && state.code.is_week1)
  })
}

function dayOf(parts: readonly PeriodPart[], pay_day: Day, is_alone: boolean): PaidDay {
  const pensions = parts.flatMap(({ pension }) => pension ?? [])
  const given_up = sumOf(pensions, ({ terms, taken }) => (terms.relief === 'salary_sacrifice' ? taken : 0))
  return {
    pay_day,
    pay: sumOf(parts, ({ niable }) => niable) + given_up,
    tax: sumOf(parts, ({ code, tax }) => (is_alone && code.is_week1 ? tax : 0)),
    taxed_pay: sumOf(parts, ({ taxable }) => Math.max(0, taxable)),
    employee_ni: sumOf(parts, ({ employee_ni }) => employee_ni),
    employer_ni: sumOf(parts, ({ employer_ni }) => employer_ni),
    loans: sumOf(parts, ({ loans }) => sumOf(Object.values(loans), (amount) => amount)),
    employer_pension: sumOf(pensions, ({ employer }) => employer),
    levy: sumOf(parts, ({ levy }) => levy ?? 0),
  }
}
