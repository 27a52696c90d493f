import { expect, it } from 'vitest'
import { differences } from './difference.ts'

it('shows changed values and leaves out the rest', () => {
  const before = { title: 'Nurse', end_date: null, is_extended: false, rate: 20, notes: ['a'] }
  const after = { end_date: '2026-03-31', is_extended: true, rate: 22, title: 'Nurse', notes: ['a', 'b'] }
  expect(differences(before, after).map(({ label, old, new: now }) => `${label}: ${old} → ${now}`)).toEqual([
    'End date: – → 2026-03-31',
    'Is extended: No → Yes',
    'Rate: 20 → 22',
    'Notes: a → a, b',
  ])
})

it('ignores anything but a set of values', () => {
  expect(differences(null, 'x')).toEqual([])
  expect(differences({ a: { b: 1 } }, {})).toEqual([{ field: 'a', label: 'A', old: 'B 1', new: '–' }])
})
