/** Works out every figure of a statement of account again from the sentences on its last page. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { age_buckets } from '#business/shared/age-buckets.rules.ts'
import { addDays, day } from '#kernel/day.ts'
import { currency as currencyOf, displayMoney, GBP, money, sum } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { agedAmounts } from './age.rules.ts'
import { statementPage } from './client-statement.rules.ts'
import type { StatementFacts } from './statement-facts.rules.ts'

const today = day('2026-06-11')

/** The sum in a sentence: neither what it is of, nor what is said after it. */
const sumIn = (sentence: string) =>
  sentence.replace(/\. It is not.*$/, '').replace(/^(?:INV-\d+, |[^(]*?: )(?=[-−£€])/, '')

const line = fc
  .record({
    currency: fc.constantFrom(GBP, currencyOf('EUR')),
    total: fc.integer({ min: -500_000, max: 900_000 }).filter((minor) => minor !== 0),
    paid: fc.integer({ min: 0, max: 100_000 }),
    credited: fc.integer({ min: 0, max: 100_000 }),
    overdue: fc.integer({ min: -40, max: 200 }),
  })
  .map(({ currency, total, paid, credited, overdue }) => ({
    what: 'Ada Byron',
    raised_date: addDays(today, -overdue - 30),
    due_date: addDays(today, -overdue),
    total_amount: money(total, currency),
    paid_amount: money(paid, currency),
    outstanding_balance: money(total - paid - credited, currency),
  }))

const facts = fc
  .record({
    lines: fc.array(line, { maxLength: 30 }),
    unallocated: fc.array(
      fc.integer({ min: 1, max: 90_000 }).map((minor) => money(minor, GBP)),
      { maxLength: 4 },
    ),
  })
  .map(
    ({ lines, unallocated }): StatementFacts => ({
      agency: 'Larkfield',
      agency_address: '',
      client: 'Northwind',
      client_human_id: 'CLI1',
      client_address: '',
      today,
      lines: lines.map((one, i) => ({ ...one, human_id: `INV-${i}` })),
      unallocated,
    }),
  )

test('every sum on it is true, and each figure of the page is the end of one', () => {
  fc.assert(
    fc.property(facts, (of) => {
      for (const part of statementPage(of).currencies) {
        const own = of.lines.filter((one) => one.outstanding_balance.currency === part.code)
        const sums = part.words.filter((sentence) => sentence.includes(' = '))
        // What is said after the sum of receipts is no part of it.
        for (const sentence of sums) expect(isTrue(sumIn(sentence)), sentence).toBe(true)
        const ends = (start: string, figure: string) =>
          sums.some((sentence) => sentence.startsWith(start) && sumIn(sentence).endsWith(` = ${figure}`))
        if (own.length > 0) expect(ends('Net outstanding', part.total)).toBe(true)
        const aged = agedAmounts(part.code, own, today)
        const filled = age_buckets.map(({ value }) => value).filter((bucket) => aged[bucket].minor !== 0)
        for (const bucket of filled)
          expect(
            sums.some(
              (sentence) => sentence.includes(' = ') && sentence.endsWith(` = ${displayMoney(aged[bucket])}`),
            ),
          ).toBe(true)
        if (part.unallocated !== '') expect(ends('Received and not yet matched', part.unallocated)).toBe(true)
        // A document that is not open in full says what was taken off it.
        for (const { human_id, total_amount, outstanding_balance } of own)
          if (total_amount.minor !== outstanding_balance.minor)
            expect(ends(`${human_id}, `, displayMoney(outstanding_balance)), human_id).toBe(true)
        expect(part.total).toBe(
          displayMoney(
            sum(
              part.code,
              own.map((one) => one.outstanding_balance),
            ),
          ),
        )
      }
    }),
    { numRuns: 100 },
  )
})

test('a small statement in words', () => {
  const one = (human_id: string, overdue: number, total: number, paid: number) => ({
    human_id,
    what: '',
    raised_date: addDays(today, -60),
    due_date: addDays(today, -overdue),
    total_amount: money(total, GBP),
    paid_amount: money(paid, GBP),
    outstanding_balance: money(total - paid, GBP),
  })
  const [part] = statementPage({
    agency: '',
    agency_address: '',
    client: '',
    client_human_id: '',
    client_address: '',
    today,
    lines: [one('INV-1', 10, 120_000, 40_000), one('INV-2', 0, 60_000, 0)],
    unallocated: [money(5_000, GBP)],
  }).currencies
  expect(part?.words.filter((sentence) => sentence.includes(' = '))).toEqual([
    'INV-1, £1,200.00 (total) − £400.00 (paid) = £800.00',
    'Current: £600.00 (INV-2) = £600.00',
    '0-30 days overdue: £800.00 (INV-1) = £800.00',
    'Net outstanding: £600.00 (current) + £800.00 (0-30 days overdue) = £1,400.00',
    'Received and not yet matched: £50.00 (receipt) = £50.00. It is not taken off what is outstanding until it is known for which documents it is.',
  ])
})
