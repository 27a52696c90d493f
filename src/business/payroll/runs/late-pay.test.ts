/** Work of a tax year that ended: the late work, the work paid in its turn, and the words for both. */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { lateCorrections, latePay } from './late-pay.rules.ts'

const work = (end: string, approved: string | null, corrects: string | null = null) => ({
  human_id: 'TMS000007',
  end_date: day(end),
  approved_on: approved === null ? null : day(approved),
  corrects: corrects === null ? null : day(corrects),
})
const pay_day = day('2026-04-10')

test.each([
  ['approved before 6 April, paid after it', work('2026-03-29', '2026-04-05'), false],
  ['approved on 6 April', work('2026-03-29', '2026-04-06'), true],
  ['ended on 5 April', work('2026-04-05', '2026-04-07'), true],
  ['ended on 6 April', work('2026-04-06', '2026-04-07'), false],
  ['a difference without an approval', work('2026-03-29', null), false],
  ['a correction, which its payslip speaks of', work('2026-03-29', '2026-04-07', '2026-04-02'), false],
])('late pay: %s', (_, of, is_late) => {
  expect(latePay(pay_day, [of])).toBe(
    is_late
      ? '1 timesheet of work until 05/04/2026 was approved after it: the pay counts in the tax year 2026-27, in which it is paid'
      : null,
  )
})

test('late pay: several timesheets are counted, those of the year are not', () => {
  const works = [
    work('2026-03-29', '2026-04-06'),
    work('2025-12-07', '2026-04-08'),
    work('2026-04-12', '2026-04-13'),
  ]
  expect(latePay(pay_day, works)).toMatch(/^2 timesheets of work until 05\/04\/2026 were approved after it: /)
})

test('corrections: of pay of the year none is named, of earlier pay each', () => {
  expect(
    lateCorrections(pay_day, [work('2026-03-29', '2026-04-07'), work('2026-03-29', null, '2026-04-06')]),
  ).toEqual([])
  expect(lateCorrections(pay_day, [work('2026-03-29', '2026-04-07', '2026-04-03')])).toEqual([
    'Timesheet TMS000007 corrects pay of 03/04/2026: the difference counts in the tax year 2026-27, and not in 2025-26',
  ])
})
