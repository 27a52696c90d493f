/** Deductions of stored payslips a second time: in SQL, from the facts in force on each pay day. */
import { taxYearOf } from '#business/payroll/employment/tax-code-source.rules.ts'
import { tablePeriod } from '#business/payroll/engine/table-period.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import type { LoanPlan, NiLetter } from '#business/payroll/engine/tax-year.rules.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { TestDatabase } from '#test/database.ts'
import { type SecondCase, type SecondResult, second_computation } from '../payroll/second-computation.ts'

type Slip = {
  readonly human_id: string
  readonly pay_date: string
  readonly gross: string
  readonly tax: string
  readonly employee_ni: string
  readonly employer_ni: string
  readonly loan: string
  readonly code: string
  readonly is_week1: boolean
  readonly letter: NiLetter
  readonly plans: LoanPlan[]
  /** Of the tax year before this payslip, an earlier job included. */
  readonly gross_before: string
  readonly tax_before: string
}

const slips = `
  with paid as (
    select p.human_id, p.pay_date, p.gross_pay, p.income_tax, p.employee_ni, p.employer_ni, p.student_loan, c.code, c.is_week1 and c.effective_from >= y.start as is_week1,
      n.letter, case when c.effective_from >= y.start then c.previous_pay else 0 end as previous_pay,
      case when c.effective_from >= y.start then c.previous_tax else 0 end as previous_tax, e.id, y.start,
      array(select l.plan from business.student_loan l where l.employment_id = e.id and l.effective_from <= p.pay_date) as plans
    from transaction.payslip p
    join business.employment e on e.contractor_id = p.contractor_id and e.agency_id = p.agency_id
    join business.tax_code c on c.employment_id = e.id and c.deleted_at is null
      and p.pay_date between c.effective_from and coalesce(c.effective_to, p.pay_date)
    join business.ni_category n on n.employment_id = e.id and n.deleted_at is null
      and p.pay_date between n.effective_from and coalesce(n.effective_to, p.pay_date)
    cross join lateral (select make_date(extract(year from p.pay_date - interval '3 months 5 days')::int, 4, 6) as start) y
  )
  select human_id, pay_date::text, gross_pay::text as gross, income_tax::text as tax, employee_ni::text, employer_ni::text,
    student_loan::text as loan, code, is_week1, letter, plans,
    (coalesce(previous_pay, 0) + coalesce(sum(gross_pay) over before, 0))::text as gross_before,
    (coalesce(previous_tax, 0) + coalesce(sum(income_tax) over before, 0))::text as tax_before
  from paid window before as (partition by id, start order by pay_date rows between unbounded preceding and 1 preceding)
  order by human_id`

/** Weekly payslips as they were issued, and computed again. */
export async function payslipsAgain(database: TestDatabase) {
  const found = (await database.owner.query<Slip>(slips)).rows
  // Tax looks at the year to date, the others at the payment alone.
  const of_year = await computed(database, found, (slip) =>
    slip.is_week1 ? Number(slip.gross) : Number(slip.gross_before) + Number(slip.gross),
  )
  const alone = await computed(database, found, ({ gross }) => Number(gross))
  return {
    issued: found.map(({ human_id, tax, employee_ni, employer_ni, loan }) => ({
      human_id,
      tax: pounds(tax),
      employee_ni: pounds(employee_ni),
      employer_ni: pounds(employer_ni),
      loan: pounds(loan),
    })),
    again: found.map(({ human_id, gross, is_week1, tax_before }, at) => {
      const due =
        Number(present(of_year[at], 'the tax of a payslip').tax) - (is_week1 ? 0 : Number(tax_before))
      const { employee_ni, employer_ni, loan, postgraduate } = present(
        alone[at],
        'the deductions of a payslip',
      )
      return {
        human_id,
        tax: pounds(Math.min(due, Math.floor(Number(gross) * 50) / 100)),
        employee_ni: pounds(employee_ni),
        employer_ni: pounds(employer_ni),
        loan: pounds(Number(loan) + Number(postgraduate)),
      }
    }),
  }
}

const pounds = (amount: string | number): string => Number(amount).toFixed(2)

async function computed(
  database: TestDatabase,
  found: readonly Slip[],
  payOf: (slip: Slip) => number,
): Promise<readonly SecondResult[]> {
  const cases = found.map((slip, at): SecondCase => {
    const pay_day = day(slip.pay_date)
    const year = present(taxYearOf(pay_day), 'the rates of a payslip')
    const code = readTaxCode(slip.code, year, slip.is_week1)
    if ('message' in code) throw new Error(code.message)
    const { letter, plans } = slip
    return {
      ...{ at, ...code, pay_day, ppy: 52, weeks: 1, letter, plans },
      period: tablePeriod(pay_day, 'week'),
      pay: payOf(slip),
    }
  })
  return (await database.owner.query<SecondResult>(second_computation, [JSON.stringify(cases)])).rows
}
