import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { recipientsInput } from '../../parties/party-input.server.ts'
import { payeeAddresses } from '../../parties/payee-addresses.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import type { collection_note } from './collection-note.entity.ts'
import { can } from './collection-note.rules.ts'
import { collection_mail_topic } from './collection-note-pdf.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  to: recipientsInput,
})
type Row = ReadRow<typeof collection_note, 'id human_id source status agency_id'>

/** Mails the note as PDF to the agency, once an address and day. */
export const sendCollectionNote = verb({
  action_id: 'transaction.collection_note.send',
  since: '0.1.0',
  summary: 'Mails a collection note to its agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), to: z.array(z.string()) }),
  run: async (context, { id, to }) => {
    const { tx, viewer, clock } = context
    const [note] = await loadVisible<Row>(tx, viewer, 'transaction.collection_note', [id], {
      lock: true,
      columns: 't.id, t.human_id, t.source, t.status, t.agency_id',
    })
    if (!note) throw notFound('Collection Note')
    requireCan(can.send(note, viewer))
    const addresses = [...new Set(to ?? (await payeeAddresses(tx, note.agency_id)))].sort()
    if (addresses.length === 0)
      throw precondition(`There is nobody to send ${note.human_id} to: the agency has no address`)
    for (const address of addresses) {
      const fact_key = `collection-note:${id}:${address}:${clock.today()}`
      context.enqueue(collection_mail_topic, fact_key, { collection_note_id: id, to: address })
    }
    context.audit({
      entity: 'transaction.collection_note',
      entity_id: id,
      new_values: { sent_to: addresses },
    })
    return { id, human_id: note.human_id, to: addresses }
  },
})
