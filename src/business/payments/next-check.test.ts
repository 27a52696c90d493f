import { expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import { nextCheckText } from './next-check.rules.ts'

const off = refuse('not_allowed', 'A batch is reviewed by somebody other than its maker')

test.each([
  ['two colleagues', { checkers: ['Ada', 'Bea'] }, 'Ask Ada or Bea to review it.'],
  ['three colleagues', { checkers: ['Ada', 'Bea', 'Cy'] }, 'Ask Ada, Bea or Cy to review it.'],
  ['a colleague before a day', { checkers: ['Ada'], free_from: '4 Dec 2026' }, 'Ask Ada to review it.'],
  ['a day alone', { free_from: '4 Dec 2026' }, 'Nobody else can review it. You can from 4 Dec 2026.'],
  ['nobody', {}, 'Nobody else can review it yet. Invite a second person under People.'],
  ['the reader', { verdict: true as const, checkers: ['Ada'] }, null],
  ['an empty batch', { verdict: refuse('precondition', 'Batch BAT000001 has nothing to pay') }, null],
])('a batch that waits for %s', (_, facts, text) => {
  expect(nextCheckText({ step: 'review', verdict: off, checkers: [], free_from: null, ...facts })).toBe(text)
})
