import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import type { Membership } from './membership.rules.ts'
import { type PensionEnd, pensionEndFaults } from './pension-end.rules.ts'

const member: Membership = {
  state: 'enrolled',
  entry: 'automatic',
  informed_on: day('2026-06-10'),
  postponed_to: null,
  effective_from: day('2026-06-05'),
}
const joined: Membership = { ...member, entry: 'joined', effective_from: day('2026-07-20') }
const end: PensionEnd = {
  effective_from: day('2026-07-31'),
  last_paid: day('2026-07-24'),
  members: [member, joined],
  successor: { name: 'Northern Mutual', ended_from: null },
}
const successor_missing = 'Choose the pension scheme that takes them over'

test.each<[string, Partial<PensionEnd>, object]>([
  ['with a scheme that takes the members over', {}, {}],
  ['on a paid day', { effective_from: day('2026-07-24') }, { effective_from: 'Should be after 24/07/2026' }],
  ['without members', { members: [], successor: null }, {}],
  [
    'with a member whom nobody takes over',
    { members: [member], successor: null },
    { successor_id: `1 worker is a member. ${successor_missing}` },
  ],
  [
    'with members whom nobody takes over',
    { successor: null },
    { successor_id: `2 workers are members. ${successor_missing}` },
  ],
  [
    'with a scheme of another employer',
    { successor: 'unknown' },
    { successor_id: 'Pension scheme not found' },
  ],
  [
    'with a scheme that ends itself',
    { successor: { name: 'Northern Mutual', ended_from: day('2026-09-04') } },
    { successor_id: 'Northern Mutual takes no new members: it ends on 04/09/2026' },
  ],
  [
    'on the last day of opting out',
    { effective_from: day('2026-07-09'), last_paid: null },
    { effective_from: 'A member may opt out until 09/07/2026. Choose a later day' },
  ],
  ['on the day after it', { effective_from: day('2026-07-10'), last_paid: null }, {}],
])('the end of a pension scheme %s', (_, change, faults) => {
  expect(pensionEndFaults({ ...end, ...change })).toEqual(faults)
})
