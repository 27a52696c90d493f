import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { HALF_AN_HOUR, verb } from '#server/verb.ts'
import type { rti_submission } from './rti-submission.entity.ts'
import { can, fact_columns, type ReturnFacts, who } from './rti-submission.rules.ts'

type Row = ReturnFacts & ReadRow<typeof rti_submission, 'id kind'> & { readonly content: string | null }

/** Returns the file of a return; the audit log names each download. */
export const downloadReturn = verb({
  action_id: 'transaction.rti_submission.download',
  since: '0.1.0',
  summary: 'Downloads the file of a return to HMRC',
  machine: 'refused',
  impersonator: 'refused',
  who: who.download,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), file_name: z.string(), content: z.string() }),
  step_up: HALF_AN_HOUR,
  run: async (context, { id }) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.rti_submission', [id], {
      columns: `${fact_columns}, t.kind, t.content`,
    })
    if (!row) throw notFound('Return')
    requireCan(can.download(row, viewer))
    const file_name = `${row.human_id}-${row.kind}.xml`
    context.audit({
      entity: 'transaction.rti_submission',
      entity_id: id,
      new_values: { downloaded: file_name },
    })
    return { id, file_name, content: row.content ?? '' }
  },
})
