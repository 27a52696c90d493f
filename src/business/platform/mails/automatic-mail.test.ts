import { expect, test } from 'vitest'
import {
  type AutomaticMail,
  automatic_mails,
  automaticMail,
  fillAutomatic,
  previewAutomatic,
} from './automatic-mail.rules.ts'
import { mailFaults } from './mail-template.rules.ts'

test.each(automatic_mails)('automatic mail %s: its own words pass and each value has its example', (mail) => {
  const { words, values } = automaticMail(mail)
  expect(mailFaults(mail, words)).toEqual({})
  const all = { subject: 'Hello', text: values.map(({ name }) => `{{${name}}}`).join('\n') }
  expect(mailFaults(mail, all)).toEqual({})
  expect(previewAutomatic(mail, all, 'Larkfield').text).not.toContain('{{')
})

test.each<[AutomaticMail, string, string]>([
  ['statement', 'Dear {{document.number}}', 'Please enter a valid Input: document.number'],
  ['credit_note', 'Due {{document.due_date}}', 'Please enter a valid Input: document.due_date'],
  ['invoice', 'To {{__proto__}}', 'Please enter a valid Input: __proto__'],
  ['invitation', 'Open [one-time link] now', 'Please enter a valid Input: [one-time link]'],
  ['invitation', ' ', 'Mandatory'],
])('automatic mail %s: "%s" is refused', (mail, text, fault) => {
  expect(mailFaults(mail, { subject: 'Hello', text })).toEqual({ text: fault })
})

test('automatic mail: a value is not read again, and the subject is one line', () => {
  const words = { subject: '{{person.name}}', text: 'To {{ person.name }} of {{business.name}}' }
  expect(fillAutomatic(words, { 'person.name': 'A\n{{business.name}}', 'business.name': 'B' })).toEqual({
    subject: 'A {{business.name}}',
    text: 'To A\n{{business.name}} of B',
  })
})

test('automatic mail: the preview names the reader’s business and what follows', () => {
  const { subject, text } = previewAutomatic('invoice', automaticMail('invoice').words, 'Larkfield')
  expect(subject).toBe('Invoice INV000123 from Larkfield')
  expect(text).toMatch(
    /^Hello,\n\nInvoice INV000123 of 20\/11\/2026 is attached\.\n\n\[Here follow the parties/,
  )
})
