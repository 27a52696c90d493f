import { describe, expect, test } from 'vitest'
import { formatMoney, GBP, parseMoney } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { can } from './reassign.rules.ts'
import {
  type Advance,
  cureNotes,
  explainRecourse,
  isToReassign,
  type RecourseDebt,
  recourseOf,
} from './recourse.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const advance = (gone_out: string, fees: string, received: string): Advance => ({
  gone_out: gbp(gone_out),
  fees: gbp(fees),
  received: gbp(received),
})
const debt = (id: string, outstanding: string, disallowed: string, is_reassigned = false): RecourseDebt => ({
  id,
  outstanding_balance: gbp(outstanding),
  disallowed_amount: gbp(disallowed),
  is_reassigned,
})

describe('agency’s debt on an advance (money.md §1.9)', () => {
  // Example 1 of money.md §1.7: 3,000 charged, 2,400 to the contractor, 90 of fee, 510 to the agency.
  test.each<[string, RecourseDebt[], Advance, string[]]>([
    ['nothing while nothing is disallowed', [debt('a', '3000', '0')], advance('2910', '90', '0'), ['0.00']],
    [
      'all of it when all is disallowed',
      [debt('a', '3000', '3000')],
      advance('2910', '90', '0'),
      ['2910.00'],
    ],
    ['no more than is disallowed', [debt('a', '3000', '250')], advance('2910', '90', '0'), ['250.00']],
    [
      'what the contractor alone was paid',
      [debt('a', '3000', '3000')],
      advance('2400', '0', '0'),
      ['2400.00'],
    ],
    ['less what the client paid', [debt('a', '2000', '2000')], advance('2910', '90', '1000'), ['1910.00']],
    ['nothing that was not advanced', [debt('a', '3000', '3000')], advance('0', '0', '0'), ['0.00']],
    ['nothing once the client paid more', [debt('a', '50', '50')], advance('2910', '90', '2950'), ['0.00']],
    [
      'fees too once it is reassigned',
      [debt('a', '3000', '0', true)],
      advance('2910', '90', '0'),
      ['3000.00'],
    ],
    [
      'reassigned, what the client pays is the agency’s',
      [debt('a', '1800', '0', true)],
      advance('2910', '90', '1200'),
      ['1800.00'],
    ],
    [
      'reassigned before its earnings went out',
      [debt('a', '3000', '0', true)],
      advance('2400', '90', '0'),
      ['2490.00'],
    ],
    [
      'a set whose costs exceed its charge owes no more than its debt',
      [debt('a', '0', '0', true)],
      advance('2910', '90', '2500'),
      ['0.00'],
    ],
    [
      'two documents of a set share what was advanced',
      [debt('a', '2000', '2000'), debt('b', '1000', '1000')],
      advance('2300', '90', '0'),
      ['2000.00', '300.00'],
    ],
    [
      'one of them reassigned',
      [debt('a', '2000', '2000'), debt('b', '1000', '0', true)],
      advance('2300', '90', '0'),
      ['2000.00', '390.00'],
    ],
  ])('%s', (_, debts, given, expected) => {
    const owed = recourseOf(debts, given)
    expect(debts.map(({ id }) => formatMoney(owed.get(id)?.amount ?? gbp('-1')))).toEqual(expected)
  })

  test('whatever the figures: never more than the debt, the advance, or than nothing', () => {
    for (let n = 0; n < 2000; n += 1) {
      const pence = (most: number) => gbp((((n * 7919 + most * 104729) % most) / 100).toFixed(2))
      const given = { gone_out: pence(300_000), fees: pence(9_000), received: pence(250_000) }
      const debts = [debt('a', formatMoney(pence(200_001)), formatMoney(pence(100_003)), n % 3 === 0)]
      const [owed] = recourseOf(debts, given).values()
      const most = n % 3 === 0 ? given.gone_out.minor + given.fees.minor : given.gone_out.minor
      expect(owed?.amount.minor).toBe(
        Math.max(0, Math.min(owed?.debt_amount.minor ?? -1, most - given.received.minor)),
      )
    }
  })
})

