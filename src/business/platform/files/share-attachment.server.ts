import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notAllowed, notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { attachables, attachers, share_parties, sharesOf } from '../attachable.rules.ts'
import { openParent, sharedWith, shareInput } from '../create-attachment.server.ts'
import { attachment } from '../file.entity.ts'

type Row = ReadRow<typeof attachment, 'parent_entity parent_id business_id client_id contractor_id funder_id'>

/** Shows a file to parties of its record, and hides it from those that are no longer named. */
export const shareAttachment = verb({
  action_id: 'platform.attachment.share',
  since: '0.1.0',
  summary: 'Shares a file of a record with parties of it, or ends that',
  machine: 'allowed',
  impersonator: 'allowed',
  who: attachers,
  input: z.strictObject({ id: z.uuid(), share_with: shareInput }),
  output: z.strictObject({ id: z.uuid(), share_with: z.array(z.enum(share_parties)) }),
  run: async (context, { id, share_with }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'platform.attachment', [id], {
      lock: true,
      columns: 't.parent_entity, t.parent_id, t.business_id, t.client_id, t.contractor_id, t.funder_id',
    })
    if (!row) throw notFound('Attachment')
    const { rule, parent } = await openParent(context, row.parent_entity, row.parent_id)
    if (row.business_id !== viewer.business_id)
      throw notAllowed('Only the business that added a file shares it')
    const named = sharedWith(rule, parent, share_with)
    // Other columns are those of parties that always see it.
    const columns = share_parties
      .filter((party) => attachables[row.parent_entity]?.shares?.[party] !== undefined)
      .map((party) => `${party}_id` as const)
    const shared = Object.fromEntries(columns.map((column) => [column, named[column] ?? null]))
    await updateRow(tx, attachment, id, { ...shared, updated_at: clock.now() })
    context.audit({
      entity: 'platform.attachment',
      entity_id: id,
      old_values: Object.fromEntries(columns.map((column) => [column, row[column]])),
      new_values: shared,
    })
    return { id, share_with }
  },
})

/** The parties by their names, for the boxes under `Share with`. */
export const readShares = verb({
  action_id: 'platform.attachment.parties',
  since: '0.1.0',
  summary: 'Lists the parties that files of a record can be shared with',
  machine: 'allowed',
  impersonator: 'allowed',
  is_reading: true,
  who: attachers,
  input: z.strictObject({ parent_entity: z.string().max(100), parent_id: z.uuid() }),
  output: z.strictObject({
    parties: z.array(z.strictObject({ party: z.enum(share_parties), name: z.string() })),
  }),
  run: async (context, { parent_entity, parent_id }) => {
    const { rule, parent } = await openParent(context, parent_entity, parent_id)
    const shares = sharesOf(rule, parent)
    const rows = await context.tx.rows<{ id: string; name: string }>(
      'select id, name from business.business where id = any ($1::uuid[])',
      [Object.values(shares)],
    )
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return {
      parties: share_parties.flatMap((party) => {
        const name = names.get(shares[party] ?? '')
        return name === undefined ? [] : [{ party, name }]
      }),
    }
  },
})
