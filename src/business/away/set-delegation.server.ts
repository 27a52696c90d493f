import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { conflict, invalid, notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import {
  daysFault,
  delegatedRoles,
  delegation_mail_topic,
  delegators,
  periodText,
} from './delegation.rules.ts'

const input = z.strictObject({
  to_contact_id: z.uuid(),
  from_day: dayInput,
  to_day: dayInput,
  reason: reasonInput,
})
type Input = z.infer<typeof input>

type Colleague = {
  readonly id: string
  readonly name: string
  readonly first_name: string
  readonly email: string
  readonly may: boolean
}

/**
 * Both contacts, locked in id order: a role that is taken away meanwhile ends the delegation, whichever comes first.
 * @throws not_found for contacts of other businesses; invalid for people without the right
 */
async function lockColleague({ tx, viewer }: VerbContext, to_contact_id: string): Promise<Colleague> {
  const rows = await tx.rows<Colleague>(
    `select c.id, c.name, c.first_name, u.email, c.is_active and c.joined_at is not null and c.roles && $4::text[]
       and u.kind = 'person' and u.is_active as may
     from business.business_contact c join platform."user" u on u.id = c.user_id
     where c.id in ($1, $2) and c.business_id = $3 and c.deleted_at is null order by c.id for update of c`,
    [viewer.business_contact_id, to_contact_id, viewer.business_id, delegatedRoles(viewer.category)],
  )
  const colleague = rows.find(({ id }) => id === to_contact_id)
  if (!colleague) throw notFound('Contact')
  if (colleague.id === viewer.business_contact_id) throw invalid({ to_contact_id: 'Choose a colleague' })
  if (!colleague.may) throw invalid({ to_contact_id: 'This person cannot do this' })
  return colleague
}

/** @throws conflict where the person has handed over on one of the days, or the colleague is away */
async function requireFree({ tx, viewer }: VerbContext, given: Input, colleague: Colleague): Promise<void> {
  const other = await tx.row<{ from_contact_id: string }>(
    `select from_contact_id from platform.delegation where from_contact_id in ($1, $2) and ended_at is null
       and from_day <= $4 and to_day >= $3 order by from_contact_id = $1 desc limit 1`,
    [viewer.business_contact_id, colleague.id, given.from_day, given.to_day],
  )
  if (!other) return
  throw conflict(
    other.from_contact_id === colleague.id
      ? `${colleague.name} is away on some of these days`
      : 'You have handed over on some of these days already: end that first',
  )
}

/** Hands approvals and tasks over to a colleague with the same right, for days of absence. */
export const setDelegation = verb({
  action_id: 'platform.delegation.set',
  since: '0.1.0',
  summary: 'Hands own approvals and tasks over to a colleague while away',
  machine: 'refused',
  impersonator: 'refused',
  who: delegators,
  input,
  output: z.strictObject({ id: z.uuid(), name: z.string() }),
  run: async (context, given) => {
    const { tx, viewer, clock } = context
    const [from, to] = [given.from_day as Day, given.to_day as Day] // Parsed by dayInput.
    const fault = daysFault(from, to, clock.today())
    if (fault !== null) throw invalid(fault)
    const colleague = await lockColleague(context, given.to_contact_id)
    await requireFree(context, given, colleague)
    const id = newUuid(clock)
    const row = {
      id,
      business_id: viewer.business_id,
      from_contact_id: viewer.business_contact_id,
      to_contact_id: colleague.id,
      from_day: from,
      to_day: to,
      reason: given.reason,
      created_at: clock.now(),
      updated_at: clock.now(),
    }
    await insertNamed(tx, 'platform.delegation', row)
    context.enqueue(delegation_mail_topic, `delegation:${id}`, {
      delegation_id: id,
      to: colleague.email,
      subject: `You stand in for ${viewer.user_name}`,
      body_text: [
        `Hello ${colleague.first_name},`,
        '',
        `${viewer.user_name} is away and hands over to you at ${viewer.business_name}: ${periodText(from, to)}.`,
        `Reason: ${given.reason}`,
        '',
        'On these days their approvals and tasks come to you, too. Your decisions stay yours.',
      ].join('\n'),
      provider_id: viewer.provider_id,
      agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    })
    const { from_contact_id, to_contact_id, from_day, to_day, reason } = row
    context.audit({
      entity: 'platform.delegation',
      entity_id: id,
      new_values: { from_contact_id, to_contact_id, from_day, to_day, reason },
    })
    return { id, name: colleague.name }
  },
})
