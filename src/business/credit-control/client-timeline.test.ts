import { expect, it } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { type ClientPromise, type Letter, timelineOf } from './client-timeline.rules.ts'

const letter: Letter = {
  id: 'l',
  kind: 'scheduled',
  on_date: '2025-06-10',
  subject: 'Due',
  body: 'Please pay.',
  invoice_count: 1,
  recipients: ['ap@example.com'],
  user_name: 'Stint',
}
const promise: ClientPromise = {
  id: 'p',
  human_id: 'INV-9',
  invoice_id: 'i',
  amount: money(50_000, GBP),
  promised_date: '2025-06-20',
  status: 'kept',
  note: 'Said by mail',
  user_name: 'Ann',
  created_at: '2025-06-12T08:00:00.000Z',
  updated_at: '2025-06-18T03:00:00.000Z',
}

it('timeline: letters, calls and promises together, newest first', () => {
  const call: Letter = {
    ...letter,
    id: 'c',
    kind: 'call',
    on_date: '2025-06-11',
    body: 'The clerk is away.',
    recipients: ['Bob'],
    user_name: 'Ann',
  }
  const told = timelineOf([letter, call], [promise]).map((one) => [one.on, one.kind, one.what, one.detail])
  expect(told).toEqual([
    ['2025-06-18', 'kept', 'Promise of £500.00 kept', ''],
    ['2025-06-12', 'promise', '£500.00 promised for 20 Jun 2025', 'Said by mail, by Ann'],
    ['2025-06-11', 'call', 'Call', 'with Bob, by Ann'],
    ['2025-06-10', 'mail', 'Chased by plan: 1 invoice', 'to ap@example.com, by Stint'],
  ])
  expect(timelineOf([call], [])[0]?.note).toBe('The clerk is away.')
})

it('open promise: has no end yet', () => {
  expect(timelineOf([], [{ ...promise, status: 'open' }]).map((one) => one.kind)).toEqual(['promise'])
})
