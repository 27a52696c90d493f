import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import { eachReported } from '../figures/fps-figures.rules.ts'
import { readCorrections } from '../months/read-p32.server.ts'
import { readTaxYear } from '../months/read-year.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { builtOutput } from './build-fps.server.ts'
import { type EpsFacts, epsContent, mayReport } from './eps.rules.ts'
import { type Before, endIn, keepReturn, schemeOfReturn } from './keep-return.server.ts'
import { fact_columns, who } from './rti-submission.rules.ts'

const MONTHS = 12

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  /** `2026-27` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  tax_month: z.int().min(1).max(MONTHS),
  no_payment: z.boolean().default(false),
  /** Months after it without pay. */
  inactive_months: z.int().min(0).max(MONTHS).default(0),
  is_final: z.boolean().default(false),
})

/**
 * Builds the Employer Payment Summary of a tax month: what payments do not say, to date.
 * @throws invalid where nobody was to be paid and somebody was; precondition where there is nothing to say
 */
export const buildEps = verb({
  action_id: 'transaction.rti_submission.build_eps',
  since: '0.1.0',
  summary: 'Builds the Employer Payment Summary of a tax month',
  machine: 'refused',
  impersonator: 'refused',
  who: who.build,
  input,
  output: builtOutput,
  run: async (context, { paye_scheme_id, tax_year: name, ...asked }) => {
    const { tax_month } = asked
    // Held until the end: of two builds at once, the second replaces the first.
    await lockScheme(context, paye_scheme_id)
    const scheme = present(await schemeOfReturn(context, paye_scheme_id), 'the locked scheme')
    const tax_year = Number(name.slice(0, 4))
    const { from, to } = taxMonth(tax_year, tax_month)
    if (from > context.clock.today()) throw invalid({ tax_month: `This month begins on ${formatDay(from)}` })
    const before = await context.tx.row<Before>(
      `select ${fact_columns} from transaction.rti_submission t where t.paye_scheme_id = $1 and t.kind = 'eps'
         and t.tax_year = $2 and t.tax_month = $3 and t.status not in ('filed_outside', 'accepted', 'rejected')`,
      [paye_scheme_id, tax_year, tax_month],
    )
    const facts: EpsFacts = {
      employer: scheme,
      tax_year,
      month: tax_month,
      ended_on: endIn(scheme, tax_year),
      ...asked,
      ...(await factsOf(context, { paye_scheme_id, tax_year, tax_month, own: before?.id ?? null })),
    }
    const verdict = mayReport(facts)
    if (verdict !== true)
      throw verdict.code === 'invalid'
        ? invalid({ no_payment: verdict.message })
        : precondition(verdict.message)
    const kept = await keepReturn(
      context,
      scheme,
      {
        kind: 'eps',
        pay_run_id: null,
        year_correction_id: null,
        tax_year,
        tax_month,
        period_end: to,
        employee_count: 0,
        late_reason: null,
        is_final: asked.is_final,
        no_payment: asked.no_payment,
        inactive_months: asked.inactive_months,
        claims_allowance: facts.claims_allowance,
      },
      { content: epsContent(facts) },
      before,
    )
    return { ...kept, faults: [...kept.faults] }
  },
})

type Month = {
  readonly paye_scheme_id: string
  readonly tax_year: number
  readonly tax_month: number
  /** The return that is built again. */
  readonly own: string | null
}

async function factsOf(
  context: VerbContext,
  { paye_scheme_id, tax_year, tax_month, own }: Month,
): Promise<Pick<EpsFacts, 'was_paid' | 'claims_allowance' | 'levy' | 'recovered' | 'cis_suffered'>> {
  const { from, to } = taxMonth(tax_year, tax_month)
  const row = present(
    await context.tx.row<{ charges_levy: boolean; has_claimed: boolean; was_paid: boolean }>(
      `select s.levy_charge = 'per_timesheet' as charges_levy,
         exists (select from transaction.rti_submission o where o.paye_scheme_id = s.id and o.tax_year = $4
           and o.claims_allowance and o.status <> 'rejected' and o.id is distinct from $5::uuid)
           or exists (select from transaction.tax_month b where b.paye_scheme_id = s.id and b.tax_year = $4
             and b.status = 'taken_over' and b.employment_allowance > 0) as has_claimed,
         exists (select from transaction.pay_run r where r.paye_scheme_id = s.id and r.status in ('approved', 'paid')
           and r.pay_day between $2::date and $3::date)
           or exists (select from transaction.tax_month b where b.paye_scheme_id = s.id and b.period_end = $3::date
             and b.status = 'taken_over' and b.income_tax + b.employee_ni + b.employer_ni > 0) as was_paid
       from business.paye_scheme s where s.id = $1`,
      [paye_scheme_id, from, to, tax_year, own],
    ),
    'the locked scheme',
  )
  const months = (await readTaxYear(context, paye_scheme_id, tax_year)).slice(0, tax_month)
  const month = present(months.at(-1), 'the month')
  // Of letter X, after the end of the year.
  const corrected = tax_month === MONTHS ? await readCorrections(context, paye_scheme_id, tax_year) : null
  const toDate = (part: 'pay' | 'compensation') =>
    eachReported((kind) =>
      months.reduce((sum, { back, former }) => sum + back[part][kind] + (former?.back[part][kind] ?? 0), 0),
    )
  return {
    was_paid: row.was_paid,
    claims_allowance: month.claims_allowance && !row.has_claimed,
    levy: row.charges_levy
      ? {
          due: months.reduce(
            (sum, { figures, former }) => sum + figures.levy_due + (former?.levy_due ?? 0),
            corrected?.levy_due ?? 0,
          ),
          allowance: month.levy_allowance,
        }
      : null,
    recovered: { pay: toDate('pay'), compensation: toDate('compensation') },
    cis_suffered: Math.max(
      month.cis_to_date,
      months.reduce((sum, { former }) => sum + (former?.cis_suffered ?? 0), 0),
    ),
  }
}
