import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { contract } from '../contract.entity.ts'
import { insertContacts, type NamedContact } from '../insert-placement.server.ts'
import { who } from '../placement.rules.ts'
import { tempPlacementInput } from '../placement-input.server.ts'
import { insertTermsAndRates, type SettledPlacement, settlePlacement } from '../settle-placement.server.ts'
import { lockTemp } from './step-temp.server.ts'

const input = tempPlacementInput
  .omit({ agency_id: true, manual_timesheet_approval: true })
  .extend({ id: z.uuid() })

/** Changes a draft or a rejected placement, all of it: nobody has agreed to it. Its agency stays. */
export const updateTempPlacement = verb({
  action_id: 'contract.temp_placement.update',
  since: '0.1.0',
  summary: 'Changes a draft or rejected temporary placement with its rates, terms and contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.update,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), group_ids: z.array(z.uuid()) }),
  run: async (context, { id, ...typed }) => {
    const row = await lockTemp(context, 'update', id)
    const p = { ...typed, manual_timesheet_approval: false }
    const agency = await visibleBusiness(context, row.agency_id, 'agency')
    const settled = await settlePlacement(context, agency, p, row.funding_model)
    await updateRow(context.tx, contract, id, {
      ...settled.columns,
      ...settled.parties,
      updated_at: context.clock.now(),
    })
    await dropTermsAndRates(context, id)
    const group_ids = await insertTermsAndRates(context, id, p, settled)
    await replaceContacts(context, id, settled)
    context.audit({ entity: 'contract.contract', entity_id: id, new_values: { title: p.title } })
    return { id, human_id: row.human_id, group_ids }
  },
})

async function dropTermsAndRates({ tx, clock }: VerbContext, id: string): Promise<void> {
  for (const table of ['contract.contract_entity', 'contract.rate'])
    await tx.run(
      `update ${table} set deleted_at = $2, updated_at = $2 where contract_id = $1 and deleted_at is null`,
      [id, clock.now()],
    )
}

/** One row a contact and kind: an earlier one comes back. */
async function replaceContacts(
  context: VerbContext,
  id: string,
  { parties, contacts }: SettledPlacement,
): Promise<void> {
  const { tx, clock } = context
  const kept = await tx.rows<NamedContact>(
    `update contract.contract_contact c set updated_at = $3,
       deleted_at = case when (c.business_contact_id::text, c.type) in (select n.contact, n.type
         from jsonb_to_recordset($2) as n (contact text, type text)) then null else coalesce(c.deleted_at, $3) end
     where c.contract_id = $1 returning c.business_contact_id as contact, c.type`,
    [id, JSON.stringify(contacts), clock.now()],
  )
  const isNew = (one: NamedContact) =>
    !kept.some(({ contact, type }) => contact === one.contact && type === one.type)
  await insertContacts(context, id, parties, contacts.filter(isNew))
}
