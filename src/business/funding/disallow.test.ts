import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { disallow, type Exposure, standard_funding_rule } from './disallow.rules.ts'

const gbp = currency('GBP')
const today = day('2026-06-30')
const owed = (id: string, outstanding: string, raised: string, more: Partial<Exposure> = {}): Exposure => ({
  id,
  outstanding_balance: parseMoney(outstanding, gbp),
  raised_date: day(raised),
  due_date: day('2026-07-30'),
  is_part_paid: false,
  last_payment_date: null,
  ...more,
})

/** `id reason amount`, in order. */
function judge(exposures: readonly Exposure[], limit: string | null, rule = standard_funding_rule): string[] {
  const found = disallow(exposures, rule, limit === null ? null : parseMoney(limit, gbp), today)
  return [...found].map(([id, { reason, amount }]) => `${id} ${reason} ${formatMoney(amount)}`)
}

describe('disallowed part of a client’s debt (spec §9)', () => {
  test.each<[string, Exposure[], string | null, string[]]>([
    [
      'nothing within the limit',
      [owed('a', '60.00', '2026-06-01'), owed('b', '40.00', '2026-06-02')],
      '100.00',
      [],
    ],
    ['nothing where there is no limit', [owed('a', '1000000.00', '2026-06-01')], null, []],
    [
      'what is above the limit, of the newest',
      [owed('a', '60.00', '2026-06-01'), owed('b', '60.00', '2026-06-02'), owed('c', '10.00', '2026-06-03')],
      '100.00',
      ['b Credit Limit exceeded 20.00', 'c Credit Limit exceeded 10.00'],
    ],
    ['day 120 is not yet too old', [owed('a', '60.00', '2026-03-02')], null, []],
    ['day 121 is', [owed('a', '60.00', '2026-03-01')], null, ['a Age disapproval 60.00']],
    [
      'aged debt does not use up the limit',
      [owed('a', '60.00', '2026-03-01'), owed('b', '100.00', '2026-06-02')],
      '100.00',
      ['a Age disapproval 60.00'],
    ],
    [
      'part paid before today',
      [owed('a', '60.00', '2026-06-01', { is_part_paid: true, last_payment_date: day('2026-06-29') })],
      null,
      ['a Partly paid invoice disapproval 60.00'],
    ],
    [
      'part paid today is not yet out',
      [owed('a', '60.00', '2026-06-01', { is_part_paid: true, last_payment_date: today })],
      null,
      [],
    ],
    [
      'age comes before part payment',
      [owed('a', '60.00', '2026-01-01', { is_part_paid: true, last_payment_date: day('2026-06-01') })],
      null,
      ['a Age disapproval 60.00'],
    ],
    [
      'a credit note gives room and is never out itself',
      [
        owed('n', '-50.00', '2026-01-01'),
        owed('a', '100.00', '2026-06-01'),
        owed('b', '60.00', '2026-06-02'),
      ],
      '100.00',
      ['b Credit Limit exceeded 10.00'],
    ],
    [
      'a limit of nothing lets nothing in',
      [owed('a', '0.01', '2026-06-01')],
      '0.00',
      ['a Credit Limit exceeded 0.01'],
    ],
  ])('%s', (_, exposures, limit, expected) => expect(judge(exposures, limit)).toEqual(expected))

  test('age may count from the due date', () => {
    const old = [owed('a', '60.00', '2025-01-01', { due_date: day('2026-05-31') })]
    expect(judge(old, null, { ...standard_funding_rule, age_basis: 'due_date', age_days: 30 })).toEqual([])
    expect(judge(old, null, { ...standard_funding_rule, age_basis: 'due_date', age_days: 29 })).toEqual([
      'a Age disapproval 60.00',
    ])
  })
})
