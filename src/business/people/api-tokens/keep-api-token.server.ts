import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { api_token } from './api-token.entity.ts'
import { api_token_makers, canKeep } from './api-token.rules.ts'

const input = z.strictObject({ id: z.uuid() })
type Row = { name: string; revoked_at: Instant | null; review_asked_at: Instant | null }

/** An administrator answers that a token is still needed, although its maker has left. */
export const keepApiToken = verb({
  action_id: 'platform.api_token.keep',
  since: '0.1.0',
  summary: 'Keeps an API token whose maker has left',
  machine: 'refused',
  impersonator: 'refused',
  who: api_token_makers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    await loadVisible(tx, viewer, 'platform.api_token', [id], { columns: 't.id' })
    const row = await tx.row<Row>(
      'select name, revoked_at, review_asked_at from platform.api_token where id = $1 for update',
      [id],
    )
    if (!row) throw notFound('API token')
    requireCan(canKeep(row, viewer))
    await updateRow(tx, api_token, id, { review_asked_at: null, updated_at: clock.now() })
    context.audit({
      entity: 'platform.api_token',
      entity_id: id,
      old_values: { review_asked_at: row.review_asked_at },
      new_values: { name: row.name, review_asked_at: null },
    })
    return { id }
  },
})
