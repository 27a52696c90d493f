/** Statutory pay that is due to an employment on a pay day, and HMRC's refund of it. */
import { addDays, type Day } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { type EmploymentRow, lastPaid } from '../employment/employment-input.server.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { recoveryOf } from '../engine/statutory-pay.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { absencesOf } from './statutory-absences.server.ts'
import { periodFrom, statutoryElements } from './statutory-elements.rules.ts'

/** Elements of a pay day. One that is tried far ahead follows the pay days before it. */
export async function statutoryDue(
  context: VerbContext,
  employment: EmploymentRow,
  pay_day: Day,
): Promise<PayElement[]> {
  const absences = await absencesOf(context, employment.id)
  if (absences.length === 0) return []
  const period = periodFrom(pay_day, employment.pay_frequency)
  const last_paid = period > context.clock.today() ? addDays(period, -1) : await lastPaid(context, employment)
  return statutoryElements(absences, { pay_day, last_paid })
}

/** The employments to which statutory pay is due on a pay day, with its sum. */
export async function statutorySumsOn(
  context: VerbContext,
  employments: readonly EmploymentRow[],
  pay_day: Day,
): Promise<ReadonlyMap<string, string>> {
  const absent = await context.tx.rows<{ employment_id: string }>(
    `select distinct employment_id from transaction.statutory_absence where employment_id = any ($1) and withdrawn_at is null`,
    [employments.map(({ id }) => id)],
  )
  const ids = new Set(absent.map(({ employment_id }) => employment_id))
  const sums = new Map<string, string>()
  for (const one of employments.filter(({ id }) => ids.has(id))) {
    const due = (await statutoryDue(context, one, pay_day)).reduce((sum, { amount }) => sum + amount, 0)
    if (due > 0) sums.set(one.id, pounds(due))
  }
  return sums
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** The figures that the employer payment summary adds up, as a sentence; null where HMRC gives nothing back. */
export async function recoveryText(
  { tx }: VerbContext,
  year: TaxYear,
  { paye_scheme_id }: EmploymentRow,
  { pay_day, elements }: { readonly pay_day: Day; readonly elements: readonly PayElement[] },
): Promise<string | null> {
  const paid = elements.flatMap(({ statutory }) => statutory ?? [])
  if (paid.length === 0) return null
  const scheme = await tx.row<{ is_small: boolean }>(
    `select is_small_employer as is_small from business.paye_scheme_year where paye_scheme_id = $1 and deleted_at is null
       and $2::date between effective_from and coalesce(effective_to, $2::date)`,
    [paye_scheme_id, pay_day],
  )
  const back = paid.map(({ kind, amount }) => recoveryOf(year, kind, amount, scheme?.is_small ?? false))
  const sum = (name: 'recovered' | 'compensation') => back.reduce((total, one) => total + one[name], 0)
  const total = paid.reduce((all, { amount }) => all + amount, 0)
  if (sum('recovered') === 0) return null
  const compensated = sum('compensation') > 0 ? ` and ${pounds(sum('compensation'))} of compensation` : ''
  return `HMRC gives back ${pounds(sum('recovered'))}${compensated} of ${pounds(total)} statutory pay`
}
