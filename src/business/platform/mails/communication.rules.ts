/** Mails that people write on records: who sends them, to whom first, and their first words. Pure. */
import type { Role, WhoMay } from '#entity/access.ts'
import { validationText } from '#kernel/messages.ts'
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
export const communication_topic = 'platform.communication'

/** What a mail begins with. */
export const mail_templates = ['message', 'reminder', 'documents'] as const
export type MailTemplate = (typeof mail_templates)[number]

const first_lines: Readonly<Record<MailTemplate, (label: string) => string>> = {
  message: (label) => `this is about ${label}.`,
  reminder: (label) => `may I remind you of ${label}?`,
  documents: (label) => `please find the documents of ${label} attached.`,
}

interface Signing {
  readonly user_name: string
  readonly business_name: string
}

export const wordsOf = (template: MailTemplate, label: string, { user_name, business_name }: Signing) => ({
  subject: template === 'reminder' ? `Reminder: ${label}` : label,
  text: ['Hello,', '', first_lines[template](label), '', 'Kind regards', user_name, business_name].join('\n'),
})

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

/** The list in which an address stands again, the two taken together. */
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
