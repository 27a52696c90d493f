import { describe, expect, test } from 'vitest'
import { units } from '#kernel/rate.ts'
import { comparedWithUsual } from './hours-baseline.rules.ts'

const weeks = (...all: string[]) => all.map((one) => units(one))

describe('a timesheet beside the weeks before it', () => {
  test.each([
    ['37.5', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['36', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['35', ['37.5', '37.5', '37.5', '37.5'], false, '2.5 less than usual (37.5)'],
    ['38', ['37.5', '37.5', '37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    // One short week was approved; the next one is no usual week for it.
    ['30', ['39.5', '40', '39', '39.5', '39.5', '40', '39.5', '29.25'], false, '9.5 less than usual (39.5)'],
    // Weeks that differ allow more, and never more than fifteen hundredths.
    ['30', ['30', '33.25', '36', '37.5'], true, 'As usual (34.625)'],
    ['29', ['30', '33.25', '36', '37.5'], false, '5.625 less than usual (34.625)'],
    ['60', ['37.5', '37.5', '37.5'], false, '22.5 more than usual (37.5)'],
    // A correction that took half an hour off is no week.
    ['40', ['40', '-0.5', '39.5', '39.5'], true, 'As usual (39.5)'],
    ['40', ['40', '-0.5', '39.5'], false, 'New placement'],
    ['37.5', [], false, 'New placement'],
    ['0', ['37.5', '37.5', '37.5'], false, '37.5 less than usual (37.5)'],
  ])('%s after %j', (worked, before, is_usual, text) => {
    expect(comparedWithUsual(units(worked), weeks(...before))).toEqual({ is_usual, text })
  })
})
