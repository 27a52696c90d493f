import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput, endMessage } from '../parties/party-input.server.ts'
import { service_charge } from '../rates/rate.entity.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { lockCharge, requireNoOverlap, requireNotPast } from './service-charge.server.ts'

const input = z.strictObject({ id: z.uuid(), effective_to: dayInput })

/** Gives a fee rule its last day, or another one. */
export const endServiceCharge = verb({
  action_id: 'contract.service_charge.end',
  since: '0.1.0',
  summary: 'Sets the last day of a fee rule',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), effective_to: z.iso.date() }),
  run: async (context, { id, effective_to }) => {
    const rule = await lockCharge(context, id)
    const end = endMessage(rule.effective_from, effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    requireNotPast(context, 'effective_to', effective_to)
    await requireNoOverlap(context, { ...rule, effective_to: effective_to as typeof rule.effective_from }, id) // dayInput has seen that it is a day.
    await updateRow(context.tx, service_charge, id, { effective_to, updated_at: context.clock.now() })
    context.audit({
      entity: 'contract.service_charge',
      entity_id: id,
      old_values: { effective_to: rule.effective_to },
      new_values: { effective_to },
    })
    return { id, effective_to }
  },
})
