/** Mails that people write on records: who sends them, to whom first, and their first words. Pure. */
import type { Role, WhoMay } from '#entity/access.ts'
import { validationText } from '#kernel/messages.ts'
import { fillNames } from '../../shared/placeholders.rules.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'

export const mail_senders: WhoMay = {
  agency: agency_writers,
  funder: ['funder_admin'],
  provider: provider_staff,
}

export const recipients_max = 20
export const too_many_recipients = `At most ${recipients_max} recipients`
export const mail_bytes_max = 25 * 1024 * 1024
export const subject_letters_max = 200
export const text_letters_max = 4000
export const signature_letters_max = 500
export const communication_topic = 'platform.communication'
export const mail_test_topic = 'config.mail_template_test'

/** What a mail begins with. */
export const mail_templates = ['message', 'reminder', 'documents'] as const
export type MailTemplate = (typeof mail_templates)[number]

/** Words of a mail, with values like `{{record}}` in them. */
export interface MailWords {
  readonly subject: string
  readonly text: string
}

const standard = (subject: string, line: string): MailWords => ({
  subject,
  text: `Hello,\n\n${line}\n\nKind regards\n{{sender.signature}}`,
})

export const standard_words: Readonly<Record<MailTemplate, MailWords>> = {
  message: standard('{{record}}', 'this is about {{record}}.'),
  reminder: standard('Reminder: {{record}}', 'may I remind you of {{record}}?'),
  documents: standard('{{record}}', 'please find the documents of {{record}} attached.'),
}

export interface Signing {
  readonly user_name: string
  readonly business_name: string
  /** Blank: name and business sign. */
  readonly mail_signature: string
}

/** The words with their values, as the form of the mail begins. */
export function fillMail(
  { subject, text }: MailWords,
  label: string,
  { user_name, business_name, mail_signature }: Signing,
): MailWords {
  const values = new Map([
    ['record', label],
    ['sender.name', user_name],
    ['business.name', business_name],
    ['sender.signature', mail_signature || `${user_name}\n${business_name}`],
  ])
  const fill = (words: string) => fillNames(words, (name) => values.get(name))
  return {
    subject: fill(subject).replaceAll(/\s+/g, ' ').slice(0, subject_letters_max),
    text: fill(text).slice(0, text_letters_max),
  }
}

/** Roles of the people whom a mail about such a record goes to first; others are offered none. */
export const first_recipients: Readonly<Record<string, readonly Role[]>> = {
  'business.client': ['invoice_contact'],
  'business.contractor': ['contractor'],
  'contract.perm_placement': ['hiring_manager'],
  'contract.temp_placement': ['hiring_manager'],
  'transaction.expense': ['timesheet_approver'],
  'transaction.invoice': ['invoice_contact'],
  'transaction.timesheet': ['timesheet_approver'],
}

/** `a@b.example; c@d.example` as typed into one field. */
export const addressesIn = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .map((one) => one.toLowerCase())
    .filter((one) => one !== '')

/** The list that repeats an address: `to` itself, or `cc` read after it. */
export function repeated(to: readonly string[], cc: readonly string[]): 'to' | 'cc' | null {
  if (new Set(to).size < to.length) return 'to'
  return new Set([...to, ...cc]).size < to.length + cc.length ? 'cc' : null
}

const is_address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What the browser finds itself; the verb asks again. */
export function addressFaults(to: readonly string[], cc: readonly string[]): Record<string, string> {
  const lists = Object.entries({ to, cc })
  const faults = lists.filter(([, list]) => !list.every((one) => is_address.test(one)))
  if (faults.length > 0)
    return Object.fromEntries(faults.map(([name]) => [name, validationText.email_in_list]))
  const twice = repeated(to, cc)
  if (twice) return { [twice]: validationText.duplicate_email }
  return to.length + cc.length > recipients_max ? { cc: too_many_recipients } : {}
}
