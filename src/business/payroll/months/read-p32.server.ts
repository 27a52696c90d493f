import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText, readPence } from '../figures/run-figures.rules.ts'
import type { SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { earlier_letters } from '../takeover/payroll-takeover.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { type ComparedSums, compareFormer } from './former-comparison.rules.ts'
import { closeFault } from './month-figures.rules.ts'
import { monthLines } from './month-lines.rules.ts'
import { type Corrected, correctionLines, p32Months, withCorrections } from './p32.rules.ts'
import { readTaxYear } from './read-year.server.ts'

const line = z.strictObject({ name: z.string(), amount: z.string(), why: z.string() })
const columns = {
  income_tax: z.string(),
  student_loan: z.string(),
  employee_ni: z.string(),
  employer_ni: z.string(),
  recovered: z.string(),
  compensation: z.string(),
  employment_allowance: z.string(),
  levy_due: z.string(),
  cis_suffered: z.string(),
  due: z.string(),
  paid: z.string(),
  balance: z.string(),
} as const

const output = z.strictObject({
  employer_reference: z.string(),
  employer: z.string(),
  accounts_office_reference: z.string(),
  months: z.array(
    z.strictObject({
      ...columns,
      tax_month: z.number(),
      from: z.string(),
      to: z.string(),
      due_date: z.string(),
      payslip_count: z.number(),
      /** The closed month; null where it is open. */
      closed_id: z.uuid().nullable(),
      closed_human_id: z.string().nullable(),
      may_close: z.boolean(),
      /** The month by the payroll before; null without one. */
      former_id: z.uuid().nullable(),
      lines: z.array(line),
    }),
  ),
  totals: z.strictObject(columns),
  /** The debt to HMRC in the books for the year. */
  in_books: z.string(),
  /** On payslips that are not paid yet, and reliefs of months that are not closed: not in the books. */
  not_in_books: z.string(),
  /** Due and not paid by the payroll before: not in these books either. */
  before: z.string(),
  /** Months of the payroll before beside its employments that were taken over; none without such a month. */
  compared: z.array(
    z.strictObject({
      name: z.string(),
      by_months: z.string(),
      by_employments: z.string(),
      difference: z.string(),
      sentence: z.string(),
    }),
  ),
})

/** The employer's payment record: each month of a tax year with its payments, beside the books. Stores nothing. */
export const readP32 = verb({
  action_id: 'transaction.tax_month.p32',
  since: '0.1.0',
  summary: 'The employer’s payment record (P32) of a tax year: what is due to HMRC for each month, and paid',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: payroll_data_roles, provider: category_roles.provider },
  is_reading: true,
  input: z.strictObject({
    paye_scheme_id: z.uuid(),
    /** `2026-27` */
    tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  }),
  output,
  run: async (context, { paye_scheme_id, tax_year: name }) => {
    const { tx, viewer, clock } = context
    const [scheme] = await loadVisible<SchemeRow & { employer_reference: string; employer: string }>(
      tx,
      viewer,
      'business.paye_scheme',
      [paye_scheme_id],
      {
        columns: `t.id, t.employer_reference, t.accounts_office_reference, t.payment_frequency,
          (select b.name from business.business b where b.id = t.business_id) as employer`,
      },
    )
    if (!scheme) throw notFound('PAYE scheme')
    const tax_year = Number(name.slice(0, 4))
    const year = await readTaxYear(context, paye_scheme_id, tax_year)
    const corrected = await readCorrections(context, paye_scheme_id, tax_year)
    const { months, totals } = p32Months(withCorrections(year, corrected))
    const in_books = await inBooks(context, paye_scheme_id, tax_year)
    const before = year.reduce((sum, { former }) => sum + (former ? former.due - former.paid : 0), 0)
    return {
      employer_reference: scheme.employer_reference,
      employer: scheme.employer,
      accounts_office_reference: scheme.accounts_office_reference,
      months: year.map(({ month, from, to, figures, closed, payslip_count, former }, at) => ({
        ...texts(months[at] ?? totals),
        tax_month: month,
        from,
        to,
        due_date: taxMonths(to, scheme.payment_frequency).due_date,
        payslip_count,
        closed_id: closed?.id ?? null,
        closed_human_id: closed?.human_id ?? null,
        may_close: closeFault(year, month, clock.today()) === null,
        former_id: former?.id ?? null,
        lines: [...monthLines(figures, former), ...(month === MONTHS ? correctionLines(corrected) : [])].map(
          (one) => ({
            ...one,
            amount: penceText(one.amount),
          }),
        ),
      })),
      totals: texts(totals),
      in_books: penceText(in_books),
      not_in_books: penceText(totals.balance - in_books - before),
      before: penceText(before),
      compared: compareFormer(
        year.flatMap(({ former }) => former ?? []),
        await takenOver(context, paye_scheme_id, tax_year),
      ).map((line) => ({
        ...line,
        by_months: penceText(line.by_months),
        by_employments: penceText(line.by_employments),
        difference: penceText(line.difference),
      })),
    }
  },
})

