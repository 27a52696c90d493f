import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { creditInvoice } from '../corrections/credit-invoice.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import type { PermRow } from './load-perm.server.ts'
import { lockPerms } from './load-perm.server.ts'
import { who } from './perm-placement.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The candidate's last day. */
  left_date: dayInput,
  /** The client's rebate, with VAT; at most the charge. */
  amount: z.string().min(1).max(15, { error: validationText.currency }),
  comment: reasonInput,
})
const rebatedAnswer = z.strictObject({ id: z.uuid(), status: z.literal('expired'), credit_note: z.string() })

/**
 * The candidate has left within the guarantee period: the client has part of the fee back by a credit note, and the
 * placement is over (money.md §1.5, "Perm placement").
 */
export const rebatePermPlacement = verb({
  action_id: 'contract.perm_placement.rebate',
  since: '0.1.0',
  summary: 'Rebates part of the fee of a placement that ended within its guarantee',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.rebate,
  input,
  output: rebatedAnswer,
  run: async (context, { id, left_date, amount, comment }) => {
    const rows = await lockPerms(context, 'rebate', [id])
    const row = present(rows[0], 'the placement')
    requireGuarantee(row, left_date, context.clock.today())
    const bill = await context.tx.row<{ id: string }>(
      `select i.id from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       where s.contract_id = $1 and s.status = 'live' and s.generated_for = 'perm_placement' and not i.is_credit_note
         and i.type in ('provider-client', 'agency-client', 'funder-client') order by i.id limit 1`,
      [id],
    )
    if (!bill) throw precondition(`Placement ${row.human_id} has no invoice to credit`)
    const note = await creditInvoice.run(context, { id: bill.id, reason: comment, amount })
    await updateRow(context.tx, perm_placement, id, {
      status: 'expired',
      left_date,
      end_date: left_date,
      updated_at: context.clock.now(),
    })
    await recordContractSteps(context, 'rebate', [
      {
        row,
        old_status: row.status,
        new_status: 'expired',
        message: `Rebate given as ${note.human_id}`,
        comment,
        new_values: { left_date, credit_note: note.human_id },
      },
    ])
    return { id, status: 'expired', credit_note: note.human_id }
  },
})

function requireGuarantee(row: PermRow, left_date: string, today: string): void {
  if (row.guarantee_period === null)
    throw precondition(`Placement ${row.human_id} has no guarantee period: credit its invoice instead`)
  const start = day(present(row.contract_start_date, 'a start of what is invoiced'))
  if (left_date < start) throw invalid({ left_date: validationText.min_date(formatDay(addDays(start, -1))) })
  if (left_date > today)
    throw invalid({ left_date: validationText.max_date(formatDay(addDays(day(today), 1))) })
  const last = addDays(start, row.guarantee_period)
  if (left_date > last) throw invalid({ left_date: `The guarantee period ended on ${formatDay(last)}` })
}
