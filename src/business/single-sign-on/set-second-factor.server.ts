import { z } from 'zod'
import { conflict, notAllowed } from '#kernel/errors.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../parties/business.entity.ts'
import { type AskedBusiness, askedBusiness, askedBusinessInput } from './asked-business.server.ts'
import { requiredFrom } from './identity-provider.rules.ts'
import { type Member, membersOf } from './members.server.ts'
import { second_factor_deciders, shared_text } from './second-factor.rules.ts'

export const second_factor_topic = 'business.security_rule'

const input = z.strictObject({ ...askedBusinessInput, second_factor: z.boolean() })

/**
 * Asks all people of a business for a second factor, after 24 hours' notice by mail, or stops asking at once. Agencies and
 * the provider decide for clients and contractors, too.
 */
export const setSecondFactor = verb({
  action_id: 'business.security_rule.set_second_factor',
  since: '0.1.0',
  summary: 'Asks all people of a business for a second factor, 24 hours later; all get a mail',
  machine: 'refused',
  impersonator: 'refused',
  who: second_factor_deciders,
  input,
  output: z.strictObject({ second_factor_from: z.iso.datetime().nullable() }),
  step_up: FIVE_MINUTES,
  run: async (context, { business_id, second_factor }) => {
    const { tx, clock } = context
    const asked = await askedBusiness(context, business_id)
    if (asked.is_shared) throw notAllowed(shared_text)
    const before = await tx.row<{ second_factor_from: Instant | null }>(
      'select second_factor_from from business.business where id = $1 for update',
      [asked.id],
    )
    const had = before?.second_factor_from ?? null
    if (second_factor === (had !== null))
      throw conflict(second_factor ? 'A second factor is asked for already' : 'No second factor is asked for')
    const second_factor_from = second_factor ? requiredFrom(clock.now()) : null
    // No reader of the business reads it: its moment stays.
    await updateRow(tx, business, asked.id, { second_factor_from })
    if (second_factor_from !== null) await tellPeople(context, asked, second_factor_from)
    context.audit({
      entity: 'business.business',
      entity_id: asked.id,
      old_values: { second_factor_from: had },
      new_values: { second_factor_from },
    })
    return { second_factor_from }
  },
})

/** One mail a person of the business. */
async function tellPeople(context: VerbContext, asked: AskedBusiness, from: Instant): Promise<void> {
  const { viewer, enqueue } = context
  for (const member of await membersOf(context, asked.id))
    enqueue(second_factor_topic, `second_factor:${asked.id}:${from}:${member.id}`, {
      business_id: asked.id,
      to: member.email,
      subject: `${asked.name} asks you for a second factor`,
      body_text: textFor(member, from, asked, viewer),
      provider_id: viewer.provider_id,
      agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    })
}

function textFor(
  { first_name }: Member,
  from: Instant,
  asked: AskedBusiness,
  { business_id, business_name, user_name }: VerbContext['viewer'],
): string {
  const decider = asked.id === business_id ? user_name : `${user_name} of ${business_name}`
  return [
    `Hello ${first_name},`,
    '',
    `From ${formatInstant(from)} people of ${asked.name} sign in to Stint with a second factor beside the password. ${decider} decided so.`,
    '',
    'Add a passkey, an authenticator app or, where it is offered, your phone under Profile, Security. Otherwise the next sign-in after that leads you through it. People with one have nothing to do.',
  ].join('\n')
}
