/** Payslips are paid: they, their period and their run say so, and their documents are settled. */
import type { VerbContext } from '#server/verb.ts'
import { payDocuments } from './pay-documents.server.ts'

type Slip = { readonly id: string; readonly human_id: string; readonly payslip_period_id: string }

/** The payslips are issued, and locked. */
export async function paySlips(context: VerbContext, slips: readonly Slip[]): Promise<void> {
  const { tx, clock } = context
  const ids = slips.map(({ id }) => id)
  await tx.run(`update transaction.payslip set status = 'paid', updated_at = $2 where id = any ($1)`, [
    ids,
    clock.now(),
  ])
  await tx.run(
    `update transaction.payslip_period p set status = 'closed', updated_at = $2
     where p.id = any ($1) and p.status <> 'closed' and not exists (select from transaction.payslip s
       where s.payslip_period_id = p.id and s.status <> 'paid' and s.deleted_at is null)`,
    [[...new Set(slips.map((slip) => slip.payslip_period_id))], clock.now()],
  )
  await closeRuns(context, ids)
  await payDocuments(context, slips)
  for (const { id } of slips)
    context.audit({
      entity: 'transaction.payslip',
      entity_id: id,
      old_values: { status: 'issued' },
      new_values: { status: 'paid' },
    })
}

/** A pay run is paid with the last of its payslips. */
async function closeRuns(context: VerbContext, ids: readonly string[]): Promise<void> {
  const closed = await context.tx.rows<{ id: string }>(
    `update transaction.pay_run r set status = 'paid', updated_at = $2
     where r.status = 'approved'
       and r.id in (select p.pay_run_id from transaction.pay_run_payslip p where p.payslip_id = any ($1))
       and not exists (select from transaction.pay_run_payslip p join transaction.payslip s on s.id = p.payslip_id
         where p.pay_run_id = r.id and s.status <> 'paid')
     returning r.id`,
    [ids, context.clock.now()],
  )
  for (const { id } of closed)
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      old_values: { status: 'approved' },
      new_values: { status: 'paid' },
    })
}
