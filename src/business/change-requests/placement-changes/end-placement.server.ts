import { z } from 'zod'
import { client_placement_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { contract } from '../../placements/contract.entity.ts'
import { who } from '../../placements/placement.rules.ts'
import { recordContractSteps } from '../../placements/record-contract-step.server.ts'
import { stepAnswer } from '../../placements/step-contract.server.ts'
import { lockTemp } from '../../placements/steps/step-temp.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import { agency_writers } from '../../shared/who-may.rules.ts'
import { followEnd, lockWork, statusAt } from './follow-end.server.ts'
import { earlierEndFault, placement_ended_topic } from './placement-end.rules.ts'
import { loadStanding, type Placement } from './standing-placement.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The last day, earlier than the present one. */
  end_date: dayInput,
  comment: reasonInput,
})

/** Gives a placement in force an earlier last day, at once. A later last day needs a change request. */
export const endPlacement = verb({
  action_id: 'contract.temp_placement.end',
  since: '0.1.0',
  summary: 'Ends a temporary placement in force on an earlier day',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.end,
  input,
  output: stepAnswer,
  run: async (context, { id, end_date, comment }) => {
    const { tx, clock } = context
    const row = await lockTemp(context, 'end', id)
    const { placement } = present(await loadStanding(tx, id, { lock: true }), 'the placement')
    const { worked_to } = await lockWork(tx, id)
    const fault = earlierEndFault(placement, worked_to, end_date)
    if (fault !== null) throw invalid({ end_date: fault })
    const status = statusAt(end_date, clock.today())
    await updateRow(tx, contract, id, { end_date, status, updated_at: clock.now() })
    await followEnd(context, placement, end_date)
    const message = `Ends on ${formatDay(end_date)}`
    await recordContractSteps(context, 'end', [
      { row, old_status: row.status, new_status: status, message, comment, new_values: { end_date } },
    ])
    await tellSides(context, placement, end_date)
    return { id, status }
  },
})

/** Client and contractor, and the agency where the provider ends it: one mail an address. */
async function tellSides(
  { tx, viewer, clock, enqueue }: VerbContext,
  placement: Placement,
  end: Day,
): Promise<void> {
  const people = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where ${knownContactSql()} and user_id is distinct from $1::text
       and (business_id = $2 and roles && $3::text[] or business_id = $4 and 'contractor' = any (roles)
         or business_id = $5 and roles && $6::text[]) order by 1`,
    [
      viewer.user_id,
      placement.client_id,
      client_placement_roles,
      placement.contractor_id,
      viewer.category === 'provider' ? placement.agency_id : null,
      agency_writers,
    ],
  )
  const named = `${placement.title ?? ''} (${placement.human_id})`
  for (const { email } of people)
    enqueue(placement_ended_topic, `placement-ended:${placement.id}:${clock.now()}:${email}`, {
      contract_id: placement.id,
      to: email,
      subject: `${placement.human_id} ends on ${formatDay(end)}`,
      body_text: [
        'Hello,',
        '',
        `${viewer.user_name} of ${viewer.business_name} ended ${named}. Its last day is ${formatDay(end)}.`,
        '',
        'Work up to this day is entered and approved as before.',
      ].join('\n'),
      provider_id: placement.provider_id,
      agency_id: placement.agency_id,
    })
}
