/** Messages about a record to a contact of its other parties, through the messaging service (spec §7). */
import { z } from 'zod'
import { conflict, invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { mail_senders } from '../mails/communication.rules.ts'
import { messageRefusal, takesMessages } from '../mails/contact-preference.rules.ts'
import { type About, about_shape, aboutOf, type Person, peopleOf } from '../mails/record-people.server.ts'
import { message } from './message.entity.ts'
import { message_letters_max, message_topic, no_messaging } from './message.rules.ts'

/** People of the other parties: the sender has other ways to reach colleagues. */
async function contactsOf(context: VerbContext, record: About): Promise<Person[]> {
  const people = await peopleOf(context, record)
  return people.filter(({ business_id }) => business_id !== context.viewer.business_id)
}

/** @throws conflict where the operator set no messaging service up */
function requireMessaging({ sends_messages }: VerbContext): void {
  if (!sends_messages) throw conflict(no_messaging)
}

export const listMessageContacts = verb({
  action_id: 'platform.message.contacts',
  since: '0.1.0',
  summary: 'Lists the contacts who can get a message about a record',
  machine: 'allowed',
  impersonator: 'allowed',
  is_reading: true,
  who: mail_senders,
  input: z.strictObject(about_shape),
  output: z.strictObject({
    contacts: z.array(z.strictObject({ id: z.uuid(), name: z.string(), business: z.string() })),
  }),
  run: async (context, input) => {
    requireMessaging(context)
    const people = (await contactsOf(context, await aboutOf(context, input))).filter(takesMessages)
    const names = await context.tx.rows<{ id: string; name: string }>(
      'select id, name from business.business where id = any ($1)',
      [people.map(({ business_id }) => business_id)],
    )
    const nameOf = new Map(names.map(({ id, name }) => [id, name]))
    return {
      contacts: people.map(({ id, name, business_id }) => ({
        id,
        name,
        business: nameOf.get(business_id) ?? '',
      })),
    }
  },
})

export const sendMessage = verb({
  action_id: 'platform.message.send',
  since: '0.1.0',
  summary: 'Sends a message about a record to a contact, through the messaging service',
  machine: 'allowed',
  impersonator: 'refused',
  who: mail_senders,
  input: z.strictObject({
    ...about_shape,
    contact_id: z.uuid({ error: validationText.required }),
    text: z
      .string({ error: validationText.required })
      .trim()
      .min(1, { error: validationText.required })
      .max(message_letters_max, { error: validationText.max_length(message_letters_max) }),
  }),
  output: z.strictObject({ id: z.uuid(), contact_name: z.string() }),
  run: async (context, { contact_id, text, ...input }) => {
    requireMessaging(context)
    const { tx, viewer, clock } = context
    const record = await aboutOf(context, input)
    const contact = (await contactsOf(context, record)).find(({ id }) => id === contact_id)
    if (!contact) throw notFound('Contact')
    if (!takesMessages(contact)) throw invalid({ contact_id: messageRefusal(contact.name) })
    const id = newUuid(clock)
    await insertRow(tx, message, {
      id,
      text,
      contact_id,
      contact_name: contact.name,
      status: 'queued',
      error: null,
      sent_at: null,
      user_id: viewer.user_id,
      user_name: viewer.user_name,
      parent_entity: record.path,
      parent_id: record.id,
      business_id: viewer.business_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.enqueue(message_topic, `${message_topic}:${id}`, { id })
    context.audit({
      entity: 'platform.message',
      entity_id: id,
      new_values: { parent_entity: record.path, parent_id: record.id, contact_id },
    })
    return { id, contact_name: contact.name }
  },
})
