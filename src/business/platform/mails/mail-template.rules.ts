/** Words of mails on records as a business writes them: values from a closed list, and faults. Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { namesIn } from '../../shared/placeholders.rules.ts'
import { subject_letters_max, text_letters_max } from './communication.rules.ts'

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

const fault = (text: string, max: number): string | null => {
  if (text.trim() === '') return validationText.required
  if (text.length > max) return validationText.max_length(max)
  const unknown = namesIn(text).find((name) => mail_values.every((value) => value.name !== name))
  return unknown === undefined ? null : `${validationText.matches}: ${unknown === '' ? '{{}}' : unknown}`
}

export function mailFaults({ subject, text }: { subject: string; text: string }): FieldErrors {
  const faults = { subject: fault(subject, subject_letters_max), text: fault(text, text_letters_max) }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  )
}
