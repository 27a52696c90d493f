/** Payslips of payroll.md §2.13, and the corner cases of tax and National Insurance. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { rate, units } from '#kernel/rate.ts'
import {
  code,
  figures,
  following,
  pay,
  pence,
  qualifying,
  run,
  taxed,
  whyOf,
  worker,
  year,
} from '#test/payroll/sample-worker.ts'
import { calculate } from './calculate.rules.ts'
import type { Payslip } from './calculated-payslip.rules.ts'
import type { EmploymentState } from './employment-state.rules.ts'
import type { PeriodInput } from './period-input.rules.ts'
import type { LoanPlan, NiLetter } from './tax-year.rules.ts'

test('a week of a worker with loan and pension: each line with its sentence', () => {
  const state = { ...worker, loans: ['plan_2' as const], pension: qualifying, charges_levy: true }
  const element = pay(896.56, { hours: units('40'), rate: rate('22.414') })
  const slip = calculate(year, state, run(1, [element]))
  expect(figures(slip)).toMatchObject({
    gross: 896.56,
    income_tax: 130.8,
    employee_ni: 52.36,
    student_loan: 29,
    employee_pension: 31.06,
    net: 653.34,
    ni: 120.08,
    pension: 23.3,
    levy: 4.48,
  })
  expect(slip.bands).toEqual({ at_lel: 12_900, lel_pt: 11_300, pt_uel: 65_456 })
  expect(slip.lines.map(({ element, why }) => [element, why])).toEqual([
    ['basic', 'Pay: 40 hours at £22.414 is £896.56'],
    [
      'income_tax',
      'Tax code 1257L, week 1: £896.56 to date less £241.92 free pay leaves £654; 20 % is £130.80',
    ],
    ['employee_ni', 'NI letter A on £896.56: 8 % of £654.56 above £242 is £52.36'],
    [
      'employee_pension',
      '5 % of £776.56, the pay from £120 to £967, is £38.83; 80 % of it is £31.06, and the provider adds the tax relief',
    ],
    ['student_loan', 'Plan 2: 9 % of £331.47 above £565.09, in whole pounds, is £29.00'],
    ['employer_pension', '3 % of £776.56, the pay from £120 to £967, is £23.30'],
    ['employer_ni', 'NI letter A on £896.56: 15 % of £800.56 above £96 is £120.08'],
    ['apprenticeship_levy', '0.5 % of £896.56 is £4.48'],
  ])
})

test('four weeks of the same worker: tax month 1', () => {
  let state: EmploymentState = { ...worker, loans: ['plan_2'], pension: qualifying, charges_levy: true }
  const slips = [1, 2, 3, 4].map((week) => {
    const slip = calculate(year, state, run(week, [pay(896.56)]))
    state = following(state, slip)
    return slip
  })
  expect(slips.map(({ deductions }) => deductions.income_tax)).toEqual([13_080, 13_100, 13_080, 13_100])
  expect(state.ytd).toMatchObject({
    gross: 358_624,
    tax: 52_360,
    employee_ni: 20_944,
    student_loan: 11_600,
    employer_ni: 48_032,
    levy: 1792,
    pension_at_source: 12_424,
    employer_pension: 9320,
    net: 261_296,
  })
})

describe('two payments in one period', () => {
  const state = { ...worker, ytd: taxed(4500, 464.4) }
  const first = calculate(year, state, run(10, [pay(500)]))
  const second = calculate(year, following(state, first), run(10, [pay(300)], { already_paid: [first] }))

  test('add up to one', () => {
    const tax = [first, second].map((slip) => slip.deductions.income_tax)
    const ni = [first, second].map((slip) => slip.deductions.employee_ni)
    expect([tax, ni]).toEqual([
      [5160, 6000],
      [2064, 2400],
    ])
    expect([first.employer.ni, second.employer.ni]).toEqual([6060, 4500])
    expect(whyOf(second, 'income_tax')).toEqual([
      'Tax code 1257L, week 10: £5,300.00 to date less £2,419.20 free pay leaves £2,880; 20 % is £576.00, of which £516.00 was taken before',
    ])
    expect(whyOf(second, 'employee_ni')).toEqual([
      'NI letter A on £800.00: 8 % of £558.00 above £242 is £44.64, of which £20.64 was taken before',
    ])
  })

  test('add up on week 1, with loan, pension and levy too', () => {
    const all = {
      ...worker,
      code: code('1257L W1'),
      loans: ['plan_1', 'postgraduate'] as LoanPlan[],
      pension: qualifying,
      charges_levy: true,
    }
    const one = calculate(year, all, run(3, [pay(500)]))
    const two = calculate(year, following(all, one), run(3, [pay(300)], { already_paid: [one] }))
    expect(two.ytd).toEqual(calculate(year, all, run(3, [pay(800)])).ytd)
  })

  test('under another letter share the thresholds', () => {
    const m = { ...following(worker, first), ni_letter: 'M' as NiLetter }
    const slip = calculate(year, m, run(10, [pay(300)], { already_paid: [first] }))
    expect([slip.deductions.employee_ni, slip.employer.ni]).toEqual([2400, 0])
    expect(Object.keys(slip.ni_ytd_by_letter).sort()).toEqual(['A', 'M'])
  })

  describe('under two letters, corrected', () => {
    const on = (of: string) => day(of)
    const paid_first = calculate(year, worker, run(10, [pay(500)], { pay_day: on('2026-06-09') }))
    const m = { ...following(worker, paid_first), ni_letter: 'M' as NiLetter }
    const paid_second = calculate(
      year,
      m,
      run(10, [pay(300)], { pay_day: on('2026-06-12'), already_paid: [paid_first] }),
    )
    const after = following(m, paid_second)
    const earlier_parts = [...paid_first.parts, ...paid_second.parts]
    const corrected = (first_less: number, second_less: number) =>
      calculate(
        year,
        after,
        run(
          11,
          [
            pay(-first_less, { for_pay_day: on('2026-06-09') }),
            pay(-second_less, { for_pay_day: on('2026-06-12') }),
          ],
          { pay_day: on('2026-06-19'), earlier_parts },
        ),
      )

    test('to nothing, they leave no contributions under either letter', () => {
      const slip = corrected(500, 300)
      // 20.64 and 60.60 of letter A, 24.00 and nothing of letter M.
      expect([slip.deductions.employee_ni, slip.employer.ni]).toEqual([-44_64, -60_60])
      expect(slip.ni_ytd_by_letter).toMatchObject({
        A: { earnings: 0, employee: 0, employer: 0, bands: { at_lel: 0, lel_pt: 0, pt_uel: 0 } },
        M: { earnings: 0, employee: 0, employer: 0, bands: { at_lel: 0, lel_pt: 0, pt_uel: 0 } },
      })
      expect(whyOf(slip, 'employee_ni').slice(-2)).toEqual([
        'For 09/06/2026: NI letter M on £0.00: nothing is due, £0.00, of which £24.00 was taken before',
        'For 09/06/2026: NI letter A on £0.00: nothing is due, £0.00, of which £20.64 was taken before',
      ])
    })

    test('under week 1 each keeps its letter, too', () => {
      const week1 = code('1257L W1')
      const parts = earlier_parts.map((part) => ({
        ...part,
        code: week1,
        tax: part.pay_day === on('2026-06-09') ? 51_60 : 60_00,
      }))
      const slip = calculate(
        year,
        { ...after, code: week1 },
        run(
          11,
          [pay(-500, { for_pay_day: on('2026-06-09') }), pay(-300, { for_pay_day: on('2026-06-12') })],
          { pay_day: on('2026-06-19'), earlier_parts: parts },
        ),
      )
      expect(slip.deductions.income_tax).toBe(-111_60)
      expect(slip.ni_ytd_by_letter).toMatchObject({ A: { earnings: 0 }, M: { earnings: 0, employee: 0 } })
    })

    test('they are what they would have been from the start', () => {
      const slip = corrected(100, 50)
      // 400.00 under A: 8 % of 158.00 is 12.64, 15 % of 304.00 is 45.60. 250.00 more under M: 8 % of 250.00 is 20.00.
      expect(slip.ni_ytd_by_letter).toMatchObject({
        A: { earnings: 400_00, employee: 12_64, employer: 45_60 },
        M: { earnings: 250_00, employee: 20_00, employer: 0 },
      })
    })

    test('the second payment itself may correct the first', () => {
      const slip = calculate(
        year,
        m,
        run(10, [pay(300), pay(-500, { for_pay_day: on('2026-06-09') })], {
          pay_day: on('2026-06-12'),
          already_paid: [paid_first],
        }),
      )
      // 300.00 under M alone: 8 % of 58.00.
      expect(slip.ni_ytd_by_letter).toMatchObject({
        A: { earnings: 0, employee: 0, employer: 0 },
        M: { earnings: 300_00, employee: 4_64, employer: 0 },
      })
    })
  })
})

describe('corner cases', () => {
  const taxOf = (state: EmploymentState, input: PeriodInput) =>
    calculate(year, state, input).deductions.income_tax / 100

  test('week 53 alone', () => {
    expect(taxOf({ ...worker, ytd: taxed(31_200, 3724) }, run(53, [pay(600)]))).toBe(71.6)
  })

  test('a K code takes half of the pay, and the rest later', () => {
    const state = { ...worker, code: code('K2000') }
    const slip = calculate(year, state, run(1, [pay(200)]))
    expect(slip.deductions.income_tax).toBe(10_000)
    expect(whyOf(slip, 'income_tax')[0]).toMatch(/half of the pay is the most, £100.00$/)
    expect(taxOf(following(state, slip), run(2, [pay(600)]))).toBe(237.6)
  })

  test.each([
    ['1257L', 71.6],
    ['1000L', 279.2],
    ['1000L W1', 81.4],
  ])('the code changes to %s in week 21', (text, tax) => {
    const state = { ...worker, code: code(text), ytd: taxed(12_000, 1432.2) }
    expect(taxOf(state, run(21, [pay(600)]))).toBe(tax)
  })

  test('a starter with a P45 gets tax back, within this employment’s year to date', () => {
    const state = { ...worker, previous: { pay: pence(14_000), tax: pence(1500) } }
    const slip = calculate(year, state, run(31, [pay(600)]))
    expect(slip.deductions.income_tax).toBe(-8000)
    expect(slip.ytd).toMatchObject({ taxable: 60_000, tax: -8000 })
  })

  test('below the lower earnings limit the employer pays', () => {
    const employer = [96.04, 128.99].map(
      (pounds) => calculate(year, worker, run(1, [pay(pounds)])).employer.ni,
    )
    expect(employer).toEqual([1, 495])
  })

  test('after leaving, outside of the usual pay days', () => {
    const slip = calculate(year, worker, run(20, [pay(240)], { after_leaving: 'irregular' }))
    expect(figures(slip)).toMatchObject({ income_tax: 48, employee_ni: 0, ni: 21.6 })
    expect(whyOf(slip, 'income_tax')).toEqual([
      'Tax code 0T, one week alone: £240.00 leaves £240; 20 % is £48.00',
    ])
    const scottish = { ...worker, code: code('S1257L'), frequency: 'month' as const }
    const monthly = calculate(year, scottish, run(5, [pay(240)], { after_leaving: 'irregular' }))
    expect(monthly.parts[0]).toMatchObject({ frequency: 'week', code: { text: 'S0T' } })
  })

  test('after leaving, two payments of a monthly worker in one tax week share its thresholds', () => {
    const monthly = { ...worker, frequency: 'month' as const }
    const leaver = (pay_day: string, period: number, more: Partial<PeriodInput> = {}) =>
      calculate(
        year,
        monthly,
        run(period, [pay(240)], { pay_day: day(pay_day), after_leaving: 'irregular', ...more }),
      )
    const ni = ({ deductions, employer }: Payslip) => [deductions.employee_ni, employer.ni]
    const first = leaver('2026-06-03', 2)
    expect(ni(first)).toEqual([0, 2160])
    // £480.00 in the week: 8 % above £242 and 15 % above £96, less what was taken.
    const together = [1904, 5760 - 2160]
    expect(ni(leaver('2026-06-05', 2, { already_paid: [first] }))).toEqual(together)
    // The week goes on in the next tax month.
    expect(ni(leaver('2026-06-07', 3, { earlier_parts: first.parts }))).toEqual(together)
    expect(ni(leaver('2026-06-08', 3, { earlier_parts: first.parts }))).toEqual([0, 2160])
    // Nor does pay of a usual pay day take part.
    const usual = calculate(year, monthly, run(2, [pay(3000)], { pay_day: day('2026-06-03') }))
    expect(ni(leaver('2026-06-05', 2, { already_paid: [usual] }))).toEqual([0, 2160])
  })

  test('a director by the annual method, months 1 to 6', () => {
    let state: EmploymentState = { ...worker, frequency: 'month' }
    const ni = [1, 2, 3, 4, 5, 6].map((month) => {
      const director = { method: 'AN' as const, weeks: 52, ni_by_letter: state.ni_ytd_by_letter }
      const slip = calculate(year, { ...state, director }, run(month, [pay(3000)]))
      state = following(state, slip)
      return [slip.deductions.employee_ni / 100, slip.employer.ni / 100]
    })
    expect(ni).toEqual([
      [0, 0],
      [0, 150],
      [0, 450],
      [0, 450],
      [194.4, 450],
      [240, 450],
    ])
  })

  test('a director by the alternative method settles with the last payment', () => {
    let state: EmploymentState = worker
    for (let week = 1; week <= 52; week++) {
      const director = { method: 'AL' as const, weeks: 52, ni_by_letter: state.ni_ytd_by_letter }
      state = following(
        state,
        calculate(year, { ...state, director }, run(week, [pay(1000)], { is_last_of_year: week === 52 })),
      )
    }
    expect([state.ytd.employee_ni, state.ytd.employer_ni]).toEqual([305_060, 705_000])
  })

  test('a director by the alternative method whose letter changes: each letter is settled for the year', () => {
    let state: EmploymentState = worker
    let last: Payslip | undefined
    for (let week = 1; week <= 52; week++) {
      const director = { method: 'AL' as const, weeks: 52, ni_by_letter: state.ni_ytd_by_letter }
      const ni_letter = week <= 26 ? ('A' as const) : ('C' as const)
      last = calculate(
        year,
        { ...state, director, ni_letter },
        run(week, [pay(1000)], { is_last_of_year: week === 52 }),
      )
      state = following(state, last)
    }
    // Under A: 8 % of 26,000.00 above 12,570.00 and 15 % above 5,000.00. Under C: 15 % of the next 26,000.00.
    expect(state.ni_ytd_by_letter).toMatchObject({
      A: { earnings: 2_600_000, employee: 107_440, employer: 315_000 },
      C: { earnings: 2_600_000, employee: 0, employer: 390_000 },
    })
    // 26 weeks of 58.66 and 135.60 under A, 25 of 135.60 under C were deducted before.
    expect(
      last?.parts.map(({ ni_letter, niable, employee_ni, employer_ni }) => [
        ni_letter,
        niable,
        employee_ni,
        employer_ni,
      ]),
    ).toEqual([
      ['C', 100_000, 0, 51_000],
      ['A', 0, -45_076, -37_560],
    ])
    expect(last && [last.deductions.employee_ni, last.employer.ni]).toEqual([-45_076, 13_440])
    expect(last && whyOf(last, 'employee_ni')).toEqual([
      'NI letter C on £52,000.00 of the year: nothing is due, £0.00',
      'NI letter A on £26,000.00 of the year: 8 % of £13,430.00 above £12,570 is £1,074.40, of which £1,525.16 was taken before',
    ])
  })

  test('a director whose letter changes: thresholds are used once', () => {
    const before = calculate(
      year,
      { ...worker, director: { method: 'AN', weeks: 52, ni_by_letter: {} } },
      run(1, [pay(20_000)]),
    )
    const director = { method: 'AN' as const, weeks: 52, ni_by_letter: before.ni_ytd_by_letter }
    const slip = calculate(
      year,
      { ...following(worker, before), ni_letter: 'C', director },
      run(2, [pay(1000)]),
    )
    expect([slip.deductions.employee_ni, slip.employer.ni]).toEqual([0, 15_000])
  })

  test('a pay day of another year is refused', () => {
    expect(() => calculate(year, worker, run(1, [pay(1)], { pay_day: day('2027-04-06') }))).toThrow('2026-27')
  })
})

describe('corrections', () => {
  /** Six weeks of 600.00 have been paid. */
  const weeks = (state: EmploymentState) => {
    let now = state
    const parts = [1, 2, 3, 4, 5].map((week) => {
      const pay_day = day(`2026-05-${String(week).padStart(2, '0')}`)
      const slip = calculate(year, now, run(week, [pay(600)], { pay_day }))
      now = following(now, slip)
      return slip.parts[0] as NonNullable<(typeof slip.parts)[0]> // A payslip has its own period.
    })
    return { state: now, parts }
  }
  const fewer = pay(-200, { for_pay_day: day('2026-05-05') })

  test('tax follows the year, and National Insurance the corrected pay day', () => {
    const { state, parts } = weeks(worker)
    const slip = calculate(year, state, run(6, [pay(600), fewer], { earlier_parts: parts }))
    expect(figures(slip)).toMatchObject({
      gross: 400,
      income_tax: 31.6,
      employee_ni: 12.64,
      ni: 45.6,
    })
    expect(whyOf(slip, 'employee_ni')).toEqual([
      'NI letter A on £600.00: 8 % of £358.00 above £242 is £28.64',
      'For 05/05/2026: NI letter A on £400.00: 8 % of £158.00 above £242 is £12.64, of which £28.64 was taken before',
    ])
    const again = calculate(
      year,
      following(state, slip),
      run(7, [pay(600), pay(100, { for_pay_day: day('2026-05-05') })], {
        earlier_parts: [...parts, ...slip.parts],
      }),
    )
    expect(again.deductions.employee_ni).toBe(2864 + 800)
  })

  test('under week 1 the tax of the corrected pay day changes by itself', () => {
    const { state, parts } = weeks({ ...worker, code: code('1257L W1') })
    const slip = calculate(year, state, run(6, [pay(600), fewer], { earlier_parts: parts }))
    expect(slip.lines.filter(({ element }) => element === 'income_tax').map(({ amount }) => amount)).toEqual([
      7160, -4000,
    ])
  })

  test('loan and pension of the pay day change with it', () => {
    const { state, parts } = weeks({ ...worker, loans: ['plan_1'], pension: qualifying })
    const slip = calculate(year, { ...state, loans: [] }, run(6, [fewer], { earlier_parts: parts }))
    // 600.00 repaid 7.00 and 400.00 nothing; 5 % of 200.00, of which 80 %.
    expect(figures(slip)).toMatchObject({ student_loan: -7, employee_pension: -8, pension: -6 })
  })

  test('pay of a day without a payslip is pay of now', () => {
    const slip = calculate(year, worker, run(6, [pay(600, { for_pay_day: day('2026-05-05') })]))
    expect(slip.parts).toHaveLength(1)
    expect(slip.deductions.employee_ni).toBe(2864)
  })

  test('more pay is taken back than there is', () => {
    const state = { ...worker, ytd: taxed(3000, 358) }
    const slip = calculate(year, state, run(6, [pay(-100)]))
    expect(figures(slip)).toMatchObject({ income_tax: -68.4, employee_ni: 0, net: -31.6 })
  })
})
