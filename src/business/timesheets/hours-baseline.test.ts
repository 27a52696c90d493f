import { describe, expect, test } from 'vitest'
import { units } from '#kernel/rate.ts'
import { comparedWithUsual } from './hours-baseline.rules.ts'

const weeks = (...all: string[]) => all.map((one) => units(one))

describe('a timesheet beside the weeks before it', () => {
  test.each([
    ['37.5', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['36', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    // Within the hours of late.
    ['30', ['37.5', '30', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['29.25', ['40', '39.5', '37.5'], false, '10.25 less than usual (39.5)'],
    ['60', ['37.5', '37.5'], false, '22.5 more than usual (37.5)'],
    // A correction that took half an hour off is no week.
    ['40', ['40', '-0.5', '39.5'], true, 'As usual (39.5)'],
    ['37.5', [], false, 'The first timesheet of this placement'],
    ['0', ['37.5'], false, '37.5 less than usual (37.5)'],
  ])('%s after %j', (worked, before, is_usual, text) => {
    expect(comparedWithUsual(units(worked), weeks(...before))).toEqual({ is_usual, text })
  })
})
