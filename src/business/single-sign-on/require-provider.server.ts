import { z } from 'zod'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { identity_provider } from './identity-provider.entity.ts'
import { canRequire, requiredFrom, sso_admins } from './identity-provider.rules.ts'
import { idInput, loadProvider, type ProviderRow } from './identity-provider-input.server.ts'
import { type Member, membersOf } from './members.server.ts'

export const sign_on_mail_topic = 'sign_on_mail'

/** Requires the provider of everybody who acts for the business, after 24 hours' notice by mail. */
export const requireProvider = verb({
  action_id: 'business.identity_provider.require',
  since: '0.1.0',
  summary: 'Requires single sign-on of the business’s people, 24 hours later; all get a mail',
  machine: 'refused',
  impersonator: 'refused',
  who: sso_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), required_from: z.iso.datetime() }),
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const row = await loadProvider(context, id)
    const { tx, viewer, clock } = context
    const through = await tx.row(
      'select 1 as one from auth.session where id = $1 and identity_provider_id = $2',
      [viewer.session_id, id],
    )
    requireCan(canRequire(row, through !== undefined))
    const now = clock.now()
    const required_from = requiredFrom(now)
    await updateRow(tx, identity_provider, id, { required: true, required_from, updated_at: now })
    await tellPeople(context, row, required_from)
    context.audit({
      entity: 'business.identity_provider',
      entity_id: id,
      old_values: { name: row.name, required: false },
      new_values: { name: row.name, required: true, required_from },
    })
    return { id, required_from }
  },
})

/** One mail a person of the business who can sign in. */
async function tellPeople(
  context: VerbContext,
  provider: ProviderRow,
  required_from: Instant,
): Promise<void> {
  const { viewer, enqueue } = context
  for (const member of await membersOf(context, context.viewer.business_id))
    enqueue(sign_on_mail_topic, `sign_on_required:${provider.id}:${required_from}:${member.id}`, {
      identity_provider_id: provider.id,
      to: member.email,
      subject: `${viewer.business_name} asks you to sign in with ${provider.name}`,
      body_text: textFor(member, provider, required_from, viewer),
      provider_id: viewer.provider_id,
      agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    })
}

function textFor(
  { id, first_name }: Member,
  { name, exempt_contact_ids }: ProviderRow,
  required_from: Instant,
  { business_name, user_name }: Pick<VerbContext['viewer'], 'business_name' | 'user_name'>,
): string {
  const way = exempt_contact_ids.includes(id)
    ? 'You are exempt where you sign in with your passkey.'
    : `Sign in as before once more, and choose "Sign in with ${name}" when Stint asks for it: this links your account. Afterwards "Sign in with your company" on the sign-in page is enough.`
  return [
    `Hello ${first_name},`,
    '',
    `From ${formatInstant(required_from)} people of ${business_name} sign in to Stint with ${name}. ${user_name} decided so.`,
    '',
    way,
    '',
    'Your other businesses stay as they are.',
  ].join('\n')
}
