/** Reads the states of employments on a pay day, for the engine: a few statements for any number of workers. */
import { type Day, day, maxDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { agreedOn } from '../agreed/agreed-on.server.ts'
import { offPayrollState } from '../deemed/deemed.rules.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import type { Order } from '../engine/attachment.rules.ts'
import { type NiToDate, no_ni_yet } from '../engine/director-ni.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { type NiByLetter, nothing_yet } from '../engine/figures-to-date.rules.ts'
import { weeksFromAppointment } from '../engine/table-period.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import type { LoanPlan, NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { no_pension, pensionsOn } from '../pension/pension-state.server.ts'
import {
  addNi,
  addNiByLetter,
  directorNiTakenOver,
  niByLetter,
  sourceName,
  type Takeover,
} from '../takeover/payroll-takeover.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'

export type EmploymentFacts = EmploymentRow & {
  readonly p45_leave_date: Day | null
  readonly p45_is_week1: boolean | null
  readonly p45_pay_to_date: string | null
  readonly p45_tax_to_date: string | null
}

type Facts = {
  readonly id: string
  readonly code: string | null
  readonly is_week1: boolean | null
  readonly previous_pay: string | null
  readonly previous_tax: string | null
  readonly letter: NiLetter | null
  readonly charges_levy: boolean
  readonly loans: LoanPlan[]
}

const pence = (text: string | null): Pence => (text === null ? 0 : parseMoney(text, GBP).minor)

/** The state, or the fact that is missing on the pay day. */
export type StateOrFault = EmploymentState | MissingFact

/** The sentence of a fact that is missing; its name where it was never entered. */
export type MissingFact = { readonly missing: string; readonly fact?: 'tax code' | 'NI category' }

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
  const state = (await employmentStates(context, year, [row], pay_day)).get(row.id)
  if (state === undefined || 'missing' in state)
    throw invalid({ pay_day: state?.missing ?? 'There is no such employment' })
  return state
}

/** By employment. */
export async function employmentStates(
  context: VerbContext,
  year: TaxYear,
  rows: readonly EmploymentFacts[],
  pay_day: Day,
): Promise<ReadonlyMap<string, StateOrFault>> {
  const start = taxYearStart(pay_day)
  const ids = rows.map(({ id }) => id)
  const facts = new Map((await factsOn(context, ids, pay_day)).map((one) => [one.id, one]))
  const paid = await paidFrom(context, ids, start, pay_day)
  const pensions = await pensionsOn(context, rows, pay_day)
  const takeovers = await takeoversOf(context.tx, ids, pay_day)
  const agreed = await agreedOn(context.tx, ids, pay_day)
  const orders = Map.groupBy(await ordersOn(context, ids, pay_day), ({ employment_id }) => employment_id)
  return new Map(
    rows.map((row) => {
      const of = facts.get(row.id)
      const to_date = paid.get(row.id) ?? nothing_paid
      const due = (orders.get(row.id) ?? []).map(({ employment_id: _, ...order }) => order)
      const own = agreed.get(row.id)
      const deductions = {
        ...(pensions.get(row.id) ?? no_pension),
        orders: due,
        ...(own ? { agreed: own } : {}),
      }
      return [
        row.id,
        of
          ? stateOf(year, row, {
              pay_day,
              facts: of,
              to_date,
              deductions,
              takeover: takeovers.get(row.id) ?? null,
            })
          : absent('tax code'),
      ]
    }),
  )
}

const absent = (fact: 'tax code' | 'NI category'): MissingFact => ({
  missing: `There is no ${fact} on this pay day`,
  fact,
})

type OnDay = {
  readonly pay_day: Day
  readonly facts: Facts
  readonly to_date: Paid
  readonly deductions: Pick<EmploymentState, 'pension' | 'pension_refund' | 'orders' | 'agreed'>
  readonly takeover: Takeover | null
}

function stateOf(
  year: TaxYear,
  row: EmploymentFacts,
  { pay_day, facts, to_date, deductions, takeover }: OnDay,
): StateOrFault {
  if (!facts.code) return absent('tax code')
  if (!facts.letter) return absent('NI category')
  const code = readTaxCode(facts.code, year, facts.is_week1 ?? false)
  if ('message' in code) return { missing: `${facts.code}: ${code.message}` }
  const start = taxYearStart(pay_day)
  const is_director = row.director_from !== null && row.director_from <= pay_day
  const still = row.director_to === null || row.director_to >= start
  const appointed = row.director_from === null ? start : maxDay(day(row.director_from), start)
  const before = takeover === null ? {} : niByLetter(takeover)
  const before_as_director = takeover === null ? {} : directorNiTakenOver(takeover, row.director_from, start)
  const amounts = takeover?.amounts
  const state: EmploymentState = {
    code,
    frequency: row.pay_frequency,
    ni_letter: facts.letter,
    director:
      is_director && still && row.director_method !== null
        ? {
            method: row.director_method,
            weeks: weeksFromAppointment(appointed, pay_day),
            ni_by_letter: addNiByLetter(byLetter(to_date.since_appointed, facts.letter), before_as_director),
          }
        : null,
    loans: facts.loans,
    ...deductions,
    charges_levy: facts.charges_levy,
    ytd: {
      ...nothing_yet,
      gross: to_date.gross + (amounts?.gross_pay ?? 0),
      taxable: to_date.taxable + (amounts?.taxable_pay ?? 0),
      tax: to_date.tax + (amounts?.income_tax ?? 0),
    },
    ni_ytd_by_letter: addNiByLetter(byLetter(to_date.ni, facts.letter), before),
    previous: code.is_week1 ? { pay: 0, tax: 0 } : previousOf(row, facts, { start, takeover }),
    taken_over: takeover && { source: sourceName(takeover), pay: takeover.amounts.taxable_pay },
  }
  return row.off_payroll ? offPayrollState(state) : state
}

