import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../../parties/business-contact.entity.ts'
import { api_token } from './api-token.entity.ts'
import { api_token_makers } from './api-token.rules.ts'

const input = z.strictObject({ id: z.uuid() })
type Row = { contact_id: string; name: string; prefix: string; revoked_at: Instant | null }

/** Ends a token at once, its open connections and waiting jobs too. */
export const revokeApiToken = verb({
  action_id: 'platform.api_token.revoke',
  since: '0.1.0',
  summary: 'Revokes an API token of the business',
  machine: 'refused',
  impersonator: 'refused',
  who: api_token_makers,
  input,
  output: z.strictObject({ id: z.uuid(), revoked_at: z.iso.datetime() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    await loadVisible(tx, viewer, 'platform.api_token', [id], { columns: 't.id' })
    const row = await tx.row<Row>(
      'select contact_id, name, prefix, revoked_at from platform.api_token where id = $1 for update',
      [id],
    )
    if (!row) throw notFound('API token')
    if (row.revoked_at !== null) throw conflict('This token is revoked already')
    const revoked_at = clock.now()
    await updateRow(tx, api_token, id, { revoked_at, revoked_by: viewer.user_id, updated_at: revoked_at })
    await updateRow(tx, business_contact, row.contact_id, { is_active: false, updated_at: revoked_at })
    context.audit({
      entity: 'platform.api_token',
      entity_id: id,
      old_values: { revoked_at: null },
      new_values: { name: row.name, prefix: row.prefix, revoked_at },
    })
    return { id, revoked_at }
  },
})