const texts = <K extends string>(amounts: Readonly<Record<K, Pence>>): Record<K, string> =>
  Object.fromEntries(
    Object.entries<Pence>(amounts).map(([field, amount]) => [field, penceText(amount)]),
  ) as Record<K, string> // The same keys.

const prefixes = ['', ...earlier_letters] as const
const allLettersSql = (field: 'employee_ni' | 'employer_ni') =>
  prefixes.map((prefix) => `coalesce(t.${prefix}${field}, 0)`).join(' + ')

/** Figures to date of the employments that were taken over in the tax year, by all letters. */
async function takenOver(
  { tx }: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
): Promise<ComparedSums> {
  const sum = (sql: string) => `(coalesce(sum(${sql}), 0) * 100)::bigint`
  const row = await tx.row<ComparedSums>(
    `select ${sum('t.income_tax')} as income_tax, ${sum(allLettersSql('employee_ni'))} as employee_ni,
       ${sum(allLettersSql('employer_ni'))} as employer_ni, ${sum('t.student_loan + t.postgraduate_loan')} as student_loan
     from business.payroll_takeover t join business.employment e on e.id = t.employment_id
     where e.paye_scheme_id = $1 and t.tax_year = $2 and t.deleted_at is null and e.deleted_at is null`,
    [paye_scheme_id, tax_year],
  )
  return present(row, 'sums')
}

const MONTHS = 12

/** Corrections of a scheme's year after its end. */
export async function readCorrections(
  { tx }: VerbContext,
  paye_scheme_id: string,
  tax_year: number,
): Promise<Corrected> {
  const sum = (field: Exclude<keyof Corrected, 'count'>) =>
    `(coalesce(sum(${field}), 0) * 100)::bigint as ${field}`
  const row = await tx.row<Corrected>(
    `select count(*)::int as count, ${sum('income_tax')}, ${sum('student_loan')}, ${sum('employee_ni')}, ${sum('employer_ni')}, ${sum('employment_allowance')},
       ${sum('levy_charged')}, ${sum('levy_due')}
     from transaction.year_correction where paye_scheme_id = $1 and tax_year = $2`,
    [paye_scheme_id, tax_year],
  )
  return present(row, 'sums')
}

/** The balance of HMRC's account from payslips, closed months and payments of the year. */
async function inBooks({ tx }: VerbContext, paye_scheme_id: string, tax_year: number): Promise<Pence> {
  const row = await tx.row<{ owed: string }>(
    `with sources as (
       select 'transaction.payslip' as entity, c.payslip_id as id from transaction.pay_run r
         join transaction.pay_run_payslip c on c.pay_run_id = r.id where r.paye_scheme_id = $1 and r.tax_year = $2
       union all select 'transaction.tax_month', m.id from transaction.tax_month m where m.paye_scheme_id = $1 and m.tax_year = $2
       union all select 'transaction.year_correction', c.id from transaction.year_correction c where c.paye_scheme_id = $1 and c.tax_year = $2
       union all select 'transaction.payment_receipt_summary', w.payment_id from transaction.payroll_payment w
         where w.paye_scheme_id = $1 and w.kind = 'hmrc' and w.status = 'paid'
           and w.period_end between make_date($2, 4, 6) and make_date($2 + 1, 4, 5))
     select coalesce(-sum(g.amount), 0)::numeric(15,2)::text as owed from sources s
     join ledger.transaction t on t.source_entity = s.entity and t.source_id = s.id
     join ledger.posting g on g.transaction_id = t.id
     join ledger.account a on a.id = g.account_id and a.kind = 'hmrc_payable'`,
    [paye_scheme_id, tax_year],
  )
  return readPence(row?.owed ?? '0')
}