const factsOn = ({ tx }: VerbContext, ids: readonly string[], pay_day: Day) =>
  tx.rows<Facts>(
    `select e.id, c.code, ${isWeek1Sql('$3')} as is_week1, ${previousPaySql('$3')}, n.letter, s.levy_charge = 'per_timesheet' as charges_levy,
       array(select l.plan from business.student_loan l where l.employment_id = e.id and l.effective_from <= $2::date
         and coalesce(l.effective_to, $2::date) >= $2::date order by l.plan) as loans
     from business.employment e join business.paye_scheme s on s.id = e.paye_scheme_id
     left join business.tax_code c on c.employment_id = e.id and c.deleted_at is null
       and $2::date between c.effective_from and coalesce(c.effective_to, $2::date)
     left join business.ni_category n on n.employment_id = e.id and n.deleted_at is null
       and $2::date between n.effective_from and coalesce(n.effective_to, $2::date)
     where e.id = any ($1)`,
    [ids, pay_day, taxYearStart(pay_day)],
  )

/**
 * Whether the tax code `c` looks at the period alone. A code of an earlier tax year than the one that begins on `start`
 * is carried over as a cumulative one; payments after leaving keep theirs (payroll-run, tax details).
 */
export const isWeek1Sql = (start: string): string =>
  `(c.is_week1 and (c.effective_from >= ${start}::date or c.source = 'after_leaving'))`

/** The pay and tax that the tax code `c` states, if its notice is of the tax year that begins on `start`. */
export const previousPaySql = (start: string): string =>
  `case when c.effective_from >= ${start}::date then c.previous_pay end as previous_pay, c.previous_tax`

type Earlier = { readonly start: Day; readonly takeover: Takeover | null }

/**
 * A notice of this year states the earlier pay; without one, a P45 of this year or the payroll before does. A P45 on
 * week 1 or month 1 states nothing, also under a later cumulative code.
 */
export function previousOf(
  row: Pick<EmploymentFacts, 'p45_leave_date' | 'p45_is_week1' | 'p45_pay_to_date' | 'p45_tax_to_date'>,
  facts: Pick<Facts, 'previous_pay' | 'previous_tax'>,
  { start, takeover }: Earlier,
): EmploymentState['previous'] {
  if (facts.previous_pay !== null) return { pay: pence(facts.previous_pay), tax: pence(facts.previous_tax) }
  if (row.p45_leave_date === null || row.p45_leave_date < start)
    return { pay: takeover?.amounts.previous_pay ?? 0, tax: takeover?.amounts.previous_tax ?? 0 }
  if (row.p45_is_week1) return { pay: 0, tax: 0 }
  return { pay: pence(row.p45_pay_to_date), tax: pence(row.p45_tax_to_date) }
}

/** Of the tax year; National Insurance by letter, also since a directorship began. */
type Paid = {
  readonly gross: Pence
  readonly taxable: Pence
  readonly tax: Pence
  readonly ni: ReadonlyMap<NiLetter | null, NiToDate>
  readonly since_appointed: ReadonlyMap<NiLetter | null, NiToDate>
}

const nothing_paid: Paid = { gross: 0, taxable: 0, tax: 0, ni: new Map(), since_appointed: new Map() }

type NiSums = Omit<NiToDate, 'bands'> & NiToDate['bands']

const ni_sums: Readonly<Record<keyof NiSums, string>> = {
  earnings: 'x.niable',
  employee: 'x.employee',
  employer: 'x.employer',
  at_lel: 'x.at_lel',
  lel_pt: 'x.lel_pt',
  pt_uel: 'x.pt_uel',
}

const toNi = ({ earnings, employee, employer, ...bands }: NiSums): NiToDate => ({
  earnings,
  employee,
  employer,
  bands,
})

