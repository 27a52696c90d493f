import { expect, it } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { activityOf, type DocumentFacts } from './invoice-activity.rules.ts'

const nothing: DocumentFacts = {
  raised_date: '2025-06-02',
  matches: [],
  credit_notes: [],
  letters: [],
  promises: [],
  audits: [],
}
const told = (facts: Partial<DocumentFacts>) =>
  activityOf({ ...nothing, ...facts }).map(({ on, what, detail }) => [on, what, detail])

it('begins with the day it was raised', () => {
  expect(told({})).toEqual([['2025-06-02', 'Raised', null]])
})

it('a match and its reversal are two steps, latest first', () => {
  const match = {
    id: 'm',
    human_id: 'RCT-7',
    amount: money(12_050, GBP),
    post_date: '2025-06-10',
    reversal_date: '2025-06-12',
    reversal_reason: 'Sent to the wrong client',
  }
  expect(told({ matches: [match] })).toEqual([
    ['2025-06-12', 'Match with RCT-7 reversed', '£120.50, Sent to the wrong client'],
    ['2025-06-10', 'Matched with RCT-7', '£120.50'],
    ['2025-06-02', 'Raised', null],
  ])
  expect(told({ matches: [{ ...match, human_id: null }] }).map(([, what]) => what)).toEqual([
    'Match reversed',
    'Matched',
    'Raised',
  ])
})

it('a promise shows its day and the London day on which it was broken', () => {
  const promise = {
    id: 'p',
    amount: money(10_000, GBP),
    promised_date: '2025-06-20',
    status: 'broken',
    note: null,
    user_name: 'Ann',
    created_at: '2025-06-15T09:00:00.000Z',
    // Half past midnight in London's summer.
    updated_at: '2025-06-20T23:30:00.000Z',
  } as const
  expect(told({ promises: [promise] })).toEqual([
    ['2025-06-21', 'Promise broken', '£100.00'],
    ['2025-06-15', '£100.00 promised for 20 Jun 2025', 'by Ann'],
    ['2025-06-02', 'Raised', null],
  ])
  expect(told({ promises: [{ ...promise, status: 'open' }] })).toHaveLength(2)
})

it('mails, disputes and letters show their recipients; other audit rows do not appear', () => {
  const audit = (id: number, action_id: string, new_values: Record<string, unknown>) => ({
    id,
    at: '2025-06-03T10:00:00.000Z',
    action_id,
    new_values,
  })
  const facts = {
    audits: [
      audit(1, 'transaction.invoice.send', { sent_to: ['a@example.com', 'b@example.com'] }),
      audit(2, 'transaction.invoice.dispute', { dispute_reason: 'Not our hours' }),
      audit(3, 'transaction.timesheet.approve', { status: 'open' }),
    ],
    letters: [
      {
        id: 'l',
        kind: 'scheduled',
        on_date: '2025-07-01',
        recipients: ['a@example.com'],
        user_name: 'Stint',
      },
    ],
  } as const
  expect(told(facts)).toEqual([
    ['2025-07-01', 'Chased by plan', 'to a@example.com, by Stint'],
    ['2025-06-03', 'Disputed', 'Not our hours'],
    ['2025-06-03', 'Sent by mail', 'to a@example.com, b@example.com'],
    ['2025-06-02', 'Raised', null],
  ])
})
