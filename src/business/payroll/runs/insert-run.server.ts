/** The row of a new pay run, opened by a person or by the night. */
import { type Day, partsOf } from '#kernel/day.ts'
import type { AuditEntry, VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { payPeriod } from '../engine/pay-period.rules.ts'
import { pay_run } from './pay-run.entity.ts'
import { slipFrequency } from './run-work.rules.ts'

type NewRun = {
  readonly id: string
  readonly human_id: string
  readonly paye_scheme_id: string
  readonly frequency: Parameters<typeof slipFrequency>[0]
  readonly pay_day: Day
  /** The job that calculates it; null: a person starts it. */
  readonly job_id: string | null
  readonly prepared_by: readonly string[]
  readonly maker: string
  readonly provider_id: string
  readonly agency_id: string
}

/** Inserts an open run. @returns its audit entry */
export async function insertRun(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  run: NewRun,
): Promise<AuditEntry> {
  const { id, human_id, paye_scheme_id, frequency, pay_day } = run
  const now = clock.now()
  await insertRow(tx, pay_run, {
    ...run,
    tax_year: partsOf(taxYearStart(pay_day)).year,
    // Of the pay day: two payments within a fortnight are two payslips.
    period_number: payPeriod(pay_day, slipFrequency(frequency)).period_number,
    status: 'open',
    last_gross_pay: null,
    last_net_pay: null,
    content_hash: null,
    currency_id: await currencyId({ tx, clock }, 'GBP'),
    checker: null,
    checked_at: null,
    approved_by: null,
    approver: null,
    approved_at: null,
    return_reason: null,
    cancel_reason: null,
    reopen_reason: null,
    reopener: null,
    reopened_at: null,
    went_back_at: null,
    went_back_for: null,
    created_at: now,
    updated_at: now,
  })
  return {
    entity: 'transaction.pay_run',
    entity_id: id,
    new_values: { human_id, status: 'open', paye_scheme_id, frequency, pay_day },
  }
}

/** The closed tax month of the scheme with this day. */
export const closedMonth = (
  { tx }: Pick<VerbContext, 'tx'>,
  paye_scheme_id: string,
  pay_day: Day,
): Promise<{ readonly period_end: Day } | undefined> =>
  tx.row<{ period_end: Day }>(
    `select period_end from transaction.tax_month where paye_scheme_id = $1 and status = 'closed'
       and $2::date between period_start and period_end`,
    [paye_scheme_id, pay_day],
  )
