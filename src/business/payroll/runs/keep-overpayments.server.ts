/** Keeps the overpayments that issued payslips carry or take back, and withdraws them with the payslips. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { slipFacts } from '../../payments/creditors/payslip-facts.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockOverpaid } from '../overpayments/overpaid.server.ts'
import { changeByBooks, type OwedInBooks } from '../overpayments/overpaid-slip.rules.ts'
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
  const owedBy = (employment_id: string): OwedInBooks => left.get(employment_id) ?? new Map()
  const totalOf = (employment_id: string): Pence =>
    [...owedBy(employment_id).values()].reduce((sum, one) => sum + one, 0)
  if (moved.some(({ employment_id, change }) => totalOf(employment_id) + change < 0))
    throw precondition('The run changed since it was checked. Check it again')
  const slipOf = (contractor_id: string) => present(payslip_of.get(contractor_id), 'the payslip of a worker')
  const facts = await slipFacts(
    context,
    moved.map(({ contractor_id }) => slipOf(contractor_id)),
  )
  const place_of = new Map(facts.map(({ id, overpaid_place }) => [id, overpaid_place]))
  const changes = moved.flatMap((one) => {
    const place = present(place_of.get(slipOf(one.contractor_id)), 'the books of a payslip')
    return changeByBooks(one.change, place, owedBy(one.employment_id)).map(([principal_id, change]) => ({
      ...one,
      principal_id,
      change,
    }))
  })
  await insertRows(
    tx,
    overpayment,
    changes.map(({ employment_id, contractor_id, change, reason, principal_id }) => ({
      id: newUuid(clock),
      ...{ employment_id, contractor_id, reason, principal_id },
      kind: change > 0 ? ('carried' as const) : ('recovered' as const),
      status: 'done' as const,
      amount: penceText(change),
      pay_day: run.pay_day,
      payslip_id: slipOf(contractor_id),
      year_correction_id: null,
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