describe('which note is cured (money.md §1.9 iii)', () => {
  const note = (id: string, amount: string, recovered: string) => ({
    id,
    amount: gbp(amount),
    recovered_amount: gbp(recovered),
  })
  const cured = (less: string, ...notes: ReturnType<typeof note>[]) =>
    cureNotes(GBP, notes, gbp(less)).map(
      ({ id, owed, recovered }) => `${id} ${formatMoney(owed)} ${formatMoney(recovered)}`,
    )
  test.each<[string, string[], string[]]>([
    ['what is not recovered first', cured('50', note('b', '100', '30')), ['b 50.00 0.00']],
    ['then what is', cured('90', note('b', '100', '30')), ['b 70.00 20.00']],
    [
      'the newest note first, yet all that is owed before anything goes back',
      cured('120', note('b', '100', '30'), note('a', '80', '20')),
      ['b 70.00 0.00', 'a 50.00 0.00'],
    ],
    [
      'of what is recovered the newest first, too',
      cured('150', note('b', '100', '30'), note('a', '80', '20')),
      ['b 70.00 20.00', 'a 60.00 0.00'],
    ],
    [
      'no note that has nothing left',
      cured('10', note('b', '0', '0'), note('a', '80', '0')),
      ['a 10.00 0.00'],
    ],
  ])('%s', (_, given, expected) => expect(given).toEqual(expected))
})

describe('the words come to the figure', () => {
  const amounts = (sentence: string) =>
    [...sentence.matchAll(/(−\s)?£([\d,]+\.\d\d)/g)].map(
      ([, minus, size]) => (minus ? -1 : 1) * Math.round(Number(size?.replaceAll(',', '')) * 100),
    )
  test.each([
    [false, advance('1091.24', '33.76', '0.00'), '1125.00', '1091.24'],
    [false, advance('1091.24', '33.76', '500.00'), '250.00', '250.00'],
    [true, advance('1091.24', '33.76', '500.00'), '625.00', '625.00'],
  ])('reassigned: %s', (is_reassigned, given, debt_amount, balance) => {
    const [sum = '', debt_words = '', last = ''] = explainRecourse({
      ...given,
      reason: 'Age disapproval',
      debt_amount: gbp(debt_amount),
      balance: gbp(balance),
      is_reassigned,
    })
    const terms = amounts(sum)
    const advanced = terms.pop() ?? 0
    expect(terms.reduce((a, b) => a + b, 0)).toBe(advanced)
    expect(Math.min(advanced, amounts(debt_words)[0] ?? 0)).toBe(amounts(last)[0])
    expect(amounts(last)[0]).toBe(gbp(balance).minor)
  })
  test('cured', () =>
    expect(
      explainRecourse({
        ...advance('1091.24', '33.76', '1125.00'),
        reason: 'Cured',
        debt_amount: gbp('0'),
        balance: gbp('0'),
        is_reassigned: false,
      }),
    ).toEqual(['Nothing of the advance is disallowed: nothing is owed.']))
})

test.each([
  [90, 90, false],
  [91, 90, true],
  [1000, null, false],
])('%s days past due with a rule of %s days: reassigned %s', (days, rule, expected) =>
  expect(isToReassign(days, rule)).toBe(expected),
)

describe('can.reassign: roles and debts', () => {
  const row = {
    human_id: 'INV-1-000001',
    type: 'provider-client',
    status: 'open',
    is_credit_note: false,
    reassigned_on: null,
  } as const
  const provider = { category: 'provider', roles: ['provider_admin'] } as const
  test.each([
    ['its principal', row, provider, true],
    ['a funder', row, { category: 'funder', roles: ['funder_admin'] } as const, true],
    [
      'not who only operates',
      row,
      { category: 'provider', roles: ['provider_operations'] } as const,
      refuse('not_allowed', 'You do not have permission to do this'),
    ],
    [
      'no agency',
      row,
      { category: 'agency', roles: ['agency_admin'] } as const,
      refuse('not_allowed', 'You do not have permission to do this'),
    ],
    [
      'no fee',
      { ...row, type: 'provider-agency' as const },
      provider,
      refuse('precondition', 'Only what a client owes can be reassigned'),
    ],
    [
      'no credit note',
      { ...row, is_credit_note: true },
      provider,
      refuse('precondition', 'Only what a client owes can be reassigned'),
    ],
    [
      'once',
      { ...row, reassigned_on: '2026-01-01' },
      provider,
      refuse('precondition', 'INV-1-000001 is reassigned already'),
    ],
    [
      'nothing paid',
      { ...row, status: 'closed' },
      provider,
      refuse('precondition', 'INV-1-000001 is closed and cannot be reassigned'),
    ],
  ])('%s', (_, facts, viewer, verdict) => expect(can.reassign(facts, viewer)).toEqual(verdict))
})
