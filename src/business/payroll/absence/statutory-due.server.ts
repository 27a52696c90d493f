/** Statutory pay that is due to an employment on a pay day, and HMRC's refund of it. */
import { addDays, type Day } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { type Recovery, recoveryOf } from '../engine/statutory-pay.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { absencesOf, lastPaidElsewhere } from './statutory-absences.server.ts'
import {
  periodFrom,
  type StatutoryDue,
  type StatutoryPayment,
  statutoryDueOn,
} from './statutory-elements.rules.ts'

const nothing: StatutoryDue = { elements: [], payments: [], overpaid: 0 }

/** Of the pay runs' next payslip, by employment; those without absences are left out. */
export async function statutoryDues(
  context: VerbContext,
  employment_ids: readonly string[],
  pay_day: Day,
): Promise<ReadonlyMap<string, StatutoryDue>> {
  const absences = await absencesOf(context, employment_ids)
  if (absences.size === 0) return new Map()
  const elsewhere = await lastPaidElsewhere(context, [...absences.keys()])
  return new Map(
    [...absences].map(([id, of]) => [
      id,
      statutoryDueOn(of, { pay_day, last_paid: elsewhere.get(id) ?? null }),
    ]),
  )
}

/** Of one pay day. One that is tried far ahead follows the pay days before it. */
export async function statutoryDue(
  context: VerbContext,
  { id, pay_frequency }: EmploymentRow,
  pay_day: Day,
): Promise<StatutoryDue> {
  const absences = (await absencesOf(context, [id])).get(id)
  if (absences === undefined) return nothing
  const period = periodFrom(pay_day, pay_frequency)
  const is_far = period > context.clock.today()
  const elsewhere = is_far ? null : (await lastPaidElsewhere(context, [id])).get(id)
  return statutoryDueOn(absences, { pay_day, last_paid: is_far ? addDays(period, -1) : (elsewhere ?? null) })
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** HMRC's refund of payments of a scheme on a pay day, in their order. */
export async function recoveries(
  { tx }: VerbContext,
  year: TaxYear,
  paye_scheme_id: string,
  pay_day: Day,
  payments: readonly Pick<StatutoryPayment, 'kind' | 'amount'>[],
): Promise<Recovery[]> {
  const scheme = await tx.row<{ is_small: boolean }>(
    `select is_small_employer as is_small from business.paye_scheme_year where paye_scheme_id = $1 and deleted_at is null
       and $2::date between effective_from and coalesce(effective_to, $2::date)`,
    [paye_scheme_id, pay_day],
  )
  return payments.map(({ kind, amount }) => recoveryOf(year, kind, amount, scheme?.is_small ?? false))
}

/** The figures that the employer payment summary adds up, as a sentence; null where HMRC gives nothing back. */
export async function recoveryText(
  context: VerbContext,
  year: TaxYear,
  { paye_scheme_id }: EmploymentRow,
  { pay_day, payments }: { readonly pay_day: Day; readonly payments: readonly StatutoryPayment[] },
): Promise<string | null> {
  if (payments.length === 0) return null
  const back = await recoveries(context, year, paye_scheme_id, pay_day, payments)
  const sum = (name: keyof Recovery) => back.reduce((total, one) => total + one[name], 0)
  const total = payments.reduce((all, { amount }) => all + amount, 0)
  if (sum('recovered') === 0) return null
  const compensated = sum('compensation') > 0 ? ` and ${pounds(sum('compensation'))} of compensation` : ''
  return `HMRC gives back ${pounds(sum('recovered'))}${compensated} of ${pounds(total)} statutory pay`
}
