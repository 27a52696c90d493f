import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, day } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { explainInsight, type InsightMonth } from './explain-insight.rules.ts'
import { nothing, totalOf } from './insight.rules.ts'

const minor = fc.integer({ min: -500_000_00, max: 500_000_00 })
const counted = fc.nat(500)
const month = fc.record({
  billed_amount: minor,
  margin_amount: minor,
  charged_amount: fc.integer({ min: 1, max: 900_000_00 }),
  received_amount: minor,
  hours: fc.integer({ min: 0, max: 4_000 }).map((quarters) => quarters * 2_500),
  timesheet_count: counted,
  on_time_count: counted,
})
const months = fc
  .array(month, { maxLength: 24 })
  .map((list): InsightMonth[] =>
    list.map((one, at) => ({ ...nothing, ...one, month: addMonths(day('2025-01-01'), at) })),
  )

test('the months of each amount add up to it, however many they are; shares work out', () => {
  fc.assert(
    fc.property(months, (list) => {
      const total = totalOf(list)
      for (const [figure, field] of [
        ['billed', 'billed_amount'],
        ['margin', 'margin_amount'],
        ['received', 'received_amount'],
      ] as const) {
        const last = explainInsight(figure, list, total, GBP).at(-1) ?? ''
        if (!last.includes(' = ')) {
          expect(total[field]).toBe(0)
          continue
        }
        expect([last, isTrue(last)]).toEqual([last, true])
        expect(last.endsWith(` = ${displayMoney(money(total[field], GBP))}`)).toBe(true)
      }
      const hours = explainInsight('hours', list, total, GBP).at(-1) ?? ''
      const [terms = '', come_to] = hours.replaceAll(',', '').split(' = ')
      const added = [...terms.matchAll(/([\d.]+) \(/g)].reduce((all, [, one]) => all + Number(one), 0)
      expect(added).toBe(come_to === undefined ? 0 : Number(come_to))
      const share = (explainInsight('timesheets', list, total, GBP).at(-1) ?? '').replaceAll(',', '')
      const [, part, whole, said] = /^(\d+) of (\d+) = ([\d.]+)%$/.exec(share) ?? []
      if (total.timesheet_count > 0) {
        const hundredths = Number((said ?? '').replace('.', ''))
        // In whole numbers: a share that lies half-way between two hundredths rounds either way.
        const off = Math.abs(hundredths * Number(whole) - 10_000 * Number(part))
        expect(off * 2).toBeLessThanOrEqual(Number(whole))
      }
    }),
    { numRuns: 200 },
  )
})

test('empty months are left out, and an empty period is stated', () => {
  const list = [
    { ...nothing, month: day('2025-01-01') },
    { ...nothing, month: day('2025-02-01'), billed_amount: 12_345, days_to_pay: 30.5, paid_amount: 100 },
  ]
  expect(explainInsight('billed', list, totalOf(list), GBP).at(-1)).toBe('£123.45 (Feb 2025) = £123.45')
  expect(explainInsight('paid', list, totalOf(list), GBP).slice(1)).toEqual(['Feb 2025: 30.5 days, £1.00'])
  expect(explainInsight('received', list, totalOf(list), GBP).at(-1)).toBe('No rows.')
  expect(explainInsight('timesheets', list, totalOf(list), GBP).at(-1)).toBe('No rows.')
})
