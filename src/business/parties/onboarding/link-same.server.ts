import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { linkToAgency } from '../link-client.server.ts'
import { alikeTo } from '../look-alikes/find-look-alikes.server.ts'
import { can, who } from '../onboarding.rules.ts'
import { requireInForce, visibleBusiness } from '../visible-business.server.ts'
import { limitAskedWith } from './ask-new-client-limit.server.ts'
import { loadParty } from './load-party.server.ts'
import { removeParty } from './write-party.server.ts'

const id = z.uuid()

/**
 * For a submitted client that the provider has already (onboarding §2.5): links the agency with the known client on the
 * terms that it asked for, and removes the submitted one with its people and documents (decision 0128).
 */
export const linkSame = verb({
  action_id: 'business.party.link_same',
  since: '0.1.0',
  summary: 'Links the client that a submitted one is already, and removes the submitted one',
  machine: 'refused',
  impersonator: 'refused',
  who: who.link_same,
  input: z.strictObject({ id, same_as: id }),
  output: z.strictObject({ service_id: id, client_id: id }),
  run: async (context, { id, same_as }) => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.link_same(party, context.viewer))
    if (!(await alikeTo(context, party)).some((one) => one.id === same_as)) throw notFound('Party')
    const client = await visibleBusiness(context, same_as, 'client')
    requireInForce('same_as', 'Client', client)
    const asked = present(
      await context.tx.row<{
        agency_id: string
        temp_payment_terms: number | null
        perm_payment_terms: number | null
        reference: string | null
      }>(
        `select agency_id, temp_payment_terms, perm_payment_terms, reference from business.service
         where from_business_id = $1 and type = 'client-agency' and deleted_at is null`,
        [id],
      ),
      'the link of a submitted client with its agency',
    )
    const linked = await context.tx.row(
      `select 1 as one from business.service
       where from_business_id = $1 and to_business_id = $2 and type = 'client-agency' and deleted_at is null`,
      [same_as, asked.agency_id],
    )
    if (linked) throw precondition(`${client.human_id} is the agency’s client already. Send this one back`)
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    requireInForce('same_as', 'Agency', agency)
    const askLimit = await limitAskedWith(context, party)
    await removeParty(context, party)
    askLimit(client.id)
    return { service_id: await linkToAgency(context, client, asked), client_id: client.id }
  },
})
