import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { rate, units } from '#kernel/rate.ts'
import {
  accountKey,
  type FlaggedAccount,
  longHours,
  mayAccept,
  sameAccounts,
  sameDomains,
  sameNames,
  unusualRates,
  unusualTime,
} from './flag.rules.ts'

const account = (id: string, change: Partial<FlaggedAccount>): FlaggedAccount => ({
  id,
  business_id: id,
  account_number: null,
  sort_code: null,
  iban: null,
  ach_routing: null,
  owner: `Owner ${id}`,
  ...change,
})

test('an account: number and British IBAN are one, others differ', () => {
  const typed = account('a', { sort_code: '60-16-13', account_number: '31926819' })
  const iban = account('b', { iban: 'GB29 NWBK 6016 1331 9268 19' })
  expect(accountKey(typed)).toBe(accountKey(iban))
  expect(sameAccounts([typed], [iban])).toEqual([
    {
      rule: 'same_account',
      facts: 'The account of Owner a that ends in 6819 is an account of Owner b',
    },
  ])
  for (const other of [
    account('c', { sort_code: '601614', account_number: '31926819' }),
    account('d', { iban: 'DE89370400440532013000' }),
    account('e', { ach_routing: '021000021', account_number: '31926819' }),
    account('f', {}),
  ])
    expect(sameAccounts([typed], [other])).toEqual([])
})

test('a mail domain: one of the agency is flagged, one of a mail provider is not', () => {
  expect(
    sameDomains(['mandy@gmail.com', 'M@Larch.test'], ['lena@larch.test', 'x@gmail.com']).map(
      ({ facts }) => facts,
    ),
  ).toEqual(['The contractor’s mail domain larch.test is the agency’s'])
  expect(sameDomains(['m@poole.test'], ['lena@larch.test', 'm@sub.poole.test'])).toEqual([])
})

test.each([
  ['POOLE, Mandy Jane', 1],
  ['PÓOLE, Mandy', 1],
  ['Mandy Poole', 1],
  ['POOLE, Jane Mandy', 0],
  ['POOL, Mandy', 0],
  ['POOLE HOLDINGS LIMITED', 0],
])('an officer: %s', (officer, count) => {
  const people = [{ first_name: 'Mandy Ann', last_name: 'Poole', role: 'the contractor' }]
  expect(sameNames([officer], people)).toHaveLength(count)
})

test.each([
  ['hourly', '40.00', '100.00', []],
  ['hourly', '39.99', '100.00', ['high_margin']],
  ['hourly', '150.00', '200.00', []],
  ['hourly', '150.01', '200.00', ['high_pay']],
  ['daily', '1125.00', '1300.00', []],
  ['daily', '1125.01', '1300.00', ['high_pay']],
  ['monthly', '20000.00', '60000.00', ['high_margin']],
  ['monthly', '24375.00', '30000.00', []],
  ['monthly', '24375.01', '30000.00', ['high_pay']],
  ['custom', '24375.01', '30000.00', []],
  ['hourly', '0.00', '0.00', []],
] as const)('a rate: %s, pay %s of %s', (unit_type, pay, charge, found) => {
  const one = { name: 'Standard', unit_type, contractor_rate: rate(pay), client_rate: rate(charge) }
  expect(unusualRates([one]).map(({ rule }) => rule)).toEqual(found)
})

test('a standard day: more than twelve hours are more than sixty a week', () => {
  expect(longHours('hourly', units('12'))).toEqual([])
  expect(longHours('hourly', units('12.25'))).toHaveLength(1)
  expect(longHours('daily', units('20'))).toEqual([])
})

test('a flag: accepted by staff of the provider who did not enter the record', () => {
  const staff = { category: 'provider', roles: ['provider_operations'], user_id: 'oscar' } as const
  expect(mayAccept(['abel', null], staff)).toBe(true)
  expect(mayAccept(['abel', 'oscar'], staff)).not.toBe(true)
  expect(mayAccept([], { category: 'agency', roles: ['agency_admin'] })).not.toBe(true)
})

const entered = (date: string, text: string, unit_type = 'hourly') => ({
  date: day(date),
  unit_type,
  units: units(text),
})

test.each([
  ['days until today', [entered('2026-11-30', '8')], []],
  ['a day ahead without time', [entered('2026-12-01', '0')], []],
  ['a day ahead', [entered('2026-12-01', '0.25')], ['Includes days after today, until 01 Dec 2026']],
  [
    'two days ahead in any order',
    [entered('2026-12-06', '1'), entered('2026-12-04', '1')],
    ['Includes days after today, until 06 Dec 2026'],
  ],
  [
    'sixty hours in a week of hours and days',
    [entered('2026-11-23', '22.5'), entered('2026-11-29', '5', 'daily')],
    [],
  ],
  [
    'more than sixty hours in a week',
    [entered('2026-11-23', '22.75'), entered('2026-11-29', '5', 'daily')],
    ['60.25 hours in the week of 23 Nov 2026, more than 60'],
  ],
  ['seventy hours over two weeks', [entered('2026-11-22', '35'), entered('2026-11-23', '35')], []],
  ['months', [entered('2026-11-23', '61', 'monthly')], []],
])('entered time with %s', (_, days, signs) => {
  expect(unusualTime(days, day('2026-11-30'))).toEqual(signs)
})

test('a week over several timesheets: the sentence names their number, and weeks without own hours are left out', () => {
  const today = day('2026-11-30')
  const days = [entered('2026-11-23', '20')]
  const other = [entered('2026-11-24', '30'), entered('2026-11-16', '70')]
  expect(unusualTime(days, today, [other])).toEqual([])
  expect(unusualTime(days, today, [other, [entered('2026-11-29', '10.25')]])).toEqual([
    '60.25 hours in the week of 23 Nov 2026 over 3 timesheets, more than 60',
  ])
  const taken_off = [entered('2026-11-29', '10.25'), entered('2026-11-24', '-0.25')]
  expect(unusualTime(days, today, [other, taken_off])).toEqual([])
  expect(unusualTime([entered('2026-11-23', '-1')], today, [[entered('2026-11-24', '70')]])).toEqual([])
})
