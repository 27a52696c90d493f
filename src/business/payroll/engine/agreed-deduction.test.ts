import { describe, expect, test } from 'vitest'
import { rate, units } from '#kernel/rate.ts'
import { figures, pay, run, whyOf, worker, year } from '#test/payroll/sample-worker.ts'
import type { AgreedDeduction } from './agreed-deduction.rules.ts'
import { calculate } from './calculate.rules.ts'
import type { Payslip } from './calculated-payslip.rules.ts'

const uniform: AgreedDeduction = {
  ...{ id: 'u', purpose: 'Uniform', agreed_on: '02/06/2026', amount: 20_00, left: null },
}
const advance: AgreedDeduction = { ...uniform, id: 'a', purpose: 'Advance', amount: 50_00 }
const hours = units('40')

const of = (
  pounds: number,
  all: readonly AgreedDeduction[],
  already_paid: readonly Payslip[] = [],
  more: object = { hours },
) =>
  calculate(
    year,
    { ...worker, agreed: { all, least_hourly: rate('12.71') } },
    run(1, [pay(pounds, more)], { already_paid }),
  )

describe('a deduction by agreement', () => {
  test('comes last, and takes the agreed amount after tax', () => {
    const slip = of(800, [uniform, advance])
    expect(figures(slip)).toMatchObject({ agreed_deduction: 70, net: 800 - 111.6 - 44.64 - 70 })
    expect(whyOf(slip, 'agreed_deduction')).toEqual([
      'Uniform, agreed on 02/06/2026: £20.00',
      'Advance, agreed on 02/06/2026: £50.00',
    ])
    expect(slip.lines.findLast(({ part }) => part === 'deduction')?.element).toBe('agreed_deduction')
    expect(slip.attached.agreed).toEqual({ u: 20_00, a: 50_00 })
    // The minimum wage is judged without it.
    expect(slip.minimum_wage.pay).toBe(730_00)
  })

  test.each([
    // 40 hours at £12.71 are £508.40.
    ['leaves the minimum wage', 512, [3_60, 0]],
    ['takes nothing at the minimum wage', 508.4, [0, 0]],
    ['takes nothing below it', 500, [0, 0]],
    ['takes both a little above', 570, [20_00, 41_60]],
  ])('%s', (_, pounds, expected) => {
    expect(Object.values(of(pounds, [uniform, advance]).attached.agreed ?? {})).toEqual(expected)
  })

  test('says why it takes less', () => {
    expect(whyOf(of(512, [uniform]), 'agreed_deduction')).toEqual([
      'Uniform, agreed on 02/06/2026: £20.00; the minimum wage of £12.71 for 40 hours leaves no more, so £3.60',
    ])
    // Pay without hours: net pay alone is the limit.
    const slip = of(30, [advance], [], {})
    expect(slip.net).toBe(0)
    expect(whyOf(slip, 'agreed_deduction')).toEqual([
      'Advance, agreed on 02/06/2026: £50.00; net pay leaves no more, so £30.00',
    ])
  })

  test('takes no more than is left of the total, and then no line', () => {
    expect(of(800, [{ ...advance, left: 12_50 }]).deductions.agreed_deduction).toBe(12_50)
    expect(whyOf(of(800, [{ ...advance, left: 0 }]), 'agreed_deduction')).toEqual([])
  })

  test('is taken once a period, whatever the number of payments', () => {
    const first = of(520, [uniform])
    expect(first.deductions.agreed_deduction).toBe(11_60)
    expect(of(100, [uniform], [first], { hours: units('5') }).deductions.agreed_deduction).toBe(8_40)
    const whole = of(800, [uniform])
    expect(of(100, [uniform], [whole], { hours: units('5') }).deductions.agreed_deduction).toBe(0)
  })

  test('is absent from payslips without one', () => {
    expect(calculate(year, worker, run(1, [pay(800)])).attached).not.toHaveProperty('agreed')
  })
})
