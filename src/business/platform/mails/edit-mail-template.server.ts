/** The words of mails as a business writes them, tried on oneself, and given up again. */
import { z } from 'zod'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { oneLine } from '../../shared/printed-input.server.ts'
import { isAutomatic, previewAutomatic } from './automatic-mail.rules.ts'
import {
  fillMail,
  type MailWords,
  mail_test_topic,
  subject_letters_max,
  text_letters_max,
} from './communication.rules.ts'
import { mail_template } from './mail-template.entity.ts'
import {
  mail_editors,
  mail_values,
  mailFaults,
  standardOf,
  unchangedReason,
  type WordedMail,
  worded_mails,
} from './mail-template.rules.ts'
import { signingOf } from './own-signature.server.ts'
import { ownWords } from './own-words.server.ts'

const template = z.enum(worded_mails)
const words = {
  template,
  subject: oneLine(
    z
      .string({ error: validationText.required })
      .trim()
      .max(subject_letters_max, { error: validationText.max_length(subject_letters_max) })
      .regex(/^[^\r\n]*$/, { error: validationText.matches }),
  ),
  text: z
    .string({ error: validationText.required })
    .trim()
    .max(text_letters_max, { error: validationText.max_length(text_letters_max) }),
}

/** @throws invalid with every fault under its own key */
function requireWords(mail: WordedMail, given: MailWords): void {
  const faults = mailFaults(mail, given)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** Versions follow one another also after the standard words were back. */
async function nextVersion({ tx, viewer }: VerbContext, name: WordedMail): Promise<number> {
  const last = await tx.row<{ version: number | null }>(
    'select max(version) as version from config.mail_template where business_id = $1 and template = $2 and deleted_at is null',
    [viewer.business_id, name],
  )
  return (last?.version ?? 0) + 1
}

export const saveMailTemplate = verb({
  action_id: 'config.mail_template.save',
  since: '0.1.0',
  summary: 'Publishes the words that a mail of a business begins with',
  machine: 'allowed',
  impersonator: 'refused',
  who: mail_editors,
  input: z.strictObject(words),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { template: name, subject, text }) => {
    const { tx, viewer, clock, audit } = context
    requireWords(name, { subject, text })
    await lockKey(tx, 'mail_template', `${viewer.business_id} ${name}`)
    const before = await ownWords(tx, viewer.business_id, name)
    const unchanged = unchangedReason({ subject, text }, before ?? standardOf(name))
    if (unchanged !== null) throw invalid({ text: unchanged })
    const now = clock.now()
    if (before) await updateRow(tx, mail_template, before.id, { status: 'archived', updated_at: now })
    const id = newUuid(clock)
    const version = await nextVersion(context, name)
    await insertRow(tx, mail_template, {
      id,
      template: name,
      version,
      status: 'published',
      subject,
      text,
      business_id: viewer.business_id,
      created_at: now,
      updated_at: now,
    })
    audit({
      entity: 'config.mail_template',
      entity_id: id,
      ...(before ? { old_values: { subject: before.subject, text: before.text } } : {}),
      new_values: { template: name, version, subject, text },
    })
    return { id }
  },
})

export const resetMailTemplate = verb({
  action_id: 'config.mail_template.reset',
  since: '0.1.0',
  summary: 'Gives up the own words of a mail: it begins with the standard ones again',
  machine: 'allowed',
  impersonator: 'refused',
  who: mail_editors,
  input: z.strictObject({ template }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { template: name }) => {
    const { tx, viewer, clock, audit } = context
    await lockKey(tx, 'mail_template', `${viewer.business_id} ${name}`)
    const before = await ownWords(tx, viewer.business_id, name)
    if (!before) throw conflict('This mail has the standard words already')
    const now = clock.now()
    await updateRow(tx, mail_template, before.id, { status: 'archived', updated_at: now })
    audit({
      entity: 'config.mail_template',
      entity_id: before.id,
      old_values: { subject: before.subject, text: before.text },
      new_values: { status: 'archived' },
    })
    return { id: before.id }
  },
})

export const testMailTemplate = verb({
  action_id: 'config.mail_template.test',
  since: '0.1.0',
  summary: 'Mails the words of a mail to the caller, with examples for values',
  machine: 'refused',
  impersonator: 'refused',
  who: mail_editors,
  input: z.strictObject(words),
  output: z.strictObject({ to: z.string() }),
  run: async (context, { template: name, subject, text }) => {
    const { viewer, clock } = context
    requireWords(name, { subject, text })
    const words = { subject, text }
    const mail = isAutomatic(name)
      ? previewAutomatic(name, words, viewer.business_name)
      : fillMail(words, mail_values[0].example, await signingOf(context))
    context.enqueue(mail_test_topic, `${mail_test_topic}:${newUuid(clock)}`, {
      to: viewer.email,
      subject: `Test: ${mail.subject}`,
      body_text: mail.text,
      business_id: viewer.business_id,
      provider_id: viewer.provider_id,
      agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    })
    return { to: viewer.email }
  },
})
