/** CIS deductions suffered: the life of a figure, its faults, and the part that a tax month sets off. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { type MonthInput, yearFigures } from '../months/month-figures.rules.ts'
import { monthLines } from '../months/month-lines.rules.ts'
import { type CisAsked, type CisFacts, can, cisFaults } from './cis-suffered.rules.ts'

const figure: CisFacts = { status: 'entered', period_end: day('2026-07-05'), created_by: 'maker' }
const person = (user_id: string, role: 'provider_approver' | 'provider_operations') =>
  ({ category: 'provider', roles: [role], user_id }) as const

test('CIS suffered: another person approves; a withdrawn figure stays withdrawn', () => {
  expect(can.approve(figure, person('checker', 'provider_approver'))).toBe(true)
  expect(can.approve(figure, person('maker', 'provider_operations'))).toMatchObject({
    code: 'not_allowed',
    message: 'Someone else must approve the figure that you entered',
  })
  const agency = { category: 'agency', roles: ['agency_admin'], user_id: 'other' } as const
  expect(can.approve(figure, agency)).toMatchObject({ code: 'not_allowed' })
  expect(can.withdraw(figure, agency)).toBe(true)
  expect(can.withdraw({ ...figure, status: 'withdrawn' }, agency)).toMatchObject({ code: 'conflict' })
  expect(
    can.approve({ ...figure, status: 'withdrawn' }, person('checker', 'provider_approver')),
  ).toMatchObject({
    message: 'CIS suffered to 05/07/2026 is withdrawn and cannot be approved',
  })
})

describe('a figure is refused', () => {
  const asked: CisAsked = {
    amount: 400_00,
    corporation_tax_reference: '1123456789',
    from: day('2026-06-06'),
    to: day('2026-07-05'),
    today: day('2026-07-01'),
    lock: null,
    closed_to: null,
    has_one: false,
    earlier: 0,
    later: null,
  }
  test.each([
    [{}, {}],
    [{ earlier: 400_00, later: 400_00 }, {}],
    [
      { corporation_tax_reference: null },
      {
        amount:
          'Only a company sets CIS deductions off: enter the corporation tax reference of the PAYE scheme first',
      },
    ],
    [{ earlier: 400_01 }, { amount: '£400.01 was suffered up to an earlier month' }],
    [{ later: 399_99 }, { amount: '£399.99 was suffered up to a later month' }],
    [{ today: day('2026-06-05') }, { tax_month: 'This month begins on 06/06/2026' }],
    [{ lock: 'The tax year 2026-27 is locked' }, { tax_month: 'The tax year 2026-27 is locked' }],
    [
      { closed_to: day('2026-08-05') },
      { tax_month: 'The tax month to 05/08/2026 is closed: correct it first' },
    ],
    [{ has_one: true }, { tax_month: 'CIS suffered to 05/07/2026 is entered already: withdraw it first' }],
  ])('where %j', (change, errors) => {
    expect(cisFaults({ ...asked, ...change })).toEqual(errors)
  })
})

describe('a tax month takes deductions suffered', () => {
  const month = (cis_to_date: number | null, income_tax = 300_00): MonthInput => ({
    sums: {
      ...{ payslip_count: 1, income_tax, employee_ni: 0, student_loan: 0, employer_ni: 100_00 },
      ...{ levy_charged: 20_00, recovered: 50_00, compensation: 0 },
    },
    terms: { claims_allowance: true, employment_allowance: 10_500_00, levy_allowance: 15_000_00 },
    kept: null,
    cis_to_date,
  })
  const taken = (...months: readonly MonthInput[]) =>
    yearFigures(months).map(({ cis_suffered, due }) => [cis_suffered, due])

  test('as far as something is left to pay; the rest waits for later months', () => {
    // Of 420.00 HMRC leaves 100.00 allowance, 20.00 levy and 50.00 statutory pay: 250.00 is due.
    expect(taken(month(null))).toEqual([[0, 250_00]])
    expect(taken(month(100_00))).toEqual([[100_00, 150_00]])
    expect(taken(month(400_00), month(400_00), month(400_00))).toEqual([
      [250_00, 0],
      [150_00, 100_00],
      [0, 250_00],
    ])
    expect(taken(month(100_00), month(130_00))).toEqual([
      [100_00, 150_00],
      [30_00, 220_00],
    ])
    // A month that HMRC owes takes none.
    expect(taken(month(100_00, -300_00))).toEqual([[0, -350_00]])
  })

  test('after those of the payroll before', () => {
    const former = {
      ...{ income_tax: 900_00, employee_ni: 0, student_loan: 0, employer_ni: 0, levy_charged: 0 },
      ...{ levy_due: 0, recovered: 0, compensation: 0, employment_allowance: 0, cis_suffered: 80_00 },
      ...{ due: 820_00, paid: 820_00, source: 'Other payroll, P32' },
    }
    expect(taken({ ...month(null), former }, month(100_00))).toEqual([
      [0, 250_00],
      [20_00, 230_00],
    ])
  })

  test('with the sentence of the figure, and lines that add up', () => {
    const [figures] = yearFigures([month(400_00)])
    const lines = figures ? monthLines(figures) : []
    expect(lines.find(({ name }) => name === 'CIS suffered')).toEqual({
      name: 'CIS suffered',
      amount: -250_00,
      why: 'Suffered to date £400.00, less £0.00 set off before, at most the £250.00 that is left of the month: £250.00; £150.00 waits for later months',
    })
    expect(lines.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)).toBe(lines.at(-1)?.amount)
  })
})
