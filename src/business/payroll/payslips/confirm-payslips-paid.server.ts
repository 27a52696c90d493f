import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { formatDayLong } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { payNetByHand } from '../../payments/creditors/pay-creditors.server.ts'
import { paySlips } from '../../payments/creditors/pay-slips.server.ts'
import { idsInput } from '../../shared/chosen-input.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { can } from '../figures/payslip.rules.ts'
import type { payslip } from './payslip.entity.ts'

const input = z.strictObject({
  ids: idsInput,
})

type Slip = ReadRow<typeof payslip, 'id human_id status pay_date payslip_period_id'>

/**
 * Confirms payslips as paid without a payment batch, by the provider and not before their pay day. Their documents are
 * settled with them. A period is closed with its last payslip. A payslip that deducts from fees inside IR35 is paid
 * with its self-bills, in payment batches.
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
    await requireFeesPaid(context, ids)
    await paySlips(context, slips)
    await payNetByHand(context, ids)
    return { payslips: slips.map(({ id, human_id }) => ({ id, human_id })) }
  },
})

/** @throws precondition with the first self-bill that is open */
async function requireFeesPaid({ tx }: VerbContext, ids: readonly string[]): Promise<void> {
  const open = await tx.row<{ payslip: string; self_bill: string }>(
    `select p.human_id as payslip, i.human_id as self_bill from transaction.deemed_payment d
     join transaction.payslip p on p.id = d.payslip_id join transaction.invoice i on i.id = d.invoice_id
     where d.payslip_id = any ($1) and d.fee > 0 and i.status = 'open' order by p.human_id, i.human_id limit 1`,
    [ids],
  )
  if (open)
    throw precondition(
      `Payslip ${open.payslip} is paid with self-bill ${open.self_bill}, which a payment batch pays`,
    )
}
