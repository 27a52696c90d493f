import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { type Day, day, minDay, partsOf } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { readParties } from '../../invoices/read-work.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import { tablePeriod } from '../engine/table-period.rules.ts'
import { toldOf } from '../figures/fps-figures.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { isWeek1Sql, previousOf, previousPaySql } from '../runs/employment-state.server.ts'
import { withTakeover } from '../takeover/payroll-takeover.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { readSlips } from './read-fps.server.ts'
import { tax_form } from './tax-form.entity.ts'
import { type FormFacts, formPage, mayIssue, yearEnd } from './tax-form.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  kind: z.enum(['p45', 'p60']),
  /** Of a P60: `2025-26`. A P45 is of the year of the leave date. */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)).optional(),
})

/**
 * Gives a worker the P45 or P60 of an employment; a second one is a copy of the first.
 * @throws precondition with the reason why there is none
 */
export const issueTaxForm = verb({
  action_id: 'transaction.tax_form.issue',
  since: '0.1.0',
  summary:
    'Issues the P45 or P60 of an employment, a second one as a copy, a P60 after a correction as a replacement',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), is_copy: z.boolean() }),
  run: async (context, { employment_id, kind, tax_year: name }) => {
    const { tx, clock } = context
    // Held until the end: of two issues at once, the second is a copy.
    const employment = await lockEmployment(context, employment_id)
    if (kind === 'p60' && name === undefined) throw invalid({ tax_year: validationText.required })
    const tax_year =
      kind === 'p60'
        ? Number(name?.slice(0, 4))
        : partsOf(taxYearStart(employment.leave_date ?? clock.today())).year
    const originals = await tx.rows<{
      page: object
      tax_code: string
      pay_to_date: string
      tax_to_date: string
      year_correction_id: string | null
    }>(
      `select page, tax_code, pay_to_date, tax_to_date, year_correction_id from transaction.tax_form
       where employment_id = $1 and kind = $2 and tax_year = $3 and not is_copy`,
      [employment_id, kind, tax_year],
    )
    const year_correction_id = kind === 'p60' ? await lastCorrection(context, employment_id, tax_year) : null
    const original = originals.find((one) => one.year_correction_id === year_correction_id)
    const made = original ?? {
      ...(await madeOf(context, employment, kind, tax_year)),
      year_correction_id,
    }
    const is_copy = original !== undefined
    // HMRC asks for the word on a certificate that takes the place of another one.
    const given =
      is_copy || originals.length === 0 ? made : { ...made, page: { ...made.page, replacement: true } }
    const id = newUuid(clock)
    await insertRow(tx, tax_form, {
      ...given,
      page: is_copy ? { ...given.page, copy: true } : given.page,
      id,
      kind,
      employment_id,
      contractor_id: employment.contractor_id,
      tax_year,
      is_copy,
      issued_on: clock.today(),
      currency_id: await currencyId(context, 'GBP'),
      provider_id: employment.provider_id,
      agency_id: employment.agency_id,
      ...enteredBy(context),
    })
    context.audit({
      entity: 'transaction.tax_form',
      entity_id: id,
      new_values: { kind, employment_id, tax_year, is_copy, year_correction_id },
    })
    return { id, is_copy }
  },
})

/** The last correction of the year, which a P60 counts; null without one. */
async function lastCorrection({ tx }: VerbContext, employment_id: string, tax_year: number) {
  const row = await tx.row<{ id: string }>(
    `select id from transaction.year_correction where employment_id = $1 and tax_year = $2
     order by correction_no desc limit 1`,
    [employment_id, tax_year],
  )
  return row?.id ?? null
}

async function madeOf(
  context: VerbContext,
  employment: EmploymentRow,
  kind: 'p45' | 'p60',
  tax_year: number,
) {
  const facts = await factsOf(context, employment, kind, tax_year)
  requireCan(mayIssue(facts))
  return {
    page: formPage(facts),
    tax_code: facts.tax_code,
    pay_to_date: penceText(facts.told.taxable),
    tax_to_date: penceText(facts.told.tax),
  }
}

type Row = {
  readonly worker: string
  readonly first_name: string
  readonly last_name: string
  readonly ni_number: string | null
  readonly date_of_birth: string | null
  readonly gender: 'M' | 'F' | null
  readonly employer_reference: string
  readonly employer_id: string
  readonly tax_code: string | null
  readonly previous_pay: string | null
  readonly previous_tax: string | null
  readonly p45_leave_date: Day | null
  readonly p45_is_week1: boolean | null
  readonly p45_pay_to_date: string | null
  readonly p45_tax_to_date: string | null
  readonly has_loan: boolean
  readonly has_outside_pay: boolean
  readonly unreported_run: string | null
}

