import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { compareFormer } from './former-comparison.rules.ts'
import {
  closeFault,
  type MonthInput,
  type MonthState,
  type MonthSums,
  spreadRelief,
  yearFigures,
} from './month-figures.rules.ts'
import { monthLines } from './month-lines.rules.ts'
import { p32Months } from './p32.rules.ts'

const none: MonthSums = {
  payslip_count: 0,
  income_tax: 0,
  employee_ni: 0,
  student_loan: 0,
  employer_ni: 0,
  levy_charged: 0,
  recovered: 0,
  compensation: 0,
}
const month = (sums: Partial<MonthSums>, claims_allowance = true): MonthInput => ({
  sums: { ...none, ...sums },
  terms: { claims_allowance, employment_allowance: 10_500_00, levy_allowance: 15_000_00 },
  kept: null,
})
/** Four weeks of the worker of the example (payroll-run, postings). */
const example = {
  payslip_count: 4,
  income_tax: 523_60,
  employee_ni: 209_44,
  student_loan: 116_00,
  employer_ni: 480_32,
  levy_charged: 17_92,
}

describe('a tax month', () => {
  test('of the example: 1,347.28 owed, 849.04 due to HMRC, 498.24 back to the employer', () => {
    const [figures] = yearFigures([month(example)])
    expect(figures).toMatchObject({
      employment_allowance: 480_32,
      levy_due: 0,
      relief: 498_24,
      due: 849_04,
    })
    expect(yearFigures([month(example, false)])).toMatchObject([{ relief: 17_92, due: 1_329_36 }])
  })

  test('the levy of three pay bills: 0, 75.00, and 75.00 back', () => {
    const year = yearFigures(
      [1_250_00, 1_325_00, 1_000_00].map((levy_charged) => month({ levy_charged }, false)),
    )
    expect(year.map(({ levy_due }) => levy_due)).toEqual([0, 75_00, -75_00])
    expect(year.map(({ relief }) => relief)).toEqual([1_250_00, 1_250_00, 1_075_00])
  })

  test('the employment allowance is used up over the year, claimed late for all of it, and owed again when given up', () => {
    const cost = { employer_ni: 4_000_00 }
    const used = (claims: readonly boolean[]) =>
      yearFigures(claims.map((claim) => month(cost, claim))).map(
        ({ employment_allowance }) => employment_allowance,
      )
    expect(used([true, true, true, true])).toEqual([4_000_00, 4_000_00, 2_500_00, 0])
    expect(used([false, true])).toEqual([0, 8_000_00])
    expect(used([true, false])).toEqual([4_000_00, -4_000_00])
    // A month that takes National Insurance back returns its allowance.
    expect(
      yearFigures([month(cost), month({ employer_ni: -1_000_00 })]).map(
        ({ employment_allowance }) => employment_allowance,
      ),
    ).toEqual([4_000_00, -1_000_00])
  })

  test('recovered statutory pay and its compensation go back; a closed month is not counted again', () => {
    const [first] = yearFigures([month({ ...example, recovered: 172_21, compensation: 15_91 })])
    expect(first).toMatchObject({ relief: 498_24 + 172_21 + 15_91, due: 849_04 - 188_12 })
    const kept = { ...month(none), kept: first ?? null }
    const [again, second] = yearFigures([kept, month(example)])
    expect(again).toBe(first)
    expect(second?.working).toMatchObject({
      allowance_before: 480_32,
      ni_to_date: 960_64,
      levy_free: 2_500_00,
    })
  })

  test('each figure has its sentence, and the lines add up to what is due', () => {
    const [figures] = yearFigures([month({ ...example, recovered: 172_21, compensation: 15_91 })])
    const lines = figures ? monthLines(figures) : []
    const due = lines.at(-1)
    expect(lines.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)).toBe(due?.amount)
    expect(lines.map(({ name, why }) => `${name}: ${why}`)).toEqual([
      'Income tax: Deducted on 4 payslips of the month',
      'Student loans: Deducted on 4 payslips of the month',
      'Employee NI: Deducted on 4 payslips of the month',
      'Employer NI: Owed by the employer on 4 payslips of the month',
      'Statutory pay recovered: The part of statutory pay of parents in the month that HMRC gives back',
      'Compensation: HMRC’s compensation of a small employer for the National Insurance on it',
      'Employment allowance: Employer NI to date £480.32, at most £10,500.00 a year, less £0.00 used before: £480.32',
      'Apprenticeship levy: Charged to date £17.92, less £1,250.00 allowance of the months so far, not below zero, less £0.00 due before: £0.00',
      'Due to HMRC: Payslips owe £1,347.28, with £17.92 of levy charged; £686.36 goes back to the employer, of which £17.92 is levy',
    ])
  })

  test('the relief is taken from the books that owe most, and what none owes from the first', () => {
    const owed = new Map([
      ['a', 100_00],
      ['b', 300_00],
    ])
    expect([...spreadRelief(350_00, owed)]).toEqual([
      ['b', 300_00],
      ['a', 50_00],
    ])
    expect(spreadRelief(450_00, owed).get('b')).toBe(350_00)
    expect(spreadRelief(-20_00, owed).get('b')).toBe(-20_00)
  })
})

