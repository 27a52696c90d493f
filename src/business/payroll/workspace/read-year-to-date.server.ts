import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { dayOf } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { type PayslipAmount, type PayslipAmounts, payslip_amounts } from '../figures/payslip.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { p32Months, withCorrections } from '../months/p32.rules.ts'
import { readCorrections } from '../months/read-p32.server.ts'
import { readTaxYear } from '../months/read-year.server.ts'
import { payslipAmountsOf, type Takeover } from '../takeover/payroll-takeover.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { againstP32, no_pay, plus } from './year-to-date.rules.ts'

const amounts = z.record(z.enum(payslip_amounts), z.string())

const output = z.strictObject({
  employer_reference: z.string(),
  employer: z.string(),
  workers: z.array(
    z.strictObject({
      employment_id: z.uuid(),
      worker: z.string(),
      payroll_id: z.string(),
      payslip_count: z.number(),
      /** The payroll before, where figures of it count; else null. */
      source: z.string().nullable(),
      /** Of this tax year, after its end. */
      correction_count: z.number(),
      amounts,
    }),
  ),
  totals: amounts,
  against_p32: z.array(z.string()),
})

type Row = Readonly<Record<PayslipAmount, number>> & {
  readonly id: string
  readonly worker: string
  readonly payroll_id: string
  readonly payslip_count: number
  readonly correction_count: number
}

/** The tax year of each worker of a PAYE scheme: payslips, figures of the payroll before, and corrections after its end. */
export const readYearToDate = verb({
  action_id: 'transaction.payroll.year_to_date',
  since: '0.1.0',
  summary: 'Pay, deductions and employer costs of each worker of a PAYE scheme in a tax year, beside the P32',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: payroll_data_roles, provider: category_roles.provider },
  is_reading: true,
  input: z.strictObject({
    paye_scheme_id: z.uuid(),
    /** `2026-27` */
    tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
    /** That one alone, without the P32. */
    employment_id: z.uuid().optional(),
  }),
  output,
  run: async (context, { paye_scheme_id, tax_year: name, employment_id }) => {
    const [scheme] = await loadVisible<{ employer_reference: string; employer: string }>(
      context.tx,
      context.viewer,
      'business.paye_scheme',
      [paye_scheme_id],
      {
        columns:
          't.employer_reference, (select b.name from business.business b where b.id = t.business_id) as employer',
      },
    )
    if (!scheme) throw notFound('PAYE scheme')
    const tax_year = Number(name.slice(0, 4))
    const rows = await readRows(context, paye_scheme_id, tax_year, employment_id ?? null)
    const takeovers = await takeoversOf(
      context.tx,
      rows.map(({ id }) => id),
      dayOf(tax_year + 1, 4, 5),
    )
    const workers = rows.flatMap((row) => {
      const taken: Takeover | null = takeovers.get(row.id) ?? null
      if (row.payslip_count === 0 && taken === null) return []
      return [{ row, taken, sum: taken ? plus(ofRow(row), payslipAmountsOf(taken.amounts)) : ofRow(row) }]
    })
    const totals = workers.reduce((all, { sum }) => plus(all, sum), no_pay)
    return {
      ...scheme,
      workers: workers.map(({ row: { id, ...row }, taken, sum }) => ({
        employment_id: id,
        worker: row.worker,
        payroll_id: row.payroll_id,
        payslip_count: row.payslip_count,
        correction_count: row.correction_count,
        source: taken?.source ?? null,
        amounts: texts(sum),
      })),
      totals: texts(totals),
      against_p32:
        employment_id === undefined ? await withP32(context, paye_scheme_id, tax_year, totals) : [],
    }
  },
})

async function withP32(
  context: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
  totals: PayslipAmounts,
) {
  const p32 = p32Months(
    withCorrections(
      await readTaxYear(context, paye_scheme_id, tax_year),
      await readCorrections(context, paye_scheme_id, tax_year),
    ),
  ).totals
  return [...againstP32(totals, p32)]
}

const ofRow = (row: Row): PayslipAmounts =>
  Object.fromEntries(payslip_amounts.map((field) => [field, row[field]])) as PayslipAmounts // Every field.

const texts = (of: PayslipAmounts) =>
  Object.fromEntries(payslip_amounts.map((field) => [field, penceText(of[field])])) as Record<
    PayslipAmount,
    string
  > // Every field.

/** The part of corrections in an amount. */
const corrections_of: Partial<Record<PayslipAmount, string>> = {
  gross_pay: 'y.gross_pay',
  holiday_pay: 'y.holiday_pay',
  income_tax: 'y.income_tax',
  employee_ni: 'y.employee_ni',
  employee_pension: 'y.employee_pension',
  student_loan: 'y.student_loan',
  net_pay: 'y.net_pay',
  employer_ni: 'y.employer_ni',
  employer_pension: 'y.employer_pension',
  apprenticeship_levy: 'y.levy_charged',
}
const corrected = Object.values(corrections_of)
const summed = corrected.map((name) => name.slice(2))
const sumSql = (column: string): string =>
  column === 'holiday_pay'
    ? `coalesce(sum(c.gross_pay) filter (where c.pay_kind = 'holiday'), 0) as holiday_pay`
    : `coalesce(sum(c.${column}), 0) as ${column}`

/** By payroll id. Payslips of runs and of a bureau, and corrections of the year. */
const readRows = (
  { tx }: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
  employment_id: string | null,
): Promise<Row[]> =>
  tx.rows<Row>(
    `select e.id, k.name as worker, e.payroll_id, count(p.id)::int as payslip_count, y.count as correction_count,
       ${payslip_amounts
         .map(
           (field) =>
             `((coalesce(sum(p.${field}), 0) + ${corrections_of[field] ?? '0'}) * 100)::bigint as ${field}`,
         )
         .join(', ')}
     from business.employment e join business.business k on k.id = e.contractor_id
     left join transaction.payslip p on p.contractor_id = e.contractor_id and p.provider_id = e.provider_id
       and p.pay_date between $2::date and $3::date and p.status in ('issued', 'paid') and p.deleted_at is null
       and ${employmentOfSql('p')} = e.id
     cross join lateral (select count(*)::int as count, ${summed.map(sumSql).join(', ')}
       from transaction.year_correction c where c.employment_id = e.id and c.tax_year = $4) y
     where e.paye_scheme_id = $1 and e.id = coalesce($5::uuid, e.id) and e.deleted_at is null
     group by e.id, k.name, e.payroll_id, y.count, ${corrected.join(', ')} order by e.payroll_id, e.id`,
    [paye_scheme_id, dayOf(tax_year, 4, 6), dayOf(tax_year + 1, 4, 5), tax_year, employment_id],
  )
