/** Keeps the holiday movements of issued payslips, and posts each to the worker's fund (decision 0075). */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { GBP, money } from '#kernel/money.ts'
import { toNumericText, unitsFromScaled } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { holidayPostings } from '../../ledger/postings.rules.ts'
import type { Accrual } from '../employment/retained.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { holiday_movement } from '../holiday/holiday.entity.ts'
import type { HolidayPayment } from '../holiday/holiday-due.rules.ts'
import type { RunSlip } from './compute-slip.server.ts'
import type { LockedRun } from './load-run.server.ts'

const hoursOf = (scaled: number): string => toNumericText(unitsFromScaled(scaled))

/** @param payslip_of by worker */
export async function keepHoliday(
  context: VerbContext,
  run: LockedRun,
  slips: readonly RunSlip[],
  payslip_of: ReadonlyMap<string, string>,
): Promise<void> {
  const moves = slips.flatMap((slip) => [
    ...slip.accruals.map((one) => ({ slip, ...accrued(one), amount: one.amount })),
    ...(slip.besides?.holiday ?? []).map((one) => ({ slip, ...paidOut(one), amount: -one.released })),
  ])
  if (moves.length === 0) return
  const { tx, clock, viewer } = context
  const at = clock.now()
  const rows = moves.map(({ slip, amount, ...move }) => ({
    ...move,
    amount: penceText(amount),
    id: newUuid(clock),
    employment_id: slip.employment_id,
    contractor_id: slip.contractor_id,
    pay_day: run.pay_day,
    payslip_id: present(payslip_of.get(slip.contractor_id), 'the payslip of a worker'),
    currency_id: run.currency_id,
    provider_id: run.provider_id,
    agency_id: run.agency_id,
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    created_at: at,
    updated_at: at,
  }))
  await insertRows(tx, holiday_movement, rows)
  await postEntries(
    context,
    rows.map((row, i) => ({
      kind: 'payroll' as const,
      source_entity: 'transaction.holiday_movement',
      source_id: row.id,
      principal_id: row.principal_id,
      provider_id: run.provider_id,
      agency_id: run.agency_id,
      fact_key: `holiday:${row.id}`,
      post_date: clock.today(),
      postings: holidayPostings(row.contractor_id, run.agency_id, money(moves[i]?.amount ?? 0, GBP)),
    })),
  )
  await markPaid(context, rows)
}

/** One that was withdrawn meanwhile is not paid. */
async function markPaid(
  { tx, clock }: VerbContext,
  rows: readonly { readonly id: string; readonly holiday_id: string | null }[],
): Promise<void> {
  const taken = rows.filter(({ holiday_id }) => holiday_id !== null)
  if (taken.length === 0) return
  const paid = await tx.rows<{ id: string }>(
    `update transaction.holiday h set status = 'paid', payslip_id = m.payslip_id, updated_at = $2
     from transaction.holiday_movement m where m.id = any ($1) and m.holiday_id = h.id and h.status = 'approved' returning h.id`,
    [taken.map(({ id }) => id), clock.now()],
  )
  if (paid.length < taken.length) throw precondition('The run changed since it was checked. Check it again')
}

const accrued = ({ kind, timesheet_id, principal_id, hours, worked, pay, sentence }: Accrual) => ({
  ...{ kind, timesheet_id, principal_id, sentence },
  holiday_id: null,
  hours: hoursOf(hours),
  paid: '0.00',
  worked_hours: hoursOf(worked),
  worked_pay: penceText(pay),
})

const paidOut = ({ kind, holiday_id, principal_id, hours, paid, sentence }: HolidayPayment) => ({
  ...{ kind, holiday_id, principal_id, sentence },
  timesheet_id: null,
  hours: hoursOf(-hours),
  paid: penceText(paid),
  worked_hours: '0',
  worked_pay: '0.00',
})
