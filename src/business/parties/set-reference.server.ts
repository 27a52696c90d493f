import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { optionalText } from './party-input.server.ts'
import { service } from './service.entity.ts'
import { has_reference, reference_writers } from './service-reference.rules.ts'

type Link = {
  readonly id: string
  readonly type: string
  readonly to_business_id: string
  readonly reference: string | null
}

/** The agency's own word for a client or contractor: it changes at once. */
export const setReference = verb({
  action_id: 'business.service.set_reference',
  since: '0.1.0',
  summary: 'Changes the agency’s reference of a client or contractor',
  machine: 'allowed',
  impersonator: 'refused',
  who: reference_writers,
  input: z.strictObject({
    id: z.uuid(),
    /** Absent: none. */
    reference: optionalText,
  }),
  output: z.strictObject({ id: z.uuid(), reference: z.string().nullable() }),
  run: async (context, { id, reference: typed }) => {
    const { tx, viewer, clock } = context
    const [link] = await loadVisible<Link>(tx, viewer, 'business.service', [id], {
      lock: true,
      columns: 't.id, t.type, t.to_business_id, t.reference',
    })
    if (!link || !has_reference.some((type) => type === link.type)) throw notFound('Service')
    if (link.to_business_id !== viewer.business_id) throw notFound('Service')
    const reference = typed || null
    await updateRow(tx, service, id, { reference, updated_at: clock.now() })
    context.audit({
      entity: 'business.service',
      entity_id: id,
      old_values: { reference: link.reference },
      new_values: { reference },
    })
    return { id, reference }
  },
})
