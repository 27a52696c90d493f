/** Payslips that are paid, or of fees unpaid again, with the states of their periods and pay runs. */
import type { VerbContext } from '#server/verb.ts'

export type PaidSlip = { readonly id: string; readonly payslip_period_id: string }

/** The payslips are issued, and locked. */
export async function markSlipsPaid(context: VerbContext, slips: readonly PaidSlip[]): Promise<void> {
  if (slips.length === 0) return
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

type Paid = { readonly invoice_ids?: readonly string[]; readonly payslip_ids?: readonly string[] }

/**
 * A payslip that deducts from self-bills is paid with the rest of them, and with the tax that goes back (decision 0135):
 * of these self-bills or payslips, those of which nothing is left to pay.
 */
export async function markFeeSlipsPaid(
  context: VerbContext,
  { invoice_ids = [], payslip_ids = [] }: Paid,
): Promise<void> {
  if (invoice_ids.length + payslip_ids.length === 0) return
  const slips = await context.tx.rows<PaidSlip>(
    `select p.id, p.payslip_period_id from transaction.payslip p
     where p.status = 'issued' and p.id in (select d.payslip_id from transaction.deemed_payment d
         where d.invoice_id = any ($1) or d.payslip_id = any ($2))
       and not exists (select from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
         where d.payslip_id = p.id and d.fee > 0 and i.status = 'open')
       and not exists (select from transaction.payroll_payment w where w.payslip_id = p.id and w.status = 'due')
     order by p.id for update of p`,
    [invoice_ids, payslip_ids],
  )
  await markSlipsPaid(context, slips)
}

/**
 * A payslip that deducts from self-bills is unpaid again where the bank sent back the money of one of them, or the tax that
 * goes back (decision 0149). The payment that follows pays it again. The documents are settled before this is asked.
 */
export async function markFeeSlipsUnpaid(
  { tx, clock, audit }: VerbContext,
  { invoice_ids = [], payslip_ids = [] }: Paid,
  reason: string,
): Promise<void> {
  if (invoice_ids.length + payslip_ids.length === 0) return
  const slips = await tx.rows<PaidSlip>(
    `update transaction.payslip p set status = 'issued', updated_at = $3
     where p.status = 'paid' and p.id in (select d.payslip_id from transaction.deemed_payment d
         where d.invoice_id = any ($1) or d.payslip_id = any ($2))
       and (exists (select from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
           where d.payslip_id = p.id and d.fee > 0 and i.status = 'open')
         or exists (select from transaction.payroll_payment w where w.payslip_id = p.id and w.status = 'due'))
     returning p.id, p.payslip_period_id`,
    [invoice_ids, payslip_ids, clock.now()],
  )
  if (slips.length === 0) return
  await tx.run(
    `update transaction.payslip_period set status = 'calculated', updated_at = $2 where id = any ($1) and status = 'closed'`,
    [slips.map(({ payslip_period_id }) => payslip_period_id), clock.now()],
  )
  const runs = await tx.rows<{ id: string }>(
    `update transaction.pay_run set status = 'approved', updated_at = $2 where status = 'paid'
       and id in (select c.pay_run_id from transaction.pay_run_payslip c where c.payslip_id = any ($1)) returning id`,
    [slips.map(({ id }) => id), clock.now()],
  )
  const unpaid = [
    ...slips.map(({ id }) => ({ entity: 'transaction.payslip', id, status: 'issued' })),
    ...runs.map(({ id }) => ({ entity: 'transaction.pay_run', id, status: 'approved' })),
  ]
  for (const { entity, id, status } of unpaid)
    audit({ entity, entity_id: id, old_values: { status: 'paid' }, new_values: { status, reason } })
}
