/**
 * Takes back the records that an approval made of payslips: figures, planned net pay, statutory payments, documents
 * besides work and a return that was not sent. The rows stay, out of lists and sums.
 */
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { wholeCorrections } from '../../corrections/correction.rules.ts'
import { issueCorrections } from '../../corrections/credit-issue.server.ts'
import { lockBase } from '../../corrections/credit-load.server.ts'
import { settleCorrections } from '../../corrections/credit-settle.server.ts'
import { invoice_set } from '../../invoices/invoice-set.entity.ts'
import { withdrawFromBatches } from '../../payments/withdraw-from-batches.server.ts'
import type { LockedRun } from './load-run.server.ts'
import type { IssuedSlip } from './reopen-hindrance.server.ts'

export async function withdrawSlips(
  context: VerbContext,
  run: Pick<LockedRun, 'id'>,
  slips: readonly IssuedSlip[],
  why: string,
): Promise<void> {
  for (const { invoice_set_id } of slips)
    if (invoice_set_id !== null) await creditSet(context, invoice_set_id, why)
  const { tx, clock } = context
  const params = [slips.map(({ id }) => id), clock.now()]
  await tx.run(
    `update transaction.statutory_payment set deleted_at = $2, updated_at = $2 where payslip_id = any ($1) and deleted_at is null`,
    params,
  )
  await tx.run(
    `update transaction.payroll_figure set deleted_at = $2, updated_at = $2 where payslip_id = any ($1) and deleted_at is null`,
    params,
  )
  await withdrawNetPay(context, params)
  await tx.run(
    `update transaction.pay_run_payslip c set payslip_id = null, withdrawn_as = p.human_id, updated_at = $2
     from transaction.payslip p where c.payslip_id = p.id and p.id = any ($1)`,
    params,
  )
  await tx.run(`update transaction.payslip set deleted_at = $2, updated_at = $2 where id = any ($1)`, params)
  for (const { id, human_id } of slips)
    context.audit({
      entity: 'transaction.payslip',
      entity_id: id,
      old_values: { status: 'issued' },
      new_values: { human_id, withdrawn: why },
    })
  await emptyReturn(context, run.id)
}

/** Pay besides work owes nothing any more. */
async function creditSet(context: VerbContext, set_id: string, why: string): Promise<void> {
  const from = await lockBase(context.tx, set_id)
  await withdrawFromBatches(
    context,
    from.documents.map(({ id }) => id),
    why,
  )
  const corrections = wholeCorrections(from.base.currency, from.documents)
  if (corrections.length > 0)
    await settleCorrections(
      context,
      set_id,
      await issueCorrections(context, from, corrections, { reason: why, refinement_id: null }),
    )
  await updateRow(context.tx, invoice_set, set_id, { status: 'credited', updated_at: context.clock.now() })
}

async function withdrawNetPay({ tx, audit }: VerbContext, params: readonly unknown[]): Promise<void> {
  const payments = await tx.rows<{ id: string }>(
    `update transaction.payroll_payment set status = 'withdrawn', updated_at = $2
     where payslip_id = any ($1) and status = 'due' returning id`,
    [...params],
  )
  for (const { id } of payments)
    audit({
      entity: 'transaction.payroll_payment',
      entity_id: id,
      old_values: { status: 'due' },
      new_values: { status: 'withdrawn' },
    })
}

/** An unsent return is out of date: it is built again after the next approval. */
async function emptyReturn({ tx, clock, audit }: VerbContext, pay_run_id: string): Promise<void> {
  const sentence = 'It was opened again: build the return once the run is approved'
  const faults = JSON.stringify([{ name: 'Pay run', sentence }])
  const emptied = await tx.rows<{ id: string; was: string }>(
    `update transaction.rti_submission t set status = 'built', content = null, irmark = null, receipt_mark = null,
       faults = $2, fault_count = 1, updated_at = $3
     from (select id, status as was from transaction.rti_submission where pay_run_id = $1 and status in ('built', 'validated')
       for update) o
     where t.id = o.id returning t.id, o.was`,
    [pay_run_id, faults, clock.now()],
  )
  for (const { id, was } of emptied)
    audit({
      entity: 'transaction.rti_submission',
      entity_id: id,
      old_values: { status: was },
      new_values: { status: 'built', reason: sentence },
    })
}
