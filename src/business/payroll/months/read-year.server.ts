/** The months of a scheme's tax year: sums of payslips, figures of closed months, and payments to HMRC. */
import { present } from '#kernel/assert.ts'
import { type Day, partsOf } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { emptySlipSql } from '../../payments/creditors/pay-slips.server.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { eachReported, type ReportedPay } from '../figures/fps-figures.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { hasOneDirectorAlone } from '../schemes/one-director.server.ts'
import { LEVY_ALLOWANCE } from '../schemes/paye-scheme.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import {
  type FormerMonth,
  type MonthFigures,
  type MonthState,
  month_amounts,
  type Working,
  yearFigures,
} from './month-figures.rules.ts'

const MONTHS = 12

type Amounts<T> = Readonly<Record<(typeof month_amounts)[number], T>>

type Given = Readonly<Partial<Record<ReportedPay, readonly [string, string]>>>

type Row = {
  readonly month: number
  readonly payslip_count: number
  readonly income_tax: string
  readonly employee_ni: string
  readonly student_loan: string
  readonly employer_ni: string
  readonly off_payroll_ni: string
  readonly levy_charged: string
  readonly given: Given
  readonly claims: boolean | null
  readonly levy_allowance: string | null
  readonly waiting_run: string | null
  readonly cis_to_date: string | null
  readonly waiting_cis: Day | null
  readonly paid: string
  readonly kept: (Amounts<number> & KeptFacts) | null
  readonly former: (FormerMonth & { readonly id: string; readonly back: Back }) | null
}
type KeptFacts = {
  readonly id: string
  readonly human_id: string
  readonly payslip_count: number
  readonly working: Working
}

/** Statutory pay that HMRC gives back, and its compensation, by kind. */
export type Back = Readonly<Record<'pay' | 'compensation', Readonly<Record<ReportedPay, Pence>>>>

export type YearMonth = MonthState & {
  readonly figures: MonthFigures
  readonly back: Back
  readonly claims_allowance: boolean
  readonly levy_allowance: Pence
  /** Suffered in the tax year up to the month, as approved. */
  readonly cis_to_date: Pence
  /** To HMRC, for this month or the quarter that ends with it. */
  readonly paid: Pence
  readonly closed: Pick<KeptFacts, 'id' | 'human_id'> | null
  readonly former: Row['former']
}

export async function readTaxYear(
  context: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
): Promise<YearMonth[]> {
  const spans = Array.from({ length: MONTHS }, (_, at) => ({ month: at + 1, ...taxMonth(tax_year, at + 1) }))
  const [first] = spans
  const from = present(first, 'the first month').from
  const rates = present(
    TAX_YEARS.find(({ last_day }) => partsOf(last_day).year === tax_year + 1),
    'rates of the year',
  )
  const rows = await readRows(context, paye_scheme_id, tax_year, spans)
  const is_excluded =
    rows.some(({ claims }) => claims) && (await hasOneDirectorAlone(context, paye_scheme_id, from))
  const claimsOf = ({ claims }: Row) => claims === true && !is_excluded
  const levyOf = (row: Row) => readPence(row.levy_allowance ?? LEVY_ALLOWANCE)
  const cisOf = ({ cis_to_date }: Row) => readPence(cis_to_date ?? '0')
  const backs = rows.map(({ given }) => backOf(given))
  const figures = yearFigures(
    rows.map((row, at) => ({
      sums: {
        payslip_count: row.payslip_count,
        income_tax: readPence(row.income_tax),
        employee_ni: readPence(row.employee_ni),
        student_loan: readPence(row.student_loan),
        employer_ni: readPence(row.employer_ni),
        levy_charged: readPence(row.levy_charged),
        recovered: total(backs[at]?.pay),
        compensation: total(backs[at]?.compensation),
      },
      terms: {
        claims_allowance: claimsOf(row),
        employment_allowance: rates.employment_allowance * PENCE,
        levy_allowance: levyOf(row),
      },
      kept: row.kept === null ? null : keptFigures(row.kept),
      former: row.former,
      off_payroll_ni: readPence(row.off_payroll_ni),
      cis_to_date: cisOf(row),
    })),
  )
  return rows.map((row, at) => ({
    ...present(spans[at], 'a month'),
    is_closed: row.kept !== null,
    payslip_count: row.payslip_count,
    waiting_run: row.waiting_run,
    waiting_cis: row.waiting_cis,
    figures: present(figures[at], 'figures of a month'),
    back: present(backs[at], 'statutory pay of a month'),
    claims_allowance: claimsOf(row),
    levy_allowance: levyOf(row),
    cis_to_date: cisOf(row),
    paid: readPence(row.paid),
    closed: row.kept && { id: row.kept.id, human_id: row.kept.human_id },
    former: row.former,
  }))
}

const PENCE = 100

const total = (of: Readonly<Record<ReportedPay, Pence>> | undefined): Pence =>
  Object.values(of ?? {}).reduce((sum, one) => sum + one, 0)