/** Issued payslips: of runs by the parts that they kept, and of a bureau by their figures, which name no letter. */
async function paidFrom(
  { tx }: VerbContext,
  ids: readonly string[],
  from: Day,
  pay_day: Day,
): Promise<ReadonlyMap<string, Paid>> {
  type Row = {
    readonly id: string
    readonly letter: NiLetter | null
    readonly sums: Pick<Paid, 'gross' | 'taxable' | 'tax'>
    readonly ni: NiSums
    readonly since: NiSums
  }
  const niSums = (filter: string) =>
    Object.entries(ni_sums)
      .map(([name, column]) => `'${name}', coalesce(sum(${column}) ${filter}, 0)`)
      .join(', ')
  const amount = (path: string) => `(y.part #>> '{${path}}')::bigint`
  const rows = await tx.rows<Row>(
    `select e.id, x.letter, jsonb_build_object('gross', sum(x.gross), 'taxable', sum(x.taxable), 'tax', sum(x.tax)) as sums,
       jsonb_build_object(${niSums('')}) as ni,
       jsonb_build_object(${niSums('filter (where e.director_from is null or p.pay_date >= e.director_from)')}) as since
     from business.employment e
     join transaction.payslip p on p.contractor_id = e.contractor_id and p.provider_id = e.provider_id
       and p.agency_id is not distinct from e.agency_id and p.pay_date >= greatest(e.start_date, $2::date)
       and p.pay_date < $3::date and p.status in ('issued', 'paid') and p.deleted_at is null
       and ${employmentOfSql('p')} = e.id
     left join transaction.pay_run_payslip c on c.payslip_id = p.id
     cross join lateral (
       select y.part ->> 'ni_letter' as letter, ${amount('taxable')} as taxable, ${amount('niable')} as niable,
         ${amount('employee_ni')} as employee, ${amount('employer_ni')} as employer, ${amount('bands,at_lel')} as at_lel,
         ${amount('bands,lel_pt')} as lel_pt, ${amount('bands,pt_uel')} as pt_uel,
         -- Of the whole payslip, once.
         case when y.nth = 1 then p.gross_pay * 100 else 0 end::bigint as gross,
         case when y.nth = 1 then p.income_tax * 100 else 0 end::bigint as tax
       from jsonb_array_elements(c.kept -> 'parts') with ordinality as y (part, nth)
       union all
       select null, (p.gross_pay * 100)::bigint, (p.gross_pay * 100)::bigint, (p.employee_ni * 100)::bigint,
         (p.employer_ni * 100)::bigint, 0, 0, 0, (p.gross_pay * 100)::bigint, (p.income_tax * 100)::bigint
       where c.id is null) x
     where e.id = any ($1) group by e.id, x.letter order by e.id, min(p.pay_date)`,
    [ids, from, pay_day],
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [
      id,
      {
        gross: sumOf(of, ({ sums: { gross } }) => gross),
        taxable: sumOf(of, ({ sums: { taxable } }) => taxable),
        tax: sumOf(of, ({ sums: { tax } }) => tax),
        ni: new Map(of.map(({ letter, ni }) => [letter, toNi(ni)])),
        since_appointed: new Map(of.map(({ letter, since }) => [letter, toNi(since)])),
      },
    ]),
  )
}

const sumOf = <R>(rows: readonly R[], of: (row: R) => Pence): Pence =>
  rows.reduce((sum, row) => sum + of(row), 0)

/** Figures that name no letter count under the one in force. */
function byLetter(figures: Paid['ni'], letter: NiLetter): NiByLetter {
  const { [letter]: own = no_ni_yet, ...others } = Object.fromEntries(
    [...figures].filter(([of]) => of !== null),
  ) as NiByLetter // Keys are letters.
  return { ...others, [letter]: addNi(own, figures.get(null) ?? no_ni_yet) }
}

async function ordersOn(
  { tx, viewer }: VerbContext,
  ids: readonly string[],
  pay_day: Day,
): Promise<(Order & { readonly employment_id: string })[]> {
  type Row = Omit<Order, 'amount' | 'protected_earnings' | 'debt_left'> & {
    readonly employment_id: string
    readonly amount: string | null
    readonly protected_earnings: string | null
    readonly debt: string | null
  }
  const rows = await tx.rows<Row>(
    `select o.id, o.employment_id, o.kind, o.order_date, o.rate, o.amount, o.protected_earnings, o.charges_admin_fee,
       -- greatest() passes over a null: an order without an end would have nothing left.
       case when o.debt is not null then greatest(o.debt - (select coalesce(sum((p.kept #>> array['attached', 'by_order', o.id::text])::bigint), 0)
         from transaction.pay_run_payslip p
         where p.employment_id = o.employment_id and p.payslip_id is not null) / 100.0, 0)::numeric(15,2)::text end as debt
     from business.attachment_order o
     where o.employment_id = any ($1) and o.received_on <= $2::date and coalesce(o.ended_on, $2::date) >= $2::date
     order by o.order_date, o.id`,
    [ids, pay_day],
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
