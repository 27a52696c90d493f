/** Reads the state of an employment on a pay day, for the engine. */
import { type Day, day, maxDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Order } from '../engine/attachment.rules.ts'
import { type NiToDate, no_ni_yet } from '../engine/director-ni.rules.ts'
import { type EmploymentState, nothing_yet } from '../engine/employment-state.rules.ts'
import { weeksFromAppointment } from '../engine/table-period.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import type { LoanPlan, NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { taxYearStart } from '../payslip.rules.ts'
import { pensionOn } from '../pension/pension-state.server.ts'
import type { EmploymentRow } from './employment-input.server.ts'

export type EmploymentFacts = EmploymentRow & {
  readonly p45_leave_date: Day | null
  readonly p45_pay_to_date: string | null
  readonly p45_tax_to_date: string | null
}

type Facts = {
  readonly code: string | null
  readonly is_week1: boolean | null
  readonly previous_pay: string | null
  readonly previous_tax: string | null
  readonly letter: NiLetter | null
  readonly charges_levy: boolean
  readonly loans: LoanPlan[]
}

const pence = (text: string | null): Pence => (text === null ? 0 : parseMoney(text, GBP).minor)

/**
 * The state before a payment on `pay_day`. The year to date is that of issued payslips.
 * @throws invalid where no tax code or no NI category is in force
 */
export async function employmentState(
  context: VerbContext,
  year: TaxYear,
  row: EmploymentFacts,
  pay_day: Day,
): Promise<EmploymentState> {
  const facts = await factsOn(context, row, pay_day)
  if (!facts?.code) throw invalid({ pay_day: 'There is no tax code on this pay day' })
  if (!facts.letter) throw invalid({ pay_day: 'There is no NI category on this pay day' })
  const code = readTaxCode(facts.code, year, facts.is_week1 ?? false)
  if ('message' in code) throw invalid({ pay_day: `${facts.code}: ${code.message}` })
  const start = taxYearStart(pay_day)
  const to_date = await paidFrom(context, row, start, pay_day)
  const is_director = row.director_from !== null && row.director_from <= pay_day
  const still = row.director_to === null || row.director_to >= start
  const appointed = row.director_from === null ? start : maxDay(day(row.director_from), start)
  return {
    code,
    frequency: row.pay_frequency,
    ni_letter: facts.letter,
    director:
      is_director && still && row.director_method !== null
        ? {
            method: row.director_method,
            weeks: weeksFromAppointment(appointed, pay_day),
            ni_by_letter: { [facts.letter]: (await paidFrom(context, row, appointed, pay_day)).ni },
          }
        : null,
    loans: facts.loans,
    ...(await pensionOn(context, row, pay_day)),
    orders: await ordersOn(context, row, pay_day),
    charges_levy: facts.charges_levy,
    ytd: { ...nothing_yet, gross: to_date.ni.earnings, taxable: to_date.ni.earnings, tax: to_date.tax },
    ni_ytd_by_letter: { [facts.letter]: to_date.ni },
    previous: code.is_week1 ? { pay: 0, tax: 0 } : previousOf(row, facts, start),
  }
}

const factsOn = ({ tx }: VerbContext, { id, paye_scheme_id }: EmploymentFacts, pay_day: Day) =>
  tx.row<Facts>(
    `select c.code, c.is_week1, c.previous_pay, c.previous_tax, n.letter, s.levy_charge = 'per_timesheet' as charges_levy,
       array(select l.plan from business.student_loan l where l.employment_id = $1 and l.effective_from <= $3::date
         and coalesce(l.effective_to, $3::date) >= $3::date order by l.plan) as loans
     from business.paye_scheme s
     left join business.tax_code c on c.employment_id = $1 and c.deleted_at is null
       and $3::date between c.effective_from and coalesce(c.effective_to, $3::date)
     left join business.ni_category n on n.employment_id = $1 and n.deleted_at is null
       and $3::date between n.effective_from and coalesce(n.effective_to, $3::date)
     where s.id = $2`,
    [id, paye_scheme_id, pay_day],
  )

/** A notice of this year states the earlier pay; without one, a P45 of this year does. */
function previousOf(row: EmploymentFacts, facts: Facts, start: Day): EmploymentState['previous'] {
  if (facts.previous_pay !== null) return { pay: pence(facts.previous_pay), tax: pence(facts.previous_tax) }
  if (row.p45_leave_date === null || row.p45_leave_date < start) return { pay: 0, tax: 0 }
  return { pay: pence(row.p45_pay_to_date), tax: pence(row.p45_tax_to_date) }
}

async function paidFrom(
  { tx }: VerbContext,
  row: EmploymentFacts,
  from: Day,
  pay_day: Day,
): Promise<{ readonly ni: NiToDate; readonly tax: Pence }> {
  const found = await tx.row<Record<'gross' | 'tax' | 'employee' | 'employer', string>>(
    `select coalesce(sum(p.gross_pay), 0)::text as gross, coalesce(sum(p.income_tax), 0)::text as tax,
       coalesce(sum(p.employee_ni), 0)::text as employee, coalesce(sum(p.employer_ni), 0)::text as employer
     from transaction.payslip p
     where p.contractor_id = $1 and p.provider_id = $2 and p.agency_id is not distinct from $3
       and p.pay_date >= greatest($4::date, $5::date) and p.pay_date < $6::date
       and p.status in ('issued', 'paid') and p.deleted_at is null`,
    [row.contractor_id, row.provider_id, row.agency_id, row.start_date, from, pay_day],
  )
  const [earnings, tax, employee, employer] = [
    found?.gross,
    found?.tax,
    found?.employee,
    found?.employer,
  ].map((text) => pence(text ?? null)) as [Pence, Pence, Pence, Pence] // Of four.
  return { ni: { ...no_ni_yet, earnings, employee, employer }, tax }
}

async function ordersOn(
  { tx, viewer }: VerbContext,
  { id }: EmploymentFacts,
  pay_day: Day,
): Promise<Order[]> {
  type Row = Omit<Order, 'amount' | 'protected_earnings' | 'debt_left'> & {
    readonly amount: string | null
    readonly protected_earnings: string | null
    readonly debt: string | null
  }
  const rows = await tx.rows<Row>(
    `select id, kind, order_date, rate, amount, protected_earnings, debt, charges_admin_fee
     from business.attachment_order
     where employment_id = $1 and received_on <= $2::date and coalesce(ended_on, $2::date) >= $2::date`,
    [id, pay_day],
  )
  const amountOf = (text: string | null) => (text === null ? null : pence(text))
  return rows.map(({ debt, ...order }) => ({
    ...order,
    amount: amountOf(order.amount),
    protected_earnings: amountOf(order.protected_earnings),
    // The agency does not read the debt, nor amounts that depend on it.
    debt_left: viewer.category === 'provider' ? amountOf(debt) : null,
  }))
}
