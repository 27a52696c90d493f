import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { rti_submission } from './rti-submission.entity.ts'
import { can, fact_columns, type ReturnFacts, receiptFault, who } from './rti-submission.rules.ts'
import { requireLast } from './send-return.server.ts'

const RECEIPT_MAX = 64

const input = z.strictObject({ id: z.uuid(), receipt: mandatory.max(RECEIPT_MAX) })

type Row = ReturnFacts &
  ReadRow<typeof rti_submission, 'id kind paye_scheme_id pay_run_id tax_year tax_month receipt_mark'>

/** Records that a return was filed with another program, by HMRC's receipt. From then on it is kept as it is. */
export const fileReturnOutside = verb({
  action_id: 'transaction.rti_submission.file_outside',
  since: '0.1.0',
  summary: 'Records that a return to HMRC was filed elsewhere, with its receipt',
  machine: 'refused',
  impersonator: 'refused',
  who: who.file_outside,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('filed_outside') }),
  run: async (context, { id, receipt }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.rti_submission', [id], {
      lock: true,
      columns: `${fact_columns}, t.kind, t.paye_scheme_id, t.pay_run_id, t.tax_year, t.tax_month, t.receipt_mark`,
    })
    if (!row) throw notFound('Return')
    requireCan(can.file_outside(row, viewer))
    await requireLast(context, row)
    const fault = receiptFault(receipt, row.receipt_mark ?? '')
    if (fault !== null) throw invalid({ receipt: fault })
    const values = {
      status: 'filed_outside' as const,
      receipt,
      filer: viewer.user_name,
      filed_at: clock.now(),
      poll_after: null,
      unknown_since: null,
    }
    await updateRow(tx, rti_submission, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'transaction.rti_submission',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: values.status, receipt },
    })
    return { id, status: values.status }
  },
})
