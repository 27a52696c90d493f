/** The employer's relief of a closed month, in the books and in payroll's payments; and taken back again. */
import { present } from '#kernel/assert.ts'
import { GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { postEntries, reverseEntry } from '../../ledger/post.server.ts'
import { reliefPostings } from '../../ledger/postings.rules.ts'
import { creditorsOf, hmrc_name } from '../../payments/creditors/creditor.server.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { addDues, type Due } from '../../payments/creditors/keep-payments.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import type { SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { spreadRelief } from './month-figures.rules.ts'
import type { YearMonth } from './read-year.server.ts'

/**
 * HMRC as a creditor. Payments of payslips lock creditors before the scheme, and so do months: they ask for it first.
 */
export async function lockHmrc(context: VerbContext): Promise<string> {
  const creditors = await creditorsOf(context, context.viewer.business_id, [hmrc_name])
  return present(creditors.get(hmrc_name), 'HMRC')
}

export type Month = Pick<YearMonth, 'from' | 'to'> & {
  readonly hmrc_id: string
  readonly id: string
  readonly human_id: string
  readonly currency_id: string
}

/** Posts the relief of a month that is closed now, and takes it from HMRC's payment. */
export async function giveRelief(
  context: VerbContext,
  scheme: SchemeRow,
  month: Month,
  relief: Pence,
): Promise<void> {
  const parts = [...spreadRelief(relief, await owedInBooks(context, scheme, month))]
  await postEntries(
    context,
    parts.map(([principal_id, part]) => ({
      kind: 'tax_month' as const,
      source_entity: 'transaction.tax_month',
      source_id: month.id,
      principal_id,
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
      fact_key: `tax_month:${month.id}:${principal_id}`,
      post_date: context.clock.today(),
      postings: reliefPostings(scheme.business_id, money(part, GBP)),
    })),
  )
  const dues = duesOf(scheme, month, parts)
  await addDues(context, [...dues, ...(await carried(context, scheme, month))])
}

/** The mirror of a month's entries, and of the payments that they changed. */
export async function takeReliefBack(context: VerbContext, scheme: SchemeRow, month: Month): Promise<void> {
  const entries = await context.tx.rows<{ id: string; principal_id: string; relief: string }>(
    `select t.id, t.principal_id, sum(g.amount)::numeric(15,2)::text as relief
     from ledger.transaction t join ledger.posting g on g.transaction_id = t.id
     join ledger.account a on a.id = g.account_id and a.kind = 'hmrc_payable'
     where t.source_entity = 'transaction.tax_month' and t.source_id = $1 and t.reverses_id is null
     group by t.id, t.principal_id order by t.principal_id`,
    [month.id],
  )
  for (const { id, principal_id } of entries)
    await reverseEntry(context, {
      kind: 'tax_month',
      source_entity: 'transaction.tax_month',
      source_id: month.id,
      fact_key: `tax_month:${month.id}:${principal_id}:corrected`,
      post_date: context.clock.today(),
      transaction_id: id,
    })
  const parts = entries.map(({ principal_id, relief }) => [principal_id, -readPence(relief)] as const)
  await addDues(context, duesOf(scheme, month, parts))
}

/** The debt of the month's payslips to HMRC in each set of books; the provider's where there are none. */
async function owedInBooks(
  { tx }: VerbContext,
  scheme: SchemeRow,
  { from, to }: Month,
): Promise<ReadonlyMap<string, Pence>> {
  const rows = await tx.rows<{ principal_id: string; owed: string }>(
    `select t.principal_id, (-sum(g.amount))::numeric(15,2)::text as owed
     from transaction.pay_run r join transaction.pay_run_payslip c on c.pay_run_id = r.id
     join ledger.transaction t on t.source_entity = 'transaction.payslip' and t.source_id = c.payslip_id
     join ledger.posting g on g.transaction_id = t.id
     join ledger.account a on a.id = g.account_id and a.kind = 'hmrc_payable'
     where r.paye_scheme_id = $1 and r.pay_day between $2::date and $3::date group by 1`,
    [scheme.id, from, to],
  )
  return rows.length === 0
    ? new Map([[scheme.provider_id, 0]])
    : new Map(rows.map(({ principal_id, owed }) => [principal_id, readPence(owed)]))
}

function duesOf(scheme: SchemeRow, month: Month, parts: readonly (readonly [string, Pence])[]): Due[] {
  return parts
    .flatMap(([principal_id, part]): Due[] => {
      const due = {
        paye_scheme_id: scheme.id,
        employer_id: scheme.business_id,
        principal_id,
        payslip_id: null,
        pension_scheme_id: null,
        attachment_order_id: null,
        currency_id: month.currency_id,
        provider_id: scheme.provider_id,
        agency_id: scheme.agency_id,
        ...taxMonths(month.to, scheme.payment_frequency),
      }
      return [
        {
          ...due,
          kind: 'hmrc',
          payee_id: month.hmrc_id,
          reference: scheme.accounts_office_reference,
          pence: -part,
        },
        { ...due, kind: 'relief', payee_id: scheme.business_id, reference: month.human_id, pence: part },
      ]
    })
    .filter(({ pence }) => pence !== 0)
}

/** Payments below zero of earlier months of the tax year, set against this one. */
async function carried(context: VerbContext, scheme: SchemeRow, { to }: Month): Promise<Due[]> {
  const now = taxMonths(to, scheme.payment_frequency)
  await lockKey(context.tx, 'payroll_payment', scheme.id)
  const rows = await context.tx.rows<Due & { amount: string }>(
    `select t.kind, t.principal_id, t.paye_scheme_id, t.employer_id, t.payee_id, t.payslip_id, t.pension_scheme_id,
       t.attachment_order_id, t.period_start, t.period_end, t.due_date, t.currency_id, t.reference, t.provider_id, t.agency_id, t.amount
     from transaction.payroll_payment t
     where t.paye_scheme_id = $1 and t.kind in ('hmrc', 'relief') and t.status = 'due' and t.amount < 0
       and t.period_end < $2::date and t.period_end >= $3::date order by t.id`,
    [scheme.id, now.period_start, taxYearStart(now.period_start)],
  )
  return rows.flatMap(({ amount, ...row }): Due[] => [
    { ...row, pence: -readPence(amount) },
    {
      ...row,
      period_start: now.period_start,
      period_end: now.period_end,
      due_date: now.due_date,
      pence: readPence(amount),
    },
  ])
}
