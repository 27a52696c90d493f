import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { changeByBooks, keptOverpaid, overpaidWarnings } from './overpaid-slip.rules.ts'
import { can, planFaults, requestFault, settlementFault } from './overpayment-settlement.rules.ts'

describe('an overpayment of a payslip', () => {
  test.each([
    ['none', null, 0, [], null],
    ['carried by a correction', null, 70_00, ['TMS1', 'TMS2'], 'Correction of TMS1, TMS2'],
    ['carried without one', null, 70_00, [], 'Pay below zero'],
    ['taken back', null, -70_00, ['TMS1'], 'From net pay'],
    ['taken back by a plan', { amount: 20_00 }, -20_00, [], 'From net pay, by the plan'],
  ] as const)('%s', (_, plan, change, corrected, reason) => {
    expect(keptOverpaid({ left: 90_00, plan }, { change, corrected })).toEqual(
      reason === null ? null : { change, reason },
    )
  })

  const warned = (change: number, more: object = {}) =>
    overpaidWarnings({
      ...{ name: 'Ada Byron', left: 70_00, plan: null, leave_date: null, pay_day: day('2026-06-12'), change },
      ...more,
    })

  test('warns of what is carried, and of what is taken back without a plan', () => {
    expect(warned(0)).toEqual([])
    expect(warned(30_00)).toEqual([
      'Ada Byron was overpaid by £30.00 more than this pay takes back: it is carried, and £100.00 is owed',
    ])
    expect(warned(-60_00)).toEqual([
      'Ada Byron was overpaid: this pay takes back £60.00, all that it bears, as the employment has no plan; £10.00 is left',
    ])
    expect(warned(-20_00, { plan: { amount: 20_00 } })).toEqual([])
  })

  test('warns that a leaver owes a sum from the leave date on', () => {
    const leave_date = day('2026-06-12')
    const claim = 'Ada Byron left on 12/06/2026 and owes £50.00: claim it outside of payroll, or write it off'
    expect(warned(-20_00, { leave_date, plan: { percent: 5 } })).toEqual([claim])
    expect(warned(-70_00, { leave_date, plan: { percent: 5 } })).toEqual([])
    expect(warned(-20_00, { leave_date: day('2026-06-13'), plan: { percent: 5 } })).toEqual([])
  })
})

test.each([
  // amount, left of all payslips, left of paid ones, fault
  ['within it', 70_00, 70_00, 70_00, null],
  ['of nothing', 0, 70_00, 70_00, 'Needs Positive Number'],
  ['above it', 70_01, 70_00, 70_00, '£70.00 is owed'],
  ['of an issued payslip', 70_00, 70_00, 0, '£0.00 is owed of payslips that are paid'],
  ['taken back by an issued payslip', 70_00, 20_00, 70_00, '£20.00 is owed'],
] as const)('a settlement %s', (_, amount, left, left_paid, fault) => {
  expect(settlementFault(amount, { left, left_paid })).toBe(fault)
})

test.each([
  ['one set of books', 70_00, [{ left: 70_00, left_paid: 70_00 }], null],
  [
    'the larger of two',
    50_00,
    [
      { left: 50_00, left_paid: 50_00 },
      { left: 20_00, left_paid: 20_00 },
    ],
    null,
  ],
  [
    'both of two',
    70_00,
    [
      { left: 50_00, left_paid: 50_00 },
      { left: 20_00, left_paid: 20_00 },
    ],
    '£50.00 is owed in one set of books: settle the rest with another request',
  ],
  [
    'more than both',
    70_01,
    [
      { left: 50_00, left_paid: 50_00 },
      { left: 20_00, left_paid: 20_00 },
    ],
    '£70.00 is owed',
  ],
  ['no books', 1, [], '£0.00 is owed'],
] as const)('a request within %s', (_, amount, books, fault) => {
  expect(requestFault(amount, books)).toBe(fault)
})

test.each([
  ['carried', 30_00, { a: 10_00 }, [['b', 30_00]]],
  [
    'taken back in its own books first',
    -30_00,
    { a: 90_00, b: 20_00 },
    [
      ['b', -20_00],
      ['a', -10_00],
    ],
  ],
  [
    'then where most is owed',
    -30_00,
    { a: 10_00, c: 25_00 },
    [
      ['c', -25_00],
      ['a', -5_00],
    ],
  ],
] as const)('a change of pay in the books b: %s', (_, change, owed, expected) => {
  expect(changeByBooks(change, 'b', new Map(Object.entries(owed)))).toEqual(expected)
})

test.each([
  ['none', null, null, {}],
  ['an amount', 20_00, null, {}],
  ['a share', null, 10, {}],
  ['all', null, 100, {}],
  ['both', 20_00, 10, { recovery_percent: 'A plan is an amount or a share, and not both' }],
  ['no amount', 0, null, { recovery_amount: 'Needs Positive Number' }],
  ['no share', null, 0, { recovery_percent: 'A share is from 1 to 100 percent' }],
] as const)('a plan of %s', (_, amount, percent, faults) => {
  expect(planFaults({ amount, percent })).toEqual(faults)
})

describe('a request to settle an overpayment', () => {
  const admin = { category: 'agency', roles: ['agency_admin'], user_id: 'ada' } as const
  const request = { status: 'asked', created_by: 'ada' } as const
  const others = 'Someone else must decide on the request that you made'

  test('its author takes it back, and another person approves it', () => {
    expect(reasonOf(can.approve(request, admin))).toBe(others)
    expect(can.refuse(request, admin)).toBe(true)
    expect(can.approve(request, { ...admin, user_id: 'grace' })).toBe(true)
  })

  test('support that acts as a colleague stays the author', () => {
    expect(reasonOf(can.approve(request, { ...admin, user_id: 'grace', impersonator_user_id: 'ada' }))).toBe(
      others,
    )
  })
})
