import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { ASK_TOPIC, lockVisibleSigning } from './load-signing.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { can, DAYS_TO_SIGN, DAYS_TO_SIGN_MAX, endOf, type SignedRecord, who } from './signing.rules.ts'
import { partiesOfRecord } from './signing-parties.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  expires_days: z.number().int().min(1).max(DAYS_TO_SIGN_MAX).default(DAYS_TO_SIGN),
})

/** Freezes the file: all signers sign the same bytes. */
export const sendDocument = verb({
  action_id: 'platform.document.send',
  since: '0.1.0',
  summary: 'Sends a document to its signers',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.send,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, expires_days }) => {
    const { tx, viewer, clock } = context
    const { document, signers } = await lockVisibleSigning(context, id)
    requireCan(can.send(document, viewer))
    const now = clock.now()
    // By its entity at the creation.
    const sides = await partiesOfRecord(context, document.parent_entity as SignedRecord, document.parent_id)
    const asked = new Set(signers.map(({ party }) => party))
    const parties = [
      // An agency sees its agreement once it is asked.
      document.agency_id ?? (document.parent_entity === 'business.agency' ? sides.agency_id : null),
      asked.has('client') ? sides.client_id : null,
      asked.has('contractor') ? sides.contractor_id : null,
      asked.has('funder') ? sides.funder_id : null,
    ]
    const expires_at = endOf(now, expires_days)
    const frozen = await tx.row<{ sha256: string }>('select sha256 from platform.attachment where id = $1', [
      document.attachment_id,
    ])
    const { sha256 } = present(frozen, 'the file of the document')
    await tx.run(
      `update platform.document set status = 'inprogress', sent_at = $2, expires_at = $3, frozen_sha256 = $4,
         agency_id = $5, client_id = $6, contractor_id = $7, funder_id = $8, updated_at = $2 where id = $1`,
      [id, now, expires_at, sha256, ...parties],
    )
    for (const [table, key] of [
      ['platform.signer', 'document_id'],
      ['platform.attachment', 'parent_id'],
    ] as const)
      await tx.run(
        `update ${table} set agency_id = $2, client_id = $3, contractor_id = $4, funder_id = $5, updated_at = $6 where ${key} = $1`,
        [id, ...parties, now],
      )
    const { event_no } = await writeEvent(context, id, {
      kind: 'sent',
      signer_id: null,
      says: `${viewer.user_name} of ${viewer.business_name} sent it, SHA-256 ${sha256}`,
    })
    context.audit({
      entity: 'platform.document',
      entity_id: id,
      old_values: { status: document.status },
      new_values: { status: 'inprogress', frozen_sha256: sha256, expires_at },
    })
    context.enqueue(ASK_TOPIC, `${ASK_TOPIC}:${id}:${event_no}`, { document_id: id })
    return { id }
  },
})
