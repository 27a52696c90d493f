import { expect, test } from 'vitest'
import { isStintError } from './errors.ts'
import { reasonOf, refuse, requireCan } from './refusal.ts'

test('refusal: becomes the error of its code, with its sentence', () => {
  const refusal = refuse('conflict', 'Timesheet TMS000001 is already approved')
  expect(reasonOf(refusal)).toBe('Timesheet TMS000001 is already approved')
  try {
    requireCan(refusal)
    expect.unreachable()
  } catch (error) {
    expect(isStintError(error) && [error.code, error.message]).toEqual([refusal.code, refusal.message])
  }
})

test('refusal: true lets the action through', () => {
  expect(() => requireCan(true)).not.toThrow()
  expect(reasonOf(true)).toBeNull()
})
