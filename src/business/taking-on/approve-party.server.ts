import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { company } from '../parties/company.entity.ts'
import { requireStanding } from '../parties/company-status/company-standing.server.ts'
import { limitAskedWith } from '../parties/onboarding/ask-new-client-limit.server.ts'
import { loadParty } from '../parties/onboarding/load-party.server.ts'
import { moveParty, settleParty } from '../parties/onboarding/party-steps.server.ts'
import { can, who } from '../parties/onboarding.rules.ts'
import { hasOpenFlags } from '../parties/self-dealing/find-flags.server.ts'
import { open_flags } from '../parties/self-dealing/flag.rules.ts'
import { requireSeen, seenInput } from '../shared/seen.server.ts'
import { putFirstFee } from './submitted-fee.server.ts'
import { putFirstFundingRule } from './submitted-funding-rule.server.ts'
import { invitePeople } from './submitted-people.server.ts'

const id = z.uuid()

/** The second person agrees: its people are invited, and a party with nothing missing is in force at once. */
export const approveParty = verb({
  action_id: 'business.party.approve',
  since: '0.1.0',
  summary: 'Approves a submitted party and invites its people',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve,
  input: z.strictObject({ id, updated_at: seenInput }),
  output: z.strictObject({ id, status: z.string() }),
  run: async (context, { id, updated_at }) => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.approve(party, context.viewer))
    requireSeen('party', party.updated_at, updated_at)
    await requireStanding(context, party.company_id)
    // An agency learns of no flag: those of its contractors stop the activation of their placements (decision 0088).
    if (
      context.viewer.category === 'provider' &&
      (await hasOpenFlags(context.tx, { entity: 'business.business', entity_id: id }))
    )
      throw precondition(open_flags)
    const askLimit = await limitAskedWith(context, party)
    await invitePeople(context, party)
    if (party.kind === 'client' && party.company_id !== null)
      await updateRow(context.tx, company, party.company_id, { are_domains_confirmed: true })
    // Before the step: a rule that comes later would settle the agency.
    await putFirstFee(context, party)
    await putFirstFundingRule(context, party)
    await moveParty(context, party, 'approved')
    askLimit(id)
    return { id, status: await settleParty(context, id) }
  },
})
