/** Words of mails as a business writes them: values from a closed list, and faults. Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { namesIn } from '../../shared/placeholders.rules.ts'
import {
  type AutomaticMail,
  automatic_mails,
  automaticMail,
  isAutomatic,
  type MailValue,
} from './automatic-mail.rules.ts'
import {
  type MailTemplate,
  type MailWords,
  mail_templates,
  standard_words,
  subject_letters_max,
  text_letters_max,
} from './communication.rules.ts'

export const mail_editors = {
  agency: ['agency_admin'],
  funder: ['funder_admin'],
  provider: ['provider_admin'],
} as const

export const mail_values = [
  { name: 'record', label: 'The record', example: 'INV000123' },
  { name: 'sender.name', label: 'Name of the sender', example: 'Ann Lee' },
  { name: 'sender.signature', label: 'Signature of the sender', example: 'Ann Lee' },
  { name: 'business.name', label: 'Your business', example: 'Harbour Staffing' },
] as const

/** Each mail that a business can word. */
export type WordedMail = MailTemplate | AutomaticMail
export const worded_mails = [...mail_templates, ...automatic_mails] as const

export const valuesOf = (mail: WordedMail): readonly MailValue[] =>
  isAutomatic(mail) ? automaticMail(mail).values : mail_values

/** The words of the product. */
export const standardOf = (mail: WordedMail): MailWords =>
  isAutomatic(mail) ? automaticMail(mail).words : standard_words[mail]

/** Stands in a kept text for a link that works once: the delivery puts the link there. */
export const link_place = '[one-time link]'

const fault = (mail: WordedMail, text: string, max: number): string | null => {
  if (text.trim() === '') return validationText.required
  if (text.length > max) return validationText.max_length(max)
  if (text.includes(link_place)) return `${validationText.matches}: ${link_place}`
  const unknown = namesIn(text).find((name) => valuesOf(mail).every((value) => value.name !== name))
  return unknown === undefined ? null : `${validationText.matches}: ${unknown === '' ? '{{}}' : unknown}`
}

export function mailFaults(mail: WordedMail, { subject, text }: MailWords): FieldErrors {
  const faults = {
    subject: fault(mail, subject, subject_letters_max),
    text: fault(mail, text, text_letters_max),
  }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  )
}

/** The reason not to publish words that apply already; null: they are others. */
export const unchangedReason = (given: MailWords, applied: MailWords): string | null =>
  given.subject.trim() === applied.subject.trim() && given.text.trim() === applied.text.trim()
    ? 'These words apply already: change the subject or the text'
    : null
