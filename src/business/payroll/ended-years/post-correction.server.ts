/** A correction of an ended tax year in the books, and in the payments of payroll. */
import { present } from '#kernel/assert.ts'
import { GBP, money } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { type PayrollCredit, payrollPostings } from '../../ledger/postings.rules.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { creditorsOf } from '../../payments/creditors/creditor.server.ts'
import { pensionMonth, taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { addDues, type Due } from '../../payments/creditors/keep-payments.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockOverpaid } from '../overpayments/overpaid.server.ts'
import { overpayment } from '../overpayments/overpayment.entity.ts'
import { yearEnd } from '../returns/tax-form.rules.ts'
import type { SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import type { CorrectedPension } from './corrected-pension.server.ts'
import type { AskedPay } from './pay-correction.rules.ts'
import type { Settlement } from './year-change.rules.ts'

export type Place = {
  readonly id: string
  readonly hmrc_id: string
  readonly scheme: SchemeRow
  readonly employment: EmploymentRow
  readonly tax_year: number
  /** The pension that takes the difference of contributions. */
  readonly pension?: CorrectedPension | null
  /** Pay that was corrected: the worker owes the part that was too much. */
  readonly of_pay?: Pick<AskedPay, 'pay_day'> & { readonly reason: string }
}

/** HMRC is owed with the year's last month, the others from today on. */
export async function postCorrection(context: VerbContext, place: Place, owed: Settlement): Promise<void> {
  const { id, hmrc_id, scheme, employment, tax_year, pension } = place
  const { clock } = context
  const today = clock.today()
  const principal_id = await booksOf(context, employment, tax_year)
  const { business_id: employer_id, provider_id, agency_id } = scheme
  const pension_payee = pension
    ? (await creditorsOf(context, provider_id, [pension.provider])).get(pension.provider)
    : undefined
  const { contractor_id } = employment
  const back = Math.min(0, owed.worker)
  const paid = Math.max(0, owed.worker)
  const credits: PayrollCredit[] = [
    { kind: 'hmrc_payable', business_id: employer_id, amount: money(owed.hmrc, GBP) },
    { kind: 'net_pay_payable', business_id: contractor_id, amount: money(paid, GBP) },
    { kind: 'worker_overpayment', business_id: contractor_id, amount: money(back, GBP) },
    { kind: 'relief_payable', business_id: employer_id, amount: money(owed.relief, GBP) },
    ...(pension
      ? [
          {
            kind: 'pension_payable' as const,
            business_id: present(pension_payee, 'the pension provider'),
            amount: money(owed.pension, GBP),
          },
        ]
      : []),
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
      ...{ kind: 'net_pay', payee_id: contractor_id, reference: employment.payroll_id, pence: paid },
    },
    ...(pension
      ? [
          {
            ...due,
            ...pensionMonth(today, pension.payment_day),
            ...{ kind: 'pension' as const, payee_id: present(pension_payee, 'the pension provider') },
            ...{ pension_scheme_id: pension.id, reference: pension.employer_reference ?? '' },
            pence: owed.pension,
          },
        ]
      : []),
  ]
  await addDues(
    context,
    dues.filter(({ pence }) => pence !== 0),
  )
  if (back < 0) await carryOverpayment(context, place, { principal_id, pence: -back })
}

/** The worker owes net pay that was too much, in the books of the correction (decisions 0188, 0200). */
async function carryOverpayment(
  context: VerbContext,
  { id: year_correction_id, employment, of_pay }: Place,
  { principal_id, pence }: { readonly principal_id: string; readonly pence: Pence },
): Promise<void> {
  const { tx, clock, audit } = context
  await lockOverpaid(tx, [employment.id])
  const { pay_day, reason } = present(of_pay, 'the corrected pay')
  const id = newUuid(clock)
  const values = {
    employment_id: employment.id,
    kind: 'carried' as const,
    status: 'done' as const,
    amount: penceText(pence),
    ...{ reason, pay_day, year_correction_id },
  }
  await insertRow(tx, overpayment, {
    ...{ id, contractor_id: employment.contractor_id, ...values, payslip_id: null, principal_id },
    ...{ decided_by: null, decided_by_name: null, decided_at: null, decision_comment: null },
    currency_id: await currencyId(context, 'GBP'),
    provider_id: employment.provider_id,
    agency_id: employment.agency_id,
    ...enteredBy(context),
  })
  audit({ entity: 'transaction.overpayment', entity_id: id, new_values: values })
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