test('the P32 adds up: the balance is what was due to date less what was paid', () => {
  const year = yearFigures([month(example), month(example)])
  const { months, totals } = p32Months([
    ...year.slice(0, 1).map((figures) => ({ figures, paid: 849_04 })),
    ...year.slice(1).map((figures) => ({ figures, paid: 0 })),
  ])
  expect(months.map(({ balance }) => balance)).toEqual([0, 849_04])
  expect(totals).toMatchObject({ due: 1_698_08, paid: 849_04, balance: 849_04, employer_ni: 960_64 })
})

describe('months are closed', () => {
  const state = (no: number, change: Partial<MonthState> = {}): MonthState => ({
    month: no,
    from: day(`2026-0${no + 3}-06`),
    to: day(`2026-0${no + 4}-05`),
    is_closed: false,
    payslip_count: 1,
    waiting_run: null,
    waiting_cis: null,
    ...change,
  })
  const today = day('2026-07-06')
  const faultOf = (months: readonly MonthState[], no: number, on = today) => closeFault(months, no, on)

  test('in their order, after their end, with all pay paid', () => {
    expect(faultOf([state(1)], 1)).toBeNull()
    expect(faultOf([state(1), state(2)], 2)).toBe('Close the tax month to 05/05/2026 first')
    expect(faultOf([state(1, { payslip_count: 0 }), state(2)], 2)).toBeNull()
    expect(faultOf([state(1, { payslip_count: 0 })], 1)).toBe(
      'No payslips are in this month or before it in the tax year',
    )
    expect(faultOf([state(1)], 1, day('2026-05-05'))).toBe('The tax month ends on 05/05/2026')
    expect(faultOf([state(1, { is_closed: true })], 1)).toBe('The tax month to 05/05/2026 is closed already')
    expect(faultOf([state(1, { waiting_cis: day('2026-05-05') })], 1)).toBe(
      'CIS suffered to 05/05/2026 waits for approval: approve or withdraw it first',
    )
    expect(faultOf([state(1, { waiting_run: 'RUN000007' })], 1)).toBe(
      'Pay run RUN000007 of this month is not paid yet: pay or cancel it first',
    )
  })
})

test('months of the payroll before are compared with its employments, line by line', () => {
  const sums = { income_tax: 500_00, employee_ni: 80_00, employer_ni: 300_00, student_loan: 0 }
  expect(compareFormer([], sums)).toEqual([])
  const lines = compareFormer([sums, { ...sums, employer_ni: 10_00 }], {
    ...{ income_tax: 1_000_00, employee_ni: 150_00, employer_ni: 350_00, student_loan: 0 },
  })
  expect(lines.map(({ name, difference, sentence }) => [name, difference, sentence])).toEqual([
    ['Income tax', 0, 'Both agree'],
    [
      'Employee National Insurance',
      10_00,
      '£10.00 more in the months: workers who left before the takeover, or a figure to put right',
    ],
    [
      'Employer National Insurance',
      -40_00,
      '£40.00 more in the employments: a month is missing, or a figure is to be put right',
    ],
    ['Student loans', 0, 'Both agree'],
  ])
})
