/** Mails about any record that the sender reads, through the outbox: one mail an address (onboarding, §5). */
import { z } from 'zod'
import { loadVisible, visibleSql } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { emailWith } from '../../shared/email-input.server.ts'
import { oneLine } from '../../shared/printed-input.server.ts'
import type { attachment } from '../file.entity.ts'
import { communication } from './communication.entity.ts'
import {
  communication_topic,
  fillMail,
  first_recipients,
  mail_bytes_max,
  mail_senders,
  mail_templates,
  recipients_max,
  repeated,
  standard_words,
  subject_letters_max,
  too_many_recipients,
} from './communication.rules.ts'
import { mailed, mailRefusal, takesMail } from './contact-preference.rules.ts'
import { signingOf } from './own-signature.server.ts'
import { ownWords } from './own-words.server.ts'
import { type About, about_shape, aboutOf, peopleOf } from './record-people.server.ts'

const template = z.enum(mail_templates)

export const draftCommunication = verb({
  action_id: 'platform.communication.draft',
  since: '0.1.0',
  summary: 'Proposes recipients and words of a mail about a record; sends nothing',
  machine: 'allowed',
  impersonator: 'allowed',
  is_reading: true,
  who: mail_senders,
  input: z.strictObject({ template, ...about_shape }),
  output: z.strictObject({
    to: z.array(z.string()),
    cc: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.strictObject({ id: z.uuid(), file_name: z.string(), size_bytes: z.number() })),
  }),
  run: async (context, input) => {
    const { tx, viewer } = context
    const record = await aboutOf(context, input)
    const words = (await ownWords(tx, viewer.business_id, input.template)) ?? standard_words[input.template]
    const roles = first_recipients[record.path] ?? []
    const people = (await peopleOf(context, record)).filter(
      (person) =>
        person.business_id !== viewer.business_id && person.roles.some((role) => roles.includes(role)),
    )
    const params: unknown[] = [record.path, record.id]
    const visible = visibleSql('platform.attachment', viewer, 't', params)
    const attachments = await tx.rows<{ id: string; file_name: string; size_bytes: number }>(
      `select t.id, t.file_name, t.size_bytes::int from platform.attachment t
       where t.parent_entity = $1 and t.parent_id = $2 and ${visible} order by t.file_name, t.id limit 50`,
      params,
    )
    return {
      to: [...new Set(mailed(people).map(({ email }) => email))].slice(0, recipients_max),
      cc: [],
      ...fillMail(words, record.label, await signingOf(context)),
      attachments,
    }
  },
})

const addresses = z
  .array(emailWith(validationText.email_in_list))
  .max(recipients_max, { error: too_many_recipients })
const line = oneLine(
  z
    .string({ error: validationText.required })
    .trim()
    .min(1, { error: validationText.required })
    .max(subject_letters_max, { error: validationText.max_length(subject_letters_max) })
    .regex(/^[^\r\n]*$/, { error: validationText.matches }),
)
const body = z
  .string({ error: validationText.required })
  .trim()
  .min(1, { error: validationText.required })
  .max(4000, { error: validationText.max_length(4000) })

const send_input = z.strictObject({
  template: template.optional(),
  ...about_shape,
  to: addresses.min(1, { error: validationText.required }),
  cc: addresses.default([]),
  subject: line,
  text: body,
  attachment_ids: z.array(z.uuid()).max(recipients_max).default([]),
  /** The sender knows that an address is no contact of the record's parties. */
  confirm_external: z.boolean().optional(),
  /** The sender knows that a person wishes to be reached by telephone. */
  confirm_preference: z.boolean().optional(),
})
type Sending = z.infer<typeof send_input>

/** @throws invalid under each field, all at once */
async function requireRecipients(context: VerbContext, record: About, input: Sending): Promise<void> {
  const errors: Record<string, string> = {}
  const twice = repeated(input.to, input.cc)
  if (twice) errors[twice] = validationText.duplicate_email
  else if (input.to.length + input.cc.length > recipients_max) errors.cc = too_many_recipients
  const people = await peopleOf(context, record)
  const all = [...input.to, ...input.cc]
  const known = new Set(people.map(({ email }) => email))
  const outside = all.filter((one) => !known.has(one))
  if (outside.length > 0 && input.confirm_external !== true)
    errors.confirm_external = `No contact of this record: ${outside.join(', ')}. Tick to send all the same.`
  // A person of several parties takes mail unless none of their contacts does.
  const willing = new Set(people.filter(takesMail).map(({ email }) => email))
  const unwilling = all.filter((one) => known.has(one) && !willing.has(one))
  if (unwilling.length > 0 && input.confirm_preference !== true)
    errors.confirm_preference = mailRefusal(unwilling)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

type FileRow = ReadRow<typeof attachment, 'id file_name parent_entity parent_id'> & {
  readonly size_bytes: number
}

async function filesOf(
  { tx, viewer }: VerbContext,
  record: About,
  ids: readonly string[],
): Promise<FileRow[]> {
  const rows = await loadVisible<FileRow>(tx, viewer, 'platform.attachment', ids, {
    columns: 't.id, t.file_name, t.parent_entity, t.parent_id, t.size_bytes::int',
  })
  if (rows.some((row) => row.parent_id !== record.id || row.parent_entity !== record.path))
    throw notFound('Attachment')
  if (rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0) > mail_bytes_max)
    throw invalid({ attachment_ids: `At most ${mail_bytes_max / 1024 / 1024} MB are sent at once` })
  return rows
}

export const sendCommunication = verb({
  action_id: 'platform.communication.send',
  since: '0.1.0',
  summary: 'Sends a mail about a record to at most 20 addresses',
  machine: 'allowed',
  impersonator: 'refused',
  who: mail_senders,
  input: send_input,
  output: z.strictObject({ id: z.uuid(), recipients: z.number().int() }),
  run: async (context, input) => {
    const { tx, viewer, clock } = context
    const record = await aboutOf(context, input)
    await requireRecipients(context, record, input)
    const files = await filesOf(context, record, input.attachment_ids)
    const id = newUuid(clock)
    const { to, cc, subject, text } = input
    await insertRow(tx, communication, {
      id,
      subject,
      text,
      to,
      cc,
      file_names: files.map(({ file_name }) => file_name),
      attachment_ids: files.map((file) => file.id),
      user_id: viewer.user_id,
      user_name: viewer.user_name,
      parent_entity: record.path,
      parent_id: record.id,
      business_id: viewer.business_id,
      created_at: clock.now(),
    })
    const recipients = [...to, ...cc]
    for (const one of recipients)
      context.enqueue(communication_topic, `communication:${id}:${one}`, {
        communication_id: id,
        to: one,
        provider_id: viewer.provider_id,
        agency_id: viewer.category === 'agency' ? viewer.business_id : null,
      })
    context.audit({
      entity: 'platform.communication',
      entity_id: id,
      new_values: { parent_entity: record.path, parent_id: record.id, to, cc, subject },
    })
    return { id, recipients: recipients.length }
  },
})
