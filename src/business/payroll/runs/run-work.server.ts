/** The approved PAYE work that a run pays: timesheets that wait for their figures, by employment. */

import { countText } from '#kernel/count-text.ts'
import { day } from '#kernel/day.ts'
import { currency, displayMoney, GBP, money } from '#kernel/money.ts'
import { amountOf, formatRate, formatUnits, percent, rate, scale4, sumUnits, units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { EndedPay } from '../../corrections/ended-pay.rules.ts'
import { readAddedPay, readEndedPay } from '../../corrections/ended-pay.server.ts'
import { readUnits, type WorkUnits } from '../../invoices/read-work.server.ts'
import { paymentTypeSql } from '../../shared/payment-type.rules.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import {
  correctedOn,
  correctedWhy,
  DAY_HOURS,
  type RetainedWork,
  retainedOn,
  retainedWhy,
} from '../employment/retained.rules.ts'
import { holidayWithin, withHolidayApart } from '../employment/rolled-up.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { nearestDiv } from '../engine/whole.rules.ts'
import { type AmountField, amount_fields } from '../figures/payroll-figure.rules.ts'
import { eachFigure, type FigurePence, readPence } from '../figures/run-figures.rules.ts'
import { type RunFacts, type RunWork, slipFrequency } from './run-work.rules.ts'

type Row = {
  readonly id: string
  readonly human_id: string
  readonly employment_id: string
  readonly start_date: string
  readonly end_date: string
  readonly approved_on: string | null
  readonly currency: string
  readonly is_difference: boolean
  readonly is_reduction: boolean
  readonly former_day: string | null
  readonly former_source: string | null
  readonly rolled_up_percent: string | null
  readonly retained_percent: string | null
  readonly principal_id: string
} & Readonly<Record<AmountField, string | null>>

/** An employment that covers the work `t` of the placement `c`, of a scheme in `$scheme`: the one that the placement names, if any. */
export const employedSql = (scheme: string): string => `business.employment e on e.paye_scheme_id = ${scheme}
  and e.contractor_id = t.contractor_id and not e.off_payroll and e.deleted_at is null
  and (c.paye_scheme_id is null or c.paye_scheme_id = e.paye_scheme_id) and e.start_date <= t.end_date and coalesce(e.leave_date, t.start_date) >= t.start_date`

/**
 * Work in sterling that begins by the pay day. A worker who has a payslip of the period already is paid with a later
 * one. Ordered by timesheet, corrections last.
 */
export async function readRunWork(tx: Tx, run: RunFacts): Promise<RunWork[]> {
  const rows = await tx.rows<Row>(
    `select t.id, t.human_id, e.id as employment_id, t.start_date, t.end_date, (t.approved_at at time zone 'Europe/London')::date::text as approved_on, y.alpha_code as currency, t.refines_id is not null as is_difference,
       t.total_units < 0 as is_reduction, e.rolled_up_percent, e.retained_percent,
       case c.funding_model when 'indirect' then c.funder_id else c.provider_id end as principal_id, f.pay_day as former_day, f.source as former_source, ${amount_fields.map((field) => `f.${field}`).join(', ')}
     from transaction.timesheet t
     join contract.contract c on c.id = t.contract_id
     join platform.currency y on y.id = c.currency_id and y.alpha_code = 'GBP'
     join ${employedSql('$1')} and e.pay_frequency = $3 and ${paymentTypeSql('c')} = 'paye'
     left join lateral (
       select p.* from transaction.payroll_figure p
       where p.deleted_at is null and p.timesheet_id = coalesce(t.refines_id, t.id)
         and (t.refines_id is not null or p.version < t.version)
       order by p.version desc limit 1) f on true
     where t.agency_id = $2 and t.status = 'suspense' and t.held_by is null and t.deleted_at is null and t.start_date <= $4::date
       and not exists (select from transaction.payslip p join transaction.payslip_period d on d.id = p.payslip_period_id
         where d.agency_id = $2 and d.frequency = $5 and d.tax_year = $6 and d.period_number = $7
           and p.contractor_id = t.contractor_id and p.deleted_at is null)
     order by f.pay_day is not null, t.human_id, t.id`,
    [
      run.paye_scheme_id,
      run.agency_id,
      run.frequency,
      run.pay_day,
      slipFrequency(run.frequency),
      run.tax_year,
      run.period_number,
    ],
  )
  const ids = rows.map(({ id }) => id)
  const of = Map.groupBy(await readUnits(tx, ids), ({ timesheet_id }) => timesheet_id)
  const ended_pay = await readEnded(tx, run, rows)
  return rows.map((row) => workOf(row, of.get(row.id) ?? [], ended_pay.get(row.id) ?? []))
}

/** By timesheet: corrections in ended tax years of corrected work, and of late work. */
async function readEnded(tx: Tx, { pay_day }: Pick<RunFacts, 'pay_day'>, rows: readonly Row[]) {
  const corrects = rows.filter(({ former_day }) => former_day !== null).map(({ id }) => id)
  const start = taxYearStart(pay_day)
  const late = rows.filter(({ former_day, end_date }) => former_day === null && end_date < start)
  return new Map([
    ...(await readEndedPay(tx, corrects)),
    ...(await readAddedPay(tx, Object.fromEntries(late.map((row) => [row.id, row.employment_id])))),
  ])
}

