/** Keeps the overpayments that issued payslips carry or take back, and withdraws them with the payslips. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockOverpaid } from '../overpayments/overpaid.server.ts'
import { overpayment } from '../overpayments/overpayment.entity.ts'
import type { RunSlip } from './compute-slip.server.ts'
import type { LockedRun } from './load-run.server.ts'
import type { IssuedSlip } from './reopen-hindrance.server.ts'

/** @param payslip_of by worker. @throws precondition where a sum was settled meanwhile */
export async function keepOverpayments(
  context: VerbContext,
  run: LockedRun,
  slips: readonly RunSlip[],
  payslip_of: ReadonlyMap<string, string>,
): Promise<void> {
  const moved = slips.flatMap(({ besides, ...slip }) =>
    besides?.overpaid === undefined ? [] : [{ ...slip, ...besides.overpaid }],
  )
  if (moved.length === 0) return
  const { tx, clock } = context
  const left = await lockOverpaid(
    tx,
    moved.map(({ employment_id }) => employment_id),
  )
  if (moved.some(({ employment_id, change }) => (left.get(employment_id) ?? 0) + change < 0))
    throw precondition('The run changed since it was checked. Check it again')
  await insertRows(
    tx,
    overpayment,
    moved.map(({ employment_id, contractor_id, change, reason }) => ({
      id: newUuid(clock),
      ...{ employment_id, contractor_id, reason },
      kind: change > 0 ? ('carried' as const) : ('recovered' as const),
      status: 'done' as const,
      amount: penceText(change),
      pay_day: run.pay_day,
      payslip_id: present(payslip_of.get(contractor_id), 'the payslip of a worker'),
      ...{ decided_by: null, decided_by_name: null, decided_at: null, decision_comment: null },
      currency_id: run.currency_id,
      provider_id: run.provider_id,
      agency_id: run.agency_id,
      ...enteredBy(context),
    })),
  )
}

export async function withdrawOverpayments(
  { tx, clock }: VerbContext,
  slips: readonly IssuedSlip[],
): Promise<void> {
  await tx.run(
    `update transaction.overpayment set deleted_at = $2, updated_at = $2 where payslip_id = any ($1) and deleted_at is null`,
    [slips.map(({ id }) => id), clock.now()],
  )
}
