import { describe, expect, it } from 'vitest'
import type { TimesheetStatus } from '../timesheets/timesheet.rules.ts'
import { stepReached } from './money-step.rules.ts'

describe('every state of a timesheet has one place on the way to the bank', () => {
  const rows: readonly [TimesheetStatus, string | null, number][] = [
    ['draft', null, 0],
    ['rejected', null, 0],
    ['cancelled', null, 0],
    ['submitted', null, 1],
    ['suspense', null, 2],
    ['approved', null, 2],
    ['approved', 'open', 3],
    ['approved', 'closed', 4],
  ]
  it.each(rows)('%s with document %s is at step %i', (sheet, document, step) => {
    expect(stepReached(sheet, document)).toBe(step)
  })
})
