/** Published rows of loans and pensions (payroll.md, more published rows), and attachment orders (§2.12). */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  figures,
  following,
  pay,
  pence,
  qualifying,
  run,
  whyOf,
  worker,
  year,
} from '#test/payroll/sample-worker.ts'
import { attachmentOrders, type Order } from './attachment.rules.ts'
import { calculate } from './calculate.rules.ts'
import { type PensionTerms, pensionContributions } from './pension.rules.ts'
import { collectedPlans, loanRepayment } from './student-loan.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { LoanPlan } from './tax-year.rules.ts'

describe('pensions', () => {
  test.each([
    [519, 0, 0, 0],
    [520, 0, 0, 0],
    [4188, 110.04, 183.4, 146.72],
    [4189, 110.07, 183.45, 146.76],
    [5000, 110.07, 183.45, 146.76],
  ])('qualifying earnings of %d a month', (pounds, employer, employee, taken) => {
    const amount = { pensionable: pence(pounds), basic: pence(pounds) }
    expect(pensionContributions(year, qualifying, amount, 'month')).toMatchObject({
      employer: pence(employer),
      employee: pence(employee),
      taken: pence(taken),
    })
  })

  const elements = [pay(600), pay(100, { kind: 'overtime' })]
  const of = (terms: Partial<PensionTerms>) =>
    calculate(year, { ...worker, pension: { ...qualifying, ...terms } }, run(1, elements))

  test('a net pay arrangement comes before tax', () => {
    const slip = of({ relief: 'net_pay', basis: 'set_3' })
    expect(slip).toMatchObject({ taxable: 66_500, niable: 70_000 })
    expect(figures(slip)).toMatchObject({ employee_pension: 35, pension: 21 })
    expect(slip.ytd).toMatchObject({ pension_net_pay: 3500, pension_at_source: 0 })
  })

  test('pay that is given up comes before tax and National Insurance, and out of the minimum wage', () => {
    const slip = of({ relief: 'salary_sacrifice', basis: 'set_3' })
    expect(slip).toMatchObject({ gross: 70_000, taxable: 66_500, niable: 66_500 })
    expect(slip.minimum_wage.pay).toBe(66_500)
    expect(figures(slip)).toMatchObject({ salary_sacrifice: 35, employee_pension: 0, pension: 21 })
  })

  test('sets 1 and 2 leave overtime out', () => {
    expect(of({ basis: 'set_1' }).employer.pension).toBe(1800)
    expect(of({ basis: 'set_2' }).employer.pension).toBe(1800)
  })
})

/** The year with the annual thresholds of another. */
const loansOf = (thresholds: Partial<Record<LoanPlan, number>>) => ({
  ...year,
  student_loans: {
    ...year.student_loans,
    ...Object.fromEntries(
      Object.entries(thresholds).map(([plan, threshold]) => [
        plan,
        { threshold, percent: plan === 'postgraduate' ? 6 : 9 },
      ]),
    ),
  },
})
const in_2022 = loansOf({ plan_1: 20_195, plan_4: 25_375, postgraduate: 21_000 })
const in_2023 = loansOf({ plan_1: 22_015, plan_2: 27_295, plan_4: 27_660, postgraduate: 21_000 })

describe('published repayments of loans', () => {
  test.each<[typeof in_2022, WageFrequency, LoanPlan, number, [number, number][]]>([
    [
      in_2022,
      'month',
      'plan_1',
      1682.91,
      [
        [1500, 0],
        [1694.02, 0],
        [1694.03, 1],
        [8027.36, 571],
      ],
    ],
    [
      in_2022,
      'fortnight',
      'plan_4',
      975.96,
      [
        [187.06, 0],
        [987.06, 0],
        [987.07, 0],
        [987.18, 1],
        [1087.07, 9],
        [5164.85, 377],
      ],
    ],
    [in_2022, 'month', 'postgraduate', 1750, [[2350.12, 36]]],
    [in_2022, 'month', 'plan_1', 1682.91, [[2350.12, 60]]],
    [
      in_2023,
      'month',
      'plan_1',
      1834.58,
      [
        [1500, 0],
        [1845.69, 0],
        [1845.7, 1],
        [8179.03, 571],
        [2334.69, 45],
      ],
    ],
    [
      in_2023,
      'week',
      'plan_2',
      524.9,
      [
        [399.48, 0],
        [536.01, 0],
        [536.02, 1],
        [2113.89, 143],
      ],
    ],
    [
      in_2023,
      'fortnight',
      'plan_4',
      1063.84,
      [
        [187.06, 0],
        [1074.94, 0],
        [1074.95, 0],
        [1074.96, 1],
        [1075.06, 1],
        [1174.96, 10],
        [5252.73, 377],
      ],
    ],
    [
      in_2023,
      'four_week',
      'postgraduate',
      1615.38,
      [
        [120.5, 0],
        [1632.04, 0],
        [1632.05, 1],
        [1632.21, 1],
        [11_182.05, 574],
      ],
    ],
    [in_2023, 'month', 'postgraduate', 1750, [[2334.69, 35]]],
  ])('%#', (of, frequency, plan, threshold, rows) => {
    for (const [pounds, due] of rows)
      expect(loanRepayment(of, plan, pence(pounds), frequency)).toMatchObject({
        threshold: pence(threshold),
        due: pence(due),
      })
  })

  test('only the student loan with the lowest threshold is repaid, and plan 5 from 2026-27 on', () => {
    expect(collectedPlans(year, ['plan_4', 'plan_5', 'plan_1', 'postgraduate'])).toEqual([
      'plan_5',
      'postgraduate',
    ])
  })
})

