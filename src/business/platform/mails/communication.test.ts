import { expect, test } from 'vitest'
import {
  addressesIn,
  addressFaults,
  fillMail,
  mail_templates,
  standard_words,
} from './communication.rules.ts'
import { mailFaults } from './mail-template.rules.ts'

test('mail: addresses are typed with commas, semicolons or blanks between them', () => {
  expect(addressesIn(' A@x.example,b@x.example; c@x.example\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ])
})

test('faults of addresses: form, repetition, number', () => {
  const many = Array.from({ length: 20 }, (_, n) => `p${n}@x.example`)
  expect(addressFaults(['a@x.example'], [])).toEqual({})
  expect(addressFaults(['a@x'], ['b'])).toEqual({
    to: 'Please enter a valid email',
    cc: 'Please enter a valid email',
  })
  expect(addressFaults(['a@x.example', 'a@x.example'], [])).toEqual({ to: 'Duplicate Email' })
  expect(addressFaults(['a@x.example'], ['a@x.example'])).toEqual({ cc: 'Duplicate Email' })
  expect(addressFaults(many, ['b@x.example'])).toEqual({ cc: 'At most 20 recipients' })
})

test('mail: a reminder says so in its subject', () => {
  const words = fillMail(standard_words.reminder, 'INV000123', {
    user_name: 'Ann Lee',
    business_name: 'Larkfield',
    mail_signature: '',
  })
  expect(words.subject).toBe('Reminder: INV000123')
  expect(words.text).toMatch(/may I remind you of INV000123\?[\s\S]*Ann Lee\nLarkfield$/)
})

test('mail: ends with the signature of its sender; without one with their name and business', () => {
  const ann = { user_name: 'Ann Lee', business_name: 'Larkfield' }
  const end = (mail_signature: string) =>
    fillMail(standard_words.message, 'INV000123', { ...ann, mail_signature }).text.split('Kind regards\n')[1]
  expect(end('')).toBe('Ann Lee\nLarkfield')
  expect(end('Ann\n{{record}}, 0161 496 0000')).toBe('Ann\n{{record}}, 0161 496 0000')
})

test('own words of a mail: values of the closed list alone; a value is not read again', () => {
  for (const name of mail_templates) expect(mailFaults(name, standard_words[name])).toEqual({})
  expect(mailFaults('message', { subject: '{{invoice}}', text: ' ' })).toEqual({
    subject: 'Please enter a valid Input: invoice',
    text: 'Mandatory',
  })
  expect(mailFaults('message', { subject: 'x'.repeat(201), text: 'To {{record' })).toEqual({
    subject: 'Max character length is 200',
    text: 'Please enter a valid Input: {{record',
  })
  const signing = { user_name: '{{record}}', business_name: 'Larkfield', mail_signature: '' }
  expect(fillMail({ subject: 'About {{ record }}', text: '{{sender.name}}' }, 'A\nB', signing)).toEqual({
    subject: 'About A B',
    text: '{{record}}',
  })
})
