import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { type Day, partsOf } from '#kernel/day.ts'
import { GBP, money } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { type PayrollCredit, payrollPostings } from '../../ledger/postings.rules.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, mandatory, optionalText } from '../../parties/party-input.server.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { addDues, type Due } from '../../payments/creditors/keep-payments.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockHmrc } from '../months/move-relief.server.ts'
import { yearEnd } from '../returns/tax-form.rules.ts'
import { lockScheme, type SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { requireReported } from './correction-facts.server.ts'
import { type PlannedCorrection, planCorrection, requireCorrectable } from './plan-correction.server.ts'
import { requireLetter } from './required-letter.server.ts'
import { owedBy } from './year-change.rules.ts'
import { year_correction } from './year-correction.entity.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  /** `2025-26` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  letter: z.enum(NI_LETTERS),
  from_pay_day: dayInput,
  reason: mandatory,
  evidence: optionalText,
})
type Asked = z.infer<typeof input>

/**
 * Corrects the NI letter of pay in a locked tax year. HMRC is owed the difference of both sides; a worker has their part back,
 * and the employer bears the rest. A mistaken correction is put right by another one.
 * @throws precondition that names a case which this version does not correct
 */
export const enterYearCorrection = verb({
  action_id: 'transaction.year_correction.enter',
  since: '0.1.0',
  summary:
    'Corrects the NI letter of pay in a tax year that is locked: the difference is owed to HMRC, or goes back',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({
    id: z.uuid(),
    period_count: z.number(),
    employee_ni: z.string(),
    employer_ni: z.string(),
    employment_allowance: z.string(),
    levy_due: z.string(),
  }),
  run: async (context, asked) => {
    const { tx, viewer } = context
    const [seen] = await loadVisible<EmploymentRow>(tx, viewer, 'business.employment', [asked.employment_id])
    // Payments of payslips lock creditors before the scheme.
    const hmrc_id = await lockHmrc(context)
    const scheme = await lockScheme(context, present(seen, 'the employment').paye_scheme_id)
    const employment = await lockEmployment(context, asked.employment_id)
    const year = present(
      TAX_YEARS.find(({ name }) => name === asked.tax_year),
      'rates of the year',
    )
    const tax_year = partsOf(year.last_day).year - 1
    const of = { employment, scheme, year, tax_year }
    await requireLetter(context, employment, asked)
    await requireCorrectable(context, of, asked.from_pay_day)
    const last = await requireReported(context, employment.id, tax_year)
    const correction = await planCorrection(context, of, asked)
    const id = await keepCorrection(context, employment, {
      ...asked,
      tax_year,
      correction,
      last_pay_day: last.pay_day,
    })
    await postCorrection(context, { id, hmrc_id, scheme, employment, tax_year }, correction)
    return {
      id,
      period_count: correction.periods.length,
      employee_ni: penceText(correction.employee),
      employer_ni: penceText(correction.employer),
      employment_allowance: penceText(correction.employment_allowance),
      levy_due: penceText(correction.levy_due),
    }
  },
})

type Entered = Omit<Asked, 'employment_id' | 'tax_year'> & {
  readonly tax_year: number
  readonly last_pay_day: Day
  readonly correction: PlannedCorrection
}

async function keepCorrection(
  context: VerbContext,
  employment: EmploymentRow,
  { letter, from_pay_day, reason, evidence, tax_year, last_pay_day, correction }: Entered,
): Promise<string> {
  const { tx, clock, audit } = context
  const { id: employment_id, contractor_id, paye_scheme_id, provider_id, agency_id } = employment
  const id = newUuid(clock)
  const before = await tx.row<{ last: number }>(
    `select coalesce(max(correction_no), 0) as last from transaction.year_correction where employment_id = $1 and tax_year = $2`,
    [employment_id, tax_year],
  )
  const values = {
    correction_no: (before?.last ?? 0) + 1,
    ...{ employment_id, contractor_id, paye_scheme_id, tax_year, letter, from_pay_day, last_pay_day, reason },
    evidence: evidence || null,
    period_count: correction.periods.length,
    employee_ni: penceText(correction.employee),
    employer_ni: penceText(correction.employer),
    employment_allowance: penceText(correction.employment_allowance),
    levy_charged: penceText(correction.levy),
    levy_due: penceText(correction.levy_due),
  }
  await insertRow(tx, year_correction, {
    ...values,
    id,
    working: correction.periods.map((one) => ({ ...one })),
    parts: [...correction.parts],
    currency_id: await currencyId(context, 'GBP'),
    provider_id,
    agency_id,
    ...enteredBy(context),
  })
  audit({ entity: 'transaction.year_correction', entity_id: id, new_values: values })
  return id
}

