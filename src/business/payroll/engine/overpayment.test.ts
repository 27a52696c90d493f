import { describe, expect, test } from 'vitest'
import { figures, pay, run, whyOf, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from './calculate.rules.ts'
import { type Overpaid, overpaymentLines, type RecoveryPlan } from './overpayment.rules.ts'

const taken = (left: number, plan: RecoveryPlan, net: number) =>
  overpaymentLines({ left, plan }, net).map(({ amount, why }) => [amount, why])

describe('an overpayment', () => {
  test.each<[string, number, RecoveryPlan, number, number[]]>([
    // owed, plan, net pay, the line
    ['of nothing, and pay', 0, null, 300_00, []],
    ['carried by pay below zero', 0, null, -70_00, [-70_00]],
    ['carried beside an earlier one', 40_00, { amount: 20_00 }, -70_00, [-70_00]],
    ['of pay of nothing', 40_00, null, 0, []],
    ['taken back whole', 70_00, null, 300_00, [70_00]],
    ['taken back to the penny', 300_00, null, 300_00, [300_00]],
    ['taken back in part', 300_01, null, 300_00, [300_00]],
    ['with a plan by amount', 70_00, { amount: 20_00 }, 300_00, [20_00]],
    ['with the rest of a plan', 15_00, { amount: 20_00 }, 300_00, [15_00]],
    ['with a plan above net pay', 70_00, { amount: 50_00 }, 30_00, [30_00]],
    ['with a plan by share', 70_00, { percent: 10 }, 300_05, [30_00]],
    ['with a share above the rest', 7_00, { percent: 10 }, 300_00, [7_00]],
    ['with a share of all', 500_00, { percent: 100 }, 300_00, [300_00]],
    ['with a share below a penny', 70_00, { percent: 1 }, 99, []],
  ])('%s', (_, left, plan, net, lines) => {
    expect(overpaymentLines({ left, plan }, net).map(({ amount }) => amount)).toEqual(lines)
  })

  test('is no line of a payslip that neither carries nor takes back', () => {
    expect(overpaymentLines(undefined, -70_00)).toEqual([])
  })

  test('says how it comes to its amount', () => {
    expect(taken(40_00, null, -70_00)).toEqual([
      [-70_00, 'Pay less deductions is £70.00 below zero; £110.00 is owed, and later pay takes it back'],
    ])
    expect(taken(70_00, null, 300_00)).toEqual([[70_00, '£70.00 was overpaid before: £70.00']])
    expect(taken(300_01, null, 300_00)).toEqual([
      [300_00, '£300.01 was overpaid before; net pay leaves no more than £300.00: £300.00; £0.01 is left'],
    ])
    expect(taken(70_00, { amount: 20_00 }, 300_00)).toEqual([
      [20_00, '£70.00 was overpaid before; the plan takes £20.00 a pay day: £20.00; £50.00 is left'],
    ])
    expect(taken(70_00, { percent: 10 }, 300_05)).toEqual([
      [
        30_00,
        '£70.00 was overpaid before; the plan takes 10 % of net pay of £300.05, £30.00: £30.00; £40.00 is left',
      ],
    ])
  })
})

describe('a payslip', () => {
  const paid = (pounds: number, overpaid?: Overpaid) =>
    calculate(year, { ...worker, ...(overpaid ? { overpaid } : {}) }, run(1, [pay(pounds)]))

  test('below zero pays nothing and carries the rest; tax and insurance stay as the pay makes them', () => {
    const [alone, carried] = [paid(-100), paid(-100, { left: 0, plan: null })]
    expect(alone.net).toBeLessThan(0)
    expect(carried.net).toBe(0)
    expect(carried.deductions).toEqual({ ...alone.deductions, overpayment: alone.net })
    expect(carried.parts).toEqual(alone.parts)
    expect({ ...carried.ytd, net: 0 }).toEqual({ ...alone.ytd, net: 0 })
    expect(carried.lines.findLast(({ part }) => part === 'deduction')?.element).toBe('overpayment')
  })

  test('takes it back after tax and every other deduction, and leaves the minimum wage judged without it', () => {
    const uniform = { id: 'u', purpose: 'Uniform', agreed_on: '02/06/2026', amount: 20_00, left: null }
    const agreed = { all: [uniform], least_hourly: null }
    const slip = calculate(
      year,
      { ...worker, agreed, overpaid: { left: 900_00, plan: null } },
      run(1, [pay(800)]),
    )
    const left = 800 - 111.6 - 44.64 - 20
    expect(figures(slip)).toMatchObject({ agreed_deduction: 20, overpayment: left, net: 0 })
    expect(slip.minimum_wage.pay).toBe(780_00)
    expect(whyOf(slip, 'overpayment')).toEqual([
      '£900.00 was overpaid before; net pay leaves no more than £623.76: £623.76; £276.24 is left',
    ])
  })
})
