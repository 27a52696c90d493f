import { z } from 'zod'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../../parties/business-contact.entity.ts'
import { requireUnshared } from '../../parties/party-sides.server.ts'
import { type ReachWay, reach_ways } from '../../platform/mails/contact-preference.rules.ts'
import { anybody } from '../../shared/who-may.rules.ts'
import { changedContact } from '../changed-contact.server.ts'

const reach_by = z.enum(reach_ways.map(({ value }) => value))

/** Set by the person for the business they act for, and by people who may change the contact. */
export const setContactPreference = verb({
  action_id: 'business.business_contact.set_preference',
  since: '0.1.0',
  summary: 'Sets how a contact wishes to be reached',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input: z.strictObject({ id: z.uuid(), reach_by }),
  output: z.strictObject({ id: z.uuid(), reach_by }),
  run: async (context, { id, reach_by }) => {
    const { tx, viewer, clock } = context
    if (id !== viewer.business_contact_id) await requireChanger(context, id)
    const before = await tx.row<{ reach_by: ReachWay }>(
      'select reach_by from business.business_contact where id = $1 for update',
      [id],
    )
    if (!before || before.reach_by === reach_by) return { id, reach_by }
    await updateRow(tx, business_contact, id, { reach_by, updated_at: clock.now() })
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: before,
      new_values: { reach_by },
    })
    return { id, reach_by }
  },
})

/** @throws not_found, not_allowed, precondition as for other changes of a contact */
async function requireChanger(context: VerbContext, id: string): Promise<void> {
  const { business } = await changedContact(context, id)
  const { viewer } = context
  if (viewer.category === 'agency' && business.id !== viewer.business_id)
    await requireUnshared(context, business, { done: `People of this ${business.type} are changed` })
}
