import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import { GBP, money, sum } from '#kernel/money.ts'
import { ageBucket, agedAmounts, daysOverdue, financeStatus, isOverdue } from './age.rules.ts'

const today = day('2026-03-16')

test.each([
  // status      due           finance      overdue
  ['open', '2026-03-17', 'initiated', false],
  ['open', '2026-03-16', 'initiated', false],
  ['open', '2026-03-15', 'overdue', true],
  ['closed', '2026-01-01', 'paid', false],
  ['cancelled', '2026-01-01', null, false],
  ['draft', '2026-01-01', null, false],
] as const)('%s, due %s is %s', (status, due, finance, overdue) => {
  expect(financeStatus(status, day(due), today)).toBe(finance)
  expect(isOverdue(status, day(due), today)).toBe(overdue)
})

test.each([
  [-5, 'current'],
  [0, 'current'],
  [1, '0-30'],
  [30, '0-30'],
  [31, '31-60'],
  [60, '31-60'],
  [61, '61-90'],
  [90, '61-90'],
  [91, '91-120'],
  [120, '91-120'],
  [121, 'over 120'],
  [4000, 'over 120'],
])('%i days past due is in %s', (days, bucket) => {
  const due = addDays(today, -days)
  expect(ageBucket(due, today)).toBe(bucket)
  expect(daysOverdue(due, today)).toBe(Math.max(0, days))
})

test('I8: the buckets add up to the whole, whatever is in them', () => {
  const invoice = fc.record({
    days: fc.integer({ min: -90, max: 400 }),
    minor: fc.integer({ min: -100_000, max: 100_000 }),
  })
  fc.assert(
    fc.property(fc.array(invoice), (list) => {
      const invoices = list.map(({ days, minor }) => ({
        due_date: addDays(today, -days),
        outstanding_balance: money(minor, GBP),
      }))
      const whole = sum(
        GBP,
        invoices.map((one) => one.outstanding_balance),
      )
      expect(sum(GBP, Object.values(agedAmounts(GBP, invoices, today)))).toEqual(whole)
    }),
  )
})
