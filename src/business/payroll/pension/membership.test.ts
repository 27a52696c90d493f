import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { percent } from '#kernel/rate.ts'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import {
  assess,
  enrolFaults,
  type Membership,
  optOutFault,
  percentFaults,
  postponeFaults,
} from './membership.rules.ts'

const enrolled: Membership = {
  state: 'enrolled',
  entry: 'automatic',
  informed_on: day('2026-06-10'),
  postponed_to: null,
  effective_from: day('2026-06-05'),
}
const left: Membership = { ...enrolled, state: 'opted_out', entry: null, informed_on: null }
const postponed: Membership = { ...left, state: 'postponed', postponed_to: day('2026-09-05') }

describe('percentages of a scheme', () => {
  const [min, max] = ['Min number is reached', 'Max number is reached']
  test.each([
    ['qualifying', '5', '3', {}],
    ['qualifying', '4.99', '3', { employee_percent: min }],
    ['qualifying', '6', '2.99', { employer_percent: min }],
    ['qualifying', '0', '8', {}],
    ['set_1', '5', '3', { employer_percent: min }],
    ['set_1', '4.9', '4', { employee_percent: min }],
    ['set_2', '5', '3', {}],
    ['set_3', '4', '3', {}],
    ['set_3', '101', '51', { employee_percent: max, employer_percent: max }],
  ] as const)('%s, %s + %s: %j', (basis, employee, employer, errors) => {
    const terms = { basis, employee_percent: percent(employee), employer_percent: percent(employer) }
    expect(percentFaults(year_2026_27, terms)).toEqual(errors)
  })
})

describe('enrolment', () => {
  const entry = {
    entry: 'automatic',
    effective_from: day('2026-06-05'),
    informed_on: day('2026-06-10'),
    born: day('1990-01-01'),
    before: null,
  } as const
  const by_employer = { entry: 'Employers enrol workers from 22 to State Pension age' }
  test.each([
    [{}, {}],
    [{ informed_on: null }, { informed_on: 'Mandatory' }],
    [{ entry: 'joined', informed_on: null }, {}],
    [{ born: day('2004-06-06') }, by_employer],
    [{ born: day('2004-06-05') }, {}],
    [{ born: day('1955-01-01') }, by_employer],
    [{ born: day('1955-01-01'), entry: 'opt_in' }, {}],
    [
      { born: day('2011-01-01'), entry: 'opt_in' },
      { effective_from: 'Pensions at work are for people from 16 to 74' },
    ],
    [{ before: enrolled }, { effective_from: 'This worker is a member already' }],
    [{ before: left }, { entry: 'This worker left: enrol again, or by opting in' }],
    [{ before: left, entry: 're_enrolled' }, {}],
    [{ entry: 're_enrolled' }, { entry: 'This worker was no member before' }],
  ] as const)('%j: faults %j', (change, errors) => {
    expect(enrolFaults({ ...entry, ...change })).toEqual(errors)
  })
})

test.each([
  [{}, {}],
  [{ postponed_to: day('2026-09-02') }, { postponed_to: 'Should be before 02/09/2026' }],
  [{ postponed_to: day('2026-06-01') }, { postponed_to: 'Should be after 01/06/2026' }],
  [{ informed_on: day('2026-07-14') }, { informed_on: 'Should be before 14/07/2026' }],
  [{ before: enrolled }, { effective_from: 'This worker is a member already' }],
  [{ before: postponed }, { effective_from: 'The assessment was postponed before' }],
] as const)('postponement %j: faults %j', (change, errors) => {
  const asked = {
    effective_from: day('2026-06-01'),
    postponed_to: day('2026-09-01'),
    informed_on: day('2026-07-13'),
    before: null,
  }
  expect(postponeFaults({ ...asked, ...change })).toEqual(errors)
})

test.each([
  ['2026-06-09', enrolled, 'Should be after 09/06/2026'],
  ['2026-06-10', enrolled, null],
  ['2026-07-09', enrolled, null],
  ['2026-07-10', enrolled, 'The time to opt out ended on 09/07/2026. End the membership'],
  ['2026-06-10', { ...enrolled, entry: 'joined' }, 'A worker who joined cannot opt out. End the membership'],
  ['2026-06-10', left, 'This worker is no member'],
  ['2026-06-10', null, 'This worker is no member'],
] as const)('opting out on %s', (received, membership, fault) => {
  expect(optOutFault(day(received), membership)).toBe(fault)
})

describe('assessment of a pay period', () => {
  const eligible = { status: 'eligible', why: 'Must be enrolled' } as const
  const other = { status: 'non_eligible', why: 'May opt in' } as const
  test.each([
    ['no membership, eligible', '2026-06-12', null, eligible, 'enrol', 'Must be enrolled'],
    ['no membership, not eligible', '2026-06-12', null, other, null, 'May opt in'],
    ['postponed', '2026-09-04', postponed, eligible, null, 'Postponed to 05/09/2026. Must be enrolled'],
    ['the end of a postponement', '2026-09-05', postponed, eligible, 'enrol', 'Must be enrolled'],
    ['a member with low pay', '2026-06-12', enrolled, other, null, 'Member since 05/06/2026'],
    [
      'opted out',
      '2029-06-04',
      left,
      eligible,
      null,
      'Opted out on 05/06/2026: enrolled again from 05/06/2029 if eligible',
    ],
    [
      'three years later',
      '2029-06-05',
      left,
      eligible,
      're_enrol',
      'Opted out on 05/06/2026: must be enrolled again',
    ],
    [
      'three years later, not eligible',
      '2029-06-05',
      { ...left, state: 'ceased' },
      other,
      null,
      'Left on 05/06/2026: enrolled again from 05/06/2029 if eligible',
    ],
  ] as const)('%s', (_name, on, membership, status, must, why) => {
    expect(assess(day(on), membership, status)).toEqual({ must, why })
  })
})

test('an employer with known duties enrols again on its own day, and not those who left within a year before it', () => {
  const eligible = { status: 'eligible', why: 'Must be enrolled' } as const
  const opted_out = (on: string): Membership => ({ ...left, effective_from: day(on) })
  const duties = { pension_duties_from: day('2020-06-01'), re_enrolled_on: day('2026-06-05') }
  expect(assess(day('2026-06-05'), opted_out('2025-06-05'), eligible, duties)).toEqual({
    must: 're_enrol',
    why: 'Opted out on 05/06/2025: must be enrolled again',
  })
  expect(assess(day('2026-06-04'), opted_out('2025-06-05'), eligible, duties).must).toBeNull()
  expect(assess(day('2029-06-05'), opted_out('2025-06-06'), eligible, duties)).toEqual({
    must: null,
    why: 'Opted out on 06/06/2025: enrolled again on the employer’s next day, 05/03/2029 at the earliest',
  })
})