async function factsOf(
  context: VerbContext,
  employment: EmploymentRow,
  kind: 'p45' | 'p60',
  tax_year: number,
): Promise<FormFacts> {
  const { tx, clock } = context
  const from = taxMonth(tax_year, 1).from
  const to = yearEnd(tax_year)
  const on = kind === 'p60' || employment.leave_date === null ? to : minDay(day(employment.leave_date), to)
  const row = present(await readRow(context, employment.id, { from, to, on }), 'the locked employment')
  const slips = (await readSlips(tx, [employment.id], from, to)).get(employment.id) ?? []
  const takeover = (await takeoversOf(tx, [employment.id], from)).get(employment.id) ?? null
  const last = slips.findLast(({ is_correction }) => !is_correction)
  const period_number =
    last?.parts[0]?.period_number ??
    (takeover ? tablePeriod(takeover.last_pay_day, employment.pay_frequency) : undefined)
  const parties = await readParties(tx, [employment.contractor_id, row.employer_id])
  const address = (id: string) => parties.get(id)?.invoicing_address ?? ''
  const { worker, first_name, last_name, ni_number, gender } = row
  const { has_loan, has_outside_pay, unreported_run, employer_reference } = row
  return {
    kind,
    tax_year,
    issued_on: clock.today(),
    ...{ worker, first_name, last_name, ni_number, gender, employer_reference },
    date_of_birth: row.date_of_birth === null ? null : day(row.date_of_birth),
    worker_address: address(employment.contractor_id),
    employer: parties.get(row.employer_id)?.business_name ?? '',
    employer_address: address(row.employer_id),
    payroll_id: employment.payroll_id,
    start_date: day(employment.start_date),
    leave_date: employment.leave_date === null ? null : day(employment.leave_date),
    tax_code: last?.tax_code ?? row.tax_code ?? '',
    period:
      period_number === undefined
        ? null
        : { unit: employment.pay_frequency === 'month' ? 'Month' : 'Week', number: period_number },
    previous: previousOf(row, row, { start: from, takeover }),
    told: withTakeover(toldOf(slips), takeover),
    ...{ has_loan, has_outside_pay, unreported_run },
  }
}

type Days = { readonly from: Day; readonly to: Day; readonly on: Day }

/** The caller has seen that the employment is the viewer's. */
const readRow = ({ tx }: VerbContext, id: string, { from, to, on }: Days) =>
  tx.row<Row>(
    `select k.name as worker, i.first_name, i.last_name, i.ni_number, i.date_of_birth, i.gender,
       s.employer_reference, s.business_id as employer_id,
       c.code || case when ${isWeek1Sql('$2')} then ' W1/M1' else '' end as tax_code, ${previousPaySql('$2')},
       e.p45_leave_date, e.p45_is_week1, e.p45_pay_to_date, e.p45_tax_to_date,
       exists (select from business.student_loan l where l.employment_id = e.id and l.effective_from <= $4::date
         and coalesce(l.effective_to, $4::date) >= $4::date) as has_loan,
       -- Payslips name an agency: another employer's workers are paid by a bureau's figures.
       e.agency_id is null or exists (select from transaction.payslip p where p.contractor_id = e.contractor_id and p.agency_id = e.agency_id
         and p.pay_date between greatest(e.start_date, $2::date) and $3::date and p.deleted_at is null
         and ${employmentOfSql('p')} = e.id
         and not exists (select from transaction.pay_run_payslip o where o.payslip_id = p.id)) as has_outside_pay,
       (select case when exists (select from transaction.rti_submission o where o.pay_run_id = r.id and o.status not in ('built', 'rejected'))
           then null else r.human_id end
         from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
         where p.employment_id = e.id and p.payslip_id is not null and r.pay_day between $2::date and $3::date
         order by r.pay_day desc limit 1) as unreported_run
     from business.employment e
     join business.paye_scheme s on s.id = e.paye_scheme_id
     join business.business k on k.id = e.contractor_id
     join business.individual i on i.id = k.individual_id
     left join business.tax_code c on c.employment_id = e.id and c.deleted_at is null
       and $4::date between c.effective_from and coalesce(c.effective_to, $4::date)
     where e.id = $1`,
    [id, from, to, on],
  )
