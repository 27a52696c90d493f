import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notAllowed, notFound, precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { attachers } from './attachable.rules.ts'
import { openParent } from './create-attachment.server.ts'
import { attachment } from './file.entity.ts'

const input = z.strictObject({ id: z.uuid() })

type Row = ReadRow<typeof attachment, 'parent_entity parent_id file_name created_by created_at'>

/** Takes a file off the record it hangs on: its uploader may, as long as the record is open. */
export const deleteAttachment = verb({
  action_id: 'platform.attachment.delete',
  since: '0.1.0',
  summary: 'Deletes an attachment of a record',
  machine: 'allowed',
  impersonator: 'allowed',
  who: attachers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'platform.attachment', [id], {
      lock: true,
      columns: 't.parent_entity, t.parent_id, t.file_name, t.created_by, t.created_at',
    })
    if (!row) throw notFound('Attachment')
    const { rule } = await openParent(context, row.parent_entity, row.parent_id)
    if (rule.kept) throw precondition('Issued documents are printed with this file: it stays')
    if (row.created_by !== viewer.user_id) throw notAllowed('Only who uploaded a file may remove it')
    if (await isEvidence(context, row))
      throw precondition('The client’s or contractor’s approval is stated by this file: it stays')
    await updateRow(tx, attachment, id, { deleted_at: clock.now(), updated_at: clock.now() })
    context.audit({
      entity: 'platform.attachment',
      entity_id: id,
      old_values: { parent_entity: row.parent_entity, parent_id: row.parent_id, file_name: row.file_name },
      new_values: { deleted_at: clock.now() },
    })
    return { id }
  },
})

/** A file that a placement had when an approval was stated by evidence, until the placement is submitted again. */
async function isEvidence(
  { tx }: VerbContext,
  { parent_entity, parent_id, created_at }: Row,
): Promise<boolean> {
  if (parent_entity !== 'contract.temp_placement' && parent_entity !== 'contract.perm_placement') return false
  // Of a statement at the same moment, one waits for the other.
  await tx.row('select from contract.contract where id = $1 for share', [parent_id])
  const stated = await tx.row(
    `select 1 from contract.contract c join contract.contract_activity a on a.contract_id = c.id
     where c.id = $1 and c.evidence_status is not null and a.action = 'approve_by_evidence' and a.created_at >= $2 limit 1`,
    [parent_id, created_at],
  )
  return stated !== undefined
}