describe('attachment orders', () => {
  const order = (more: Partial<Order>): Order => ({
    id: 'a',
    kind: 'dea',
    order_date: day('2026-01-05'),
    rate: 'standard',
    amount: null,
    protected_earnings: null,
    debt_left: null,
    charges_admin_fee: false,
    ...more,
  })
  const council = order({ id: 'council', kind: 'council_tax', rate: 'table' })
  const due = (orders: Order[], pounds: number, frequency: WageFrequency = 'week', loans = 0) =>
    attachmentOrders(year, orders, { earnings: pence(pounds), loans: pence(loans), frequency }).map(
      (one) => one.due / 100,
    )

  test('council tax, then the loan, then a direct attachment within 40 %', () => {
    const slip = calculate(
      year,
      { ...worker, loans: ['plan_2'], pension: qualifying, orders: [order({}), council] },
      run(1, [pay(896.56)]),
    )
    expect(slip.attached).toEqual({
      earnings: 68_234,
      loans: 2900,
      by_order: { a: 6941, council: 17_452 },
      fee_of: [],
    })
    expect(whyOf(slip, 'attachment')).toEqual([
      'Council tax, England: 17 % of £505.00 and 50 % of £177.34 of net earnings, £174.52',
      'Direct earnings attachment: 20 % of £682.34 of net earnings, £136.47; all deductions together take no more than 40 % of net earnings, £272.93, so £69.41',
    ])
    expect(due([order({})], 682.34)).toEqual([136.47])
  })

  test.each<[number, WageFrequency, Partial<Order>, number]>([
    [100, 'week', {}, 0],
    [100.01, 'week', {}, 3],
    [385, 'week', {}, 57.75],
    [385, 'week', { rate: 'higher' }, 115.5],
    [90, 'week', { rate: 'higher' }, 4.5],
    [770, 'fortnight', {}, 115.5],
    [1540, 'four_week', {}, 231],
    [1620, 'month', {}, 243],
    [2240, 'month', {}, 336],
    [2240.01, 'month', {}, 448],
    [500, 'week', { rate: 'fixed', amount: 2500 }, 25],
    [75, 'week', { kind: 'council_tax', rate: 'table' }, 0],
    [135, 'week', { kind: 'council_tax', rate: 'table' }, 4.05],
    [355, 'week', { kind: 'council_tax', rate: 'table' }, 42.6],
    [505, 'week', { kind: 'council_tax', rate: 'table' }, 85.85],
    [1010, 'fortnight', { kind: 'council_tax', rate: 'table' }, 171.7],
    [2020, 'month', { kind: 'council_tax', rate: 'table' }, 343.4],
    [2120, 'month', { kind: 'council_tax', rate: 'table' }, 393.4],
  ])('%d by %s: %o takes %d', (pounds, frequency, more, expected) => {
    expect(due([order(more)], pounds, frequency)).toEqual([expected])
  })

  test('the share of a direct attachment is of all net earnings, also after child maintenance', () => {
    const maintenance = order({ id: 'm', kind: 'deo', rate: 'given', amount: 6000 })
    expect(due([order({}), maintenance], 250)).toEqual([60, 17.5])
    expect(due([order({}), { ...maintenance, amount: 48_600 }], 1620, 'month')).toEqual([486, 162])
    expect(due([order({ rate: 'higher' }), { ...maintenance, amount: 32_400 }], 1620, 'month')).toEqual([
      324, 324,
    ])
  })

  test('priority orders by their date, each on what the earlier left; a civil debt last', () => {
    const later = order({ ...council, id: 'later', order_date: day('2026-02-05') })
    const civil = order({
      id: 'civil',
      kind: 'aeo_civil',
      rate: 'given',
      amount: 5000,
      order_date: day('2020-01-01'),
    })
    expect(due([civil, later, council], 300)).toEqual([36, 31.68, 50])
  })

  test('protected earnings, and the rest of a debt, are the most', () => {
    const given = order({ kind: 'aeo_priority', rate: 'given', amount: 8000, protected_earnings: 20_000 })
    expect(due([given], 230)).toEqual([30])
    expect(due([given], 150)).toEqual([0])
    expect(due([order({ debt_left: 1000 })], 385)).toEqual([10])
    expect(due([given], -20)).toEqual([0])
  })

  test('a second payment of the period takes the difference, and the fee once', () => {
    const state = { ...worker, orders: [order({ charges_admin_fee: true, debt_left: 9000 })] }
    const first = calculate(year, state, run(1, [pay(300)]))
    const left = {
      ...state,
      orders: state.orders.map((one) => ({ ...one, debt_left: 9000 - first.deductions.attachment })),
    }
    const second = calculate(year, following(left, first), run(1, [pay(200)], { already_paid: [first] }))
    const at_once = calculate(year, state, run(1, [pay(500)]))
    expect(first.deductions.attachment + second.deductions.attachment).toBe(at_once.deductions.attachment)
    expect([first.deductions.admin_fee, second.deductions.admin_fee]).toEqual([100, 0])
  })

  test('orders do not reach expenses and the statutory pay of parents', () => {
    const state = { ...worker, orders: [order({})] }
    const free = { taxable: false, niable: false, pensionable: false, nmw: false }
    const elements = [pay(385, { kind: 'statutory_parental_pay' }), pay(50, { kind: 'expense', ...free })]
    expect(calculate(year, state, run(1, elements)).deductions.attachment).toBe(0)
  })
})