const backOf = (given: Given): Back => ({
  pay: eachReported((kind) => readPence(given[kind]?.[0] ?? '0')),
  compensation: eachReported((kind) => readPence(given[kind]?.[1] ?? '0')),
})

function keptFigures(kept: Amounts<number> & KeptFacts): MonthFigures {
  const amounts = Object.fromEntries(month_amounts.map((field) => [field, kept[field]])) as Amounts<Pence> // Every field.
  return { ...amounts, payslip_count: kept.payslip_count, working: kept.working }
}

type Span = { readonly month: number; readonly from: Day; readonly to: Day }

function readRows(
  { tx }: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
  spans: readonly Span[],
): Promise<Row[]> {
  const amount = (field: string) => `coalesce(sum(p.${field}), 0)::numeric(15,2)::text`
  const penceOf = (row: string, fields: readonly string[]) =>
    fields.map((field) => `'${field}', (${row}.${field} * 100)::bigint`).join(', ')
  return tx.rows<Row>(
    `select m.month, s.*, coalesce(k.given, '{}') as given, y.claims_employment_allowance as claims, y.levy_allowance::text,
       w.human_id as waiting_run, x.amount::text as cis_to_date, v.period_end as waiting_cis, coalesce(h.paid, 0)::numeric(15,2)::text as paid,
       case when t.id is not null then jsonb_build_object('id', t.id, 'human_id', t.human_id, 'payslip_count', t.payslip_count,
         'working', t.working, ${penceOf('t', month_amounts)}) end as kept,
       case when b.id is not null then jsonb_build_object('id', b.id, 'source', b.source, 'back', b.working,
         ${penceOf('b', [...month_amounts, 'paid'])}) end as former
     from unnest($2::int[], $3::date[], $4::date[]) as m (month, from_day, to_day)
     cross join lateral (select count(p.id)::int as payslip_count, ${amount('income_tax')} as income_tax,
         ${amount('employee_ni')} as employee_ni, ${amount('student_loan')} as student_loan,
         ${amount('employer_ni')} as employer_ni,
         coalesce(sum(p.employer_ni) filter (where exists (select from transaction.deemed_payment d where d.payslip_id = p.id)), 0)::numeric(15,2)::text as off_payroll_ni, ${amount('apprenticeship_levy')} as levy_charged
       from transaction.pay_run r join transaction.pay_run_payslip c on c.pay_run_id = r.id
       join transaction.payslip p on p.id = c.payslip_id
       where r.paye_scheme_id = $1 and r.pay_day between m.from_day and m.to_day) s
     cross join lateral (select jsonb_object_agg(b.kind, jsonb_build_array(b.pay, b.compensation)) as given from (
         select a.kind, sum(a.recovered)::numeric(15,2)::text as pay, sum(a.compensation)::numeric(15,2)::text as compensation
         from transaction.statutory_payment a join business.employment e on e.id = a.employment_id
         where e.paye_scheme_id = $1 and a.deleted_at is null and a.kind <> 'ssp' and a.pay_day between m.from_day and m.to_day group by 1) b) k
     left join lateral (select r.human_id from transaction.pay_run r where r.paye_scheme_id = $1
         and r.pay_day between m.from_day and m.to_day and r.status not in ('paid', 'cancelled')
         -- Fees inside IR35 owe HMRC from the approval on, and payslips without net pay are paid by the closing.
         and not (r.status = 'approved' and not exists (select from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
           where c.pay_run_id = r.id and p.status <> 'paid' and not ${emptySlipSql('p')}
             and not exists (select from transaction.deemed_payment d where d.payslip_id = p.id)))
         order by r.pay_day limit 1) w on true
     left join business.paye_scheme_year y on y.paye_scheme_id = $1 and y.deleted_at is null
       and m.to_day between y.effective_from and coalesce(y.effective_to, m.to_day)
     cross join lateral (select sum(d.amount) as paid from transaction.payroll_payment d where d.paye_scheme_id = $1
         and d.kind = 'hmrc' and d.status = 'paid' and d.period_end = m.to_day) h
     left join lateral (select c.amount from transaction.cis_suffered c where c.paye_scheme_id = $1 and c.tax_year = $5
         and c.tax_month <= m.month and c.status = 'approved' order by c.tax_month desc limit 1) x on true
     left join lateral (select c.period_end from transaction.cis_suffered c where c.paye_scheme_id = $1 and c.tax_year = $5
         and c.tax_month <= m.month and c.status = 'entered' order by c.tax_month limit 1) v on true
     left join transaction.tax_month t on t.paye_scheme_id = $1 and t.tax_year = $5 and t.tax_month = m.month
       and t.status = 'closed'
     left join transaction.tax_month b on b.paye_scheme_id = $1 and b.tax_year = $5 and b.tax_month = m.month
       and b.status = 'taken_over'
     order by m.month`,
    [
      paye_scheme_id,
      spans.map(({ month }) => month),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
      tax_year,
    ],
  )
}
