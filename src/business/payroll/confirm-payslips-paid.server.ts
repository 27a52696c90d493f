import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { formatDayLong } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { payDocuments } from './pay-documents.server.ts'
import type { payslip } from './payslip.entity.ts'
import { can } from './payslip.rules.ts'

const input = z.strictObject({
  ids: idsInput,
})

type Slip = ReadRow<typeof payslip, 'id human_id status pay_date payslip_period_id'>

/**
 * Confirms payslips as paid, by the provider and not before their pay day. Their documents are settled with them. A
 * period whose payslips are all paid is closed.
 */
export const confirmPayslipsPaid = verb({
  action_id: 'transaction.payslip.confirm_paid',
  since: '0.1.0',
  summary: 'Confirms payslips as paid',
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ payslips: z.array(z.strictObject({ id: z.uuid(), human_id: z.string() })) }),
  run: async (context, { ids }) => {
    const { tx, viewer, clock } = context
    const slips = await loadVisible<Slip>(tx, viewer, 'transaction.payslip', ids, {
      lock: true,
      columns: 't.id, t.human_id, t.status, t.pay_date, t.payslip_period_id',
    })
    for (const slip of slips) {
      const { human_id, pay_date } = slip
      requireCan(can.confirm_paid(slip, viewer))
      if (pay_date > clock.today())
        throw precondition(`Payslip ${human_id} is paid on ${formatDayLong(pay_date)}, and not before`)
    }
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
    for (const { id, status } of slips)
      context.audit({
        entity: 'transaction.payslip',
        entity_id: id,
        old_values: { status },
        new_values: { status: 'paid' },
      })
    return { payslips: slips.map(({ id, human_id }) => ({ id, human_id })) }
  },
})

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