function workOf(row: Row, worked: readonly WorkUnits[], ended_pay: readonly EndedPay[]): RunWork {
  const code = currency(row.currency)
  const is_hourly = worked.length > 0 && worked.every(({ unit_type }) => unit_type === 'hourly')
  const former =
    row.former_day === null || row.is_difference ? null : eachFigure((field) => readPence(row[field] ?? '0'))
  return {
    timesheet_id: row.id,
    human_id: row.human_id,
    employment_id: row.employment_id,
    start_date: day(row.start_date),
    end_date: day(row.end_date),
    approved_on: row.approved_on === null ? null : day(row.approved_on),
    client_net: worked.reduce(
      (sum, one) => sum + amountOf(units(one.units), rate(one.client_rate), code).minor,
      0,
    ),
    is_reduction: row.is_difference && row.is_reduction,
    former,
    is_of_bureau: former !== null && row.former_source !== 'engine',
    corrects: row.former_day === null ? null : day(row.former_day),
    ended_pay,
    elements: elementsOf(row, worked, former),
    hours: is_hourly ? sumUnits(worked.map((one) => units(one.units))) : null,
    retained: retainedWork(row, worked, former),
  }
}

/** Pay for the worker's holiday fund; none for a correction of work without it. */
function retainedWork(
  row: Row,
  worked: readonly WorkUnits[],
  former: FigurePence | null,
): RetainedWork | null {
  const share = row.retained_percent === null ? null : percent(row.retained_percent)
  const pay = worked.reduce(
    (sum, one) => sum + amountOf(units(one.units), rate(one.contractor_rate), GBP).minor,
    0,
  )
  const common = { principal_id: row.principal_id, share, worked: hoursOf(worked) }
  if (row.former_day === null)
    return share === null
      ? null
      : { ...common, pay, amount: retainedOn(pay, share), why: retainedWhy(pay, share) }
  const before = {
    gross: readPence(row.gross_pay ?? '0'),
    retained: readPence(row.holiday_pay_retained ?? '0'),
  }
  if (before.retained === 0) return null
  const change = pay - (former?.gross_pay ?? 0)
  return { ...common, pay: change, amount: correctedOn(change, before), why: correctedWhy(change, before) }
}

/** A day of work counts as the hours of a day; work by other units has none. */
const hoursOf = (worked: readonly WorkUnits[]): number =>
  worked.reduce((sum, { unit_type, units: text }) => {
    if (unit_type === 'hourly') return sum + units(text)
    return unit_type === 'daily' ? sum + nearestDiv(units(text) * DAY_HOURS, scale4) : sum
  }, 0)

type PaidUnits = WorkUnits & { readonly amount: number }

/** The corrected work and the pay for it. */
function correctionNote(paid: readonly PaidUnits[], before: number): PayElement['note'] {
  const work = paid.map(({ unit_type, units: text, contractor_rate, amount }) =>
    unit_type === 'hourly'
      ? `${countText(Number(formatUnits(units(text))), 'hour')} at £${formatRate(rate(contractor_rate))}`
      : pounds(amount),
  )
  const now = paid.reduce((sum, { amount }) => sum + amount, 0)
  return { name: 'Pay', text: `${work.join(' and ')} is ${pounds(now)}, less ${pounds(before)} paid before` }
}

const pounds = (pence: number): string => displayMoney(money(pence, GBP))

const counted = { taxable: true, niable: true, pensionable: true } as const

/** Work by rate, with rolled-up holiday apart; of a correction the difference, which engine and law judge on the pay day that it corrects. */
function elementsOf(row: Row, worked: readonly WorkUnits[], former: FigurePence | null): PayElement[] {
  const timesheet_id = row.id
  const paid = worked.map((one) => ({
    ...one,
    amount: amountOf(units(one.units), rate(one.contractor_rate), GBP).minor,
  }))
  const share = row.rolled_up_percent === null ? null : percent(row.rolled_up_percent)
  const holidayOf = (amount: number): number => (share === null ? 0 : holidayWithin(amount, share))
  const elementOf = (element: PayElement, holiday: number): PayElement[] =>
    share === null ? [element] : withHolidayApart(element, holiday, share)
  if (row.former_day !== null) {
    const amount = paid.reduce((sum, one) => sum + one.amount, 0) - (former?.gross_pay ?? 0)
    const holiday = paid.reduce((sum, one) => sum + holidayOf(one.amount), 0) - (former?.holiday_pay ?? 0)
    const element = {
      ...counted,
      kind: 'basic' as const,
      amount,
      nmw: false,
      timesheet_id,
      for_pay_day: day(row.former_day),
      ...(share === null && former !== null ? { note: correctionNote(paid, former.gross_pay) } : {}),
    }
    // Work that was paid without a separate holiday line is corrected without one.
    return elementOf(element, former?.holiday_pay === 0 ? 0 : holiday)
  }
  return paid.flatMap(({ amount, ...one }) =>
    elementOf(
      {
        ...counted,
        kind: 'basic',
        amount,
        nmw: true,
        timesheet_id,
        ...(one.unit_type === 'hourly' ? { hours: units(one.units), rate: rate(one.contractor_rate) } : {}),
      },
      holidayOf(amount),
    ),
  )
}
