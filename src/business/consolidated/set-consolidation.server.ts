import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { service as service_entity } from '../parties/service.entity.ts'
import { actingAgency, visibleBusiness } from '../parties/visible-business.server.ts'
import { consolidators } from './consolidate.rules.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  agency_id: z.uuid().optional(),
  /** Null: every invoice by itself. */
  frequency: z.enum(['week', 'month']).nullable(),
  /** How its documents are kept apart; all of the client in one when absent. */
  by: z.enum(['client', 'po_number', 'placement']).default('client'),
})
const answer = z.strictObject({
  client_id: z.uuid(),
  frequency: z.string().nullable(),
  by: z.string().nullable(),
})

/** How a client of an agency wants its invoices together. */
export const setConsolidation = verb({
  action_id: 'business.service.set_consolidation',
  since: '0.1.0',
  summary: 'Sets how a client of an agency wants its invoices together',
  machine: 'allowed',
  impersonator: 'refused',
  who: consolidators,
  input,
  output: answer,
  run: async (context, { client_id, agency_id, frequency, by: asked }) => {
    const by = frequency === null ? null : asked
    const { tx, clock } = context
    const agency = await actingAgency(context, agency_id)
    const client = await visibleBusiness(context, client_id, 'client')
    const service = await tx.row<{ id: string; frequency: string | null; by: string | null }>(
      `select id, consolidation_frequency as frequency, consolidation_by as by from business.service
       where type = 'client-agency' and from_business_id = $1 and to_business_id = $2 and deleted_at is null for update`,
      [client.id, agency.id],
    )
    if (!service) throw notFound('Business')
    await updateRow(tx, service_entity, service.id, {
      consolidation_frequency: frequency,
      consolidation_by: by,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.service',
      entity_id: service.id,
      old_values: { consolidation_frequency: service.frequency, consolidation_by: service.by },
      new_values: { consolidation_frequency: frequency, consolidation_by: by },
    })
    return { client_id: client.id, frequency, by }
  },
})
