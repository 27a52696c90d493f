import { expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import { isAsChosen, newestInput } from './seen.ts'

const seen = { field: 'submitted_date', as: 'submitted_until' }
const row = (submitted_date: string | null) => ({ id: 'a', submitted_date })
const [first, again] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:15:00.000Z']

test('a row submitted again after its selection: it is left out with a reason', () => {
  expect(isAsChosen(seen, row(first), row(again))).toEqual(
    refuse('conflict', 'Changed since you selected it'),
  )
  expect(isAsChosen(seen, row(null), row(first))).not.toBe(true)
  expect(isAsChosen(seen, row(first), row(first))).toBe(true)
  expect(isAsChosen(undefined, row(first), row(again))).toBe(true)
})

test('chosen rows: the newest moment goes with the decision, also across a clock change', () => {
  const local = '2026-10-25T01:45:00+01:00'
  expect(newestInput(seen, [row(local), row(again), row(null)])).toEqual({ submitted_until: again })
  expect(newestInput(seen, [row(first), row(local)])).toEqual({ submitted_until: local })
  expect(newestInput(seen, [row(null)])).toEqual({})
  expect(newestInput(undefined, [row(first)])).toEqual({})
})
