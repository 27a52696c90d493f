/** The facts of an FPS: workers of a run with all payslips of the tax year, in two statements for any number of them. */
import { type Day, day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { periodFrom } from '../absence/statutory-elements.rules.ts'
import { lacksP45LoanSql } from '../employment/p45-loan.rules.ts'
import { payrollIdOnSql } from '../employment/payroll-id.rules.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { Slip } from '../figures/fps-figures.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'
import type { FpsEmployee } from './fps.rules.ts'
import type { Person } from './fps-person.rules.ts'

type Dates = 'start_date' | 'leave_date' | 'director_from' | 'director_to'
type EmploymentRow = Omit<FpsEmployee, 'person' | 'slips' | 'takeover' | 'has_unpaid_absence' | Dates> &
  Omit<Person, 'address_lines'> & {
    readonly id: string
    readonly start_date: string
    readonly leave_date: string | null
    readonly director_from: string | null
    readonly director_to: string | null
    readonly address: readonly (string | null)[]
    /** The last day without pay that began by the pay day. */
    readonly unpaid_until: string | null
  }

type SlipRow = {
  readonly employment_id: string
  readonly pay_day: string
  readonly tax_code: string
  readonly hours: string
  readonly gross_pay: string
  readonly income_tax: string
  readonly employee_pension: string
  readonly other_deductions: string
  readonly parts: readonly PeriodPart[]
  readonly is_after_leaving: boolean
  readonly statutory: Slip['statutory']
}

const dayOrNull = (text: string | null): Day | null => (text === null ? null : day(text))

/** The pay day before that HMRC was last told of; null where the worker is paid for the first time. */
const told_on = `greatest(
  (select max(p.pay_date) from transaction.payslip p where p.contractor_id = e.contractor_id and p.agency_id = e.agency_id
     and p.pay_date >= e.start_date and p.pay_date < $2::date and p.deleted_at is null and ${employmentOfSql('p')} = e.id),
  (select max(t.last_pay_day) from business.payroll_takeover t where t.employment_id = e.id and t.deleted_at is null))`

/** The workers of a run, or one of them by their employment, in the order of payroll ids. */
export async function readFpsEmployees(
  tx: Tx,
  run: { readonly id: string; readonly pay_day: Day },
  employment_id: string | null = null,
): Promise<FpsEmployee[]> {
  const start = taxYearStart(run.pay_day)
  const rows = await tx.rows<EmploymentRow>(
    `select e.id, e.contractor_id, k.name, i.first_name, i.last_name, i.date_of_birth, i.gender, i.ni_number, a.zipcode as postcode,
       a.country, a.country_code, array[a.line_1, a.line_2, a.line_3, a.line_4, a.city, a.state] as address,
       ${payrollIdOnSql('e', '$2::date')} as payroll_id,
       ${payrollIdOnSql('e', `coalesce(${told_on}, '-infinity'::date)`)} as told_payroll_id, e.is_irregularly_paid, e.start_date, e.leave_date, e.pay_frequency, e.is_irregular_hours, e.workplace_postcode, e.off_payroll,
       e.director_from, e.director_to, e.director_method, e.starter_declaration,
       array(select l.plan from business.student_loan l where l.employment_id = e.id and l.effective_from <= $2::date
         and coalesce(l.effective_to, $2::date) >= $2::date order by l.plan) as loans, ${lacksP45LoanSql('e')} as lacks_p45_loan,
       not exists (select from transaction.payslip p where p.contractor_id = e.contractor_id
         and p.agency_id = e.agency_id and p.pay_date >= e.start_date and p.pay_date < $2::date and p.deleted_at is null
         and ${employmentOfSql('p')} = e.id)
         as is_first,
       (select max(a.last_day)::text from transaction.statutory_absence a where a.employment_id = e.id and a.kind = 'unpaid'
         and a.withdrawn_at is null and a.first_day <= $2::date) as unpaid_until,
       exists (select from transaction.payslip p where p.contractor_id = e.contractor_id and p.agency_id = e.agency_id
         and p.pay_date >= greatest(e.start_date, $3::date) and p.pay_date <= $2::date and p.deleted_at is null
         and ${employmentOfSql('p')} = e.id
         and not exists (select from transaction.pay_run_payslip o where o.payslip_id = p.id)) as has_outside_pay
     from transaction.pay_run_payslip s
     join business.employment e on e.id = s.employment_id
     join business.business k on k.id = e.contractor_id
     join business.individual i on i.id = k.individual_id
     left join business.address a on a.id = i.address_id
     where s.pay_run_id = $1 and s.payslip_id is not null and s.employment_id = coalesce($4::uuid, s.employment_id)
     order by e.payroll_id, e.id`,
    [run.id, run.pay_day, start, employment_id],
  )
  const slips = await readSlips(
    tx,
    rows.map(({ id }) => id),
    start,
    run.pay_day,
  )
  const takeovers = await takeoversOf(
    tx,
    rows.map(({ id }) => id),
    run.pay_day,
  )
  return rows.map(
    ({ id, address, start_date, leave_date, director_from, director_to, unpaid_until, ...row }) => ({
      ...row,
      start_date: day(start_date),
      leave_date: dayOrNull(leave_date),
      director_from: dayOrNull(director_from),
      director_to: dayOrNull(director_to),
      person: { ...row, address_lines: address.filter((line) => line !== null) },
      slips: slips.get(id) ?? [],
      takeover: takeovers.get(id) ?? null,
      has_unpaid_absence:
        unpaid_until !== null && day(unpaid_until) >= periodFrom(run.pay_day, row.pay_frequency),
    }),
  )
}

/** A correction is of no hours, and takes nothing else from pay. */
const of_correction = {
  is_correction: true,
  tax_code: '',
  ...{ hours: units('0'), other_deductions: 0 },
  statutory: {},
} as const

/** By employment: the issued payslips of these pay days, oldest first; then corrections of a year that ended in them. */
export async function readSlips(
  tx: Tx,
  employment_ids: readonly string[],
  from: Day,
  to: Day,
): Promise<ReadonlyMap<string, readonly Slip[]>> {
  const rows = await tx.rows<SlipRow>(
    `select p.employment_id, r.pay_day, p.tax_code, p.hours, p.gross_pay, p.income_tax, p.employee_pension,
       p.other_deductions, p.kept -> 'parts' as parts,
       coalesce(p.inputs #>> '{run,after_leaving}', '') <> '' as is_after_leaving,
       coalesce((select jsonb_object_agg(k.kind, k.pence) from (
         select y.kind, (sum(y.amount) * 100)::bigint as pence from transaction.statutory_payment y
         where y.payslip_id = p.payslip_id and y.kind <> 'ssp' group by 1) k), '{}') as statutory
     from transaction.pay_run_payslip p
     join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = any ($1) and p.payslip_id is not null and r.pay_day between $2::date and $3::date
     order by r.pay_day, p.id`,
    [employment_ids, from, to],
  )
  const corrections = await tx.rows<
    Omit<SlipRow, 'is_after_leaving' | 'tax_code' | 'hours' | 'other_deductions' | 'statutory'>
  >(
    `select c.employment_id, c.last_pay_day as pay_day, c.parts, c.gross_pay, c.income_tax, c.employee_pension from transaction.year_correction c
     where c.employment_id = any ($1) and c.last_pay_day between $2::date and $3::date order by c.tax_year, c.correction_no`,
    [employment_ids, from, to],
  )
  const slips = rows.map(({ gross_pay, income_tax, employee_pension, other_deductions, hours, ...row }) => ({
    ...row,
    hours: units(hours),
    gross: readPence(gross_pay),
    tax: readPence(income_tax),
    employee_pension: readPence(employee_pension),
    other_deductions: readPence(other_deductions),
  }))
  const corrected = corrections.map(({ gross_pay, income_tax, employee_pension, ...one }) => ({
    ...of_correction,
    ...one,
    gross: readPence(gross_pay),
    tax: readPence(income_tax),
    employee_pension: readPence(employee_pension),
  }))
  return Map.groupBy([...slips, ...corrected], ({ employment_id }) => employment_id)
}