type Place = {
  readonly id: string
  readonly hmrc_id: string
  readonly scheme: SchemeRow
  readonly employment: EmploymentRow
  readonly tax_year: number
}

/** In the books and in payroll's payments: HMRC with the year's last month, the others today. */
async function postCorrection(
  context: VerbContext,
  { id, hmrc_id, scheme, employment, tax_year }: Place,
  correction: PlannedCorrection,
): Promise<void> {
  const { clock } = context
  const today = clock.today()
  const owed = owedBy(correction)
  const principal_id = await booksOf(context, employment, tax_year)
  const { business_id: employer_id, provider_id, agency_id } = scheme
  const credits: PayrollCredit[] = [
    { kind: 'hmrc_payable', business_id: employer_id, amount: money(owed.hmrc, GBP) },
    { kind: 'net_pay_payable', business_id: employment.contractor_id, amount: money(owed.worker, GBP) },
    { kind: 'relief_payable', business_id: employer_id, amount: money(owed.relief, GBP) },
  ]
  await postEntries(context, [
    {
      kind: 'payroll' as const,
      source_entity: 'transaction.year_correction',
      source_id: id,
      ...{ principal_id, provider_id, agency_id },
      fact_key: `year_correction:${id}`,
      post_date: today,
      postings: payrollPostings([], credits),
    },
  ])
  const due = {
    ...{ paye_scheme_id: scheme.id, employer_id, principal_id, provider_id, agency_id },
    ...{ payslip_id: null, pension_scheme_id: null, attachment_order_id: null },
    currency_id: await currencyId(context, 'GBP'),
  }
  const reference = scheme.accounts_office_reference
  const dues: Due[] = [
    {
      ...due,
      ...taxMonths(yearEnd(tax_year), scheme.payment_frequency),
      ...{ kind: 'hmrc', payee_id: hmrc_id, reference, pence: owed.hmrc },
    },
    {
      ...due,
      ...taxMonths(today, scheme.payment_frequency),
      ...{ kind: 'relief', payee_id: employer_id, reference, pence: owed.relief },
    },
    {
      ...due,
      ...{ period_start: null, period_end: null, due_date: today, year_correction_id: id },
      ...{
        kind: 'net_pay',
        payee_id: employment.contractor_id,
        reference: employment.payroll_id,
        pence: owed.worker,
      },
    },
  ]
  await addDues(
    context,
    dues.filter(({ pence }) => pence !== 0),
  )
}

/** The books that owe HMRC most for the worker's pay of the year. */
async function booksOf(
  { tx }: VerbContext,
  { id, provider_id }: EmploymentRow,
  tax_year: number,
): Promise<string> {
  const row = await tx.row<{ principal_id: string }>(
    `select t.principal_id from transaction.pay_run r join transaction.pay_run_payslip c on c.pay_run_id = r.id
     join ledger.transaction t on t.source_entity = 'transaction.payslip' and t.source_id = c.payslip_id
     join ledger.posting g on g.transaction_id = t.id
     join ledger.account a on a.id = g.account_id and a.kind = 'hmrc_payable'
     where c.employment_id = $1 and r.tax_year = $2 group by 1 order by sum(g.amount), 1 limit 1`,
    [id, tax_year],
  )
  return row?.principal_id ?? provider_id
}
