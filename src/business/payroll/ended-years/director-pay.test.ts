/** Corrected pay of a director in an ended year: contributions are those of a year that was paid right from the start. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  type DirectorTerms,
  dayOfMonth,
  directorship,
  paidSlips,
  totalsOf,
} from '#test/payroll/director-year.ts'
import { sumNi } from '../engine/letter-correction.rules.ts'
import type { Slip } from '../figures/fps-figures.rules.ts'
import { year_2025_26 as year } from '../years/tax-year-2025-26.rules.ts'
import { correctPay, type PayCorrection } from './pay-correction.rules.ts'

const correct = (
  slips: readonly Slip[],
  month: number,
  amount: number,
  terms: DirectorTerms,
): PayCorrection => {
  const made = correctPay(
    year,
    {
      ...{ slips, takeover: null, previous: { pay: 0, tax: 0 }, taken_over: null },
      director: directorship(terms),
    },
    { pay_day: dayOfMonth(month), pay_kind: 'basic', amount },
  )
  if (typeof made === 'string') throw new Error(made)
  return made
}
const partsOf = (slips: readonly Slip[]) => slips.flatMap(({ parts }) => parts)
/** The correction as the returns read it. */
const slipOf = ({ gross, tax, parts }: PayCorrection): Slip => ({
  ...{ pay_day: dayOfMonth(12), tax_code: '', hours: 0, gross, tax, parts, statutory: {} },
  ...{ employee_pension: 0, other_deductions: 0, is_correction: true },
})
const always_a = 'A'.repeat(12)

describe.each(['AN', 'AL'] as const)('by method %s', (method) => {
  test('£12,000.00 of the year and £1,000.00 more: £430.00 are above the threshold of the year', () => {
    const terms = { method, pay: 1_000_00 }
    const slips = paidSlips(always_a, terms)
    const made = correct(slips, 3, 1_000_00, terms)
    // 8 % of 13,000 − 12,570, and 15 % of 1,000; tax is 20 % of 13,000 − 12,579.
    expect(made).toMatchObject({ employee: 34_40, employer: 150_00, gross: 1_000_00 })
    expect(made.net).toBe(1_000_00 - 34_40 - made.tax)
    expect(made.lines.filter(({ name }) => name === 'Employee NI')).toEqual([
      {
        ...{ pay_day: dayOfMonth(12), name: 'Employee NI', amount: -34_40, is_cost: false },
        why: 'NI letter A on £13,000.00 of the year: 8 % of £430.00 above £12,570 is £34.40',
      },
    ])
    expect(made.lines.reduce((sum, { is_cost, amount }) => sum + (is_cost ? 0 : amount), 0)).toBe(made.net)
  })

  test('the opposite correction leaves nothing of the first', () => {
    const terms = { method, pay: 1_000_00 }
    const slips = paidSlips(always_a, terms)
    const first = correct(slips, 3, -400_00, terms)
    const back = correct([...slips, slipOf(first)], 3, 400_00, terms)
    expect(back.employee + first.employee).toBe(0)
    expect(back.employer + first.employer).toBe(0)
    expect(back.net + first.net).toBe(0)
    expect(totalsOf([...partsOf(slips), ...first.parts, ...back.parts])).toEqual(totalsOf(partsOf(slips)))
  })

  test('any letters and pay: the year is that of a director who was paid right from the start', () => {
    const month = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('A', 'C', 'M', 'J'), { minLength: 2, maxLength: 2 }),
        fc.array(fc.integer({ min: 1_00, max: 12_000_00 }), { minLength: 12, maxLength: 12 }),
        ...[month, month, fc.constantFrom(1, 4)],
        fc.double({ min: -1, max: 1, noNaN: true }),
        ([first = 'A', second = 'A'], amounts, changed_in, corrected, appointed, share) => {
          const letters = first.repeat(changed_in) + second.repeat(12 - changed_in)
          const pays = Object.fromEntries(amounts.map((amount, at) => [at + 1, amount]))
          const terms = { method, appointed }
          const paid = pays[corrected] ?? 0
          const amount = Math.trunc(paid * share)
          if (amount === 0) return
          const slips = paidSlips(letters, { ...terms, pays })
          const made = correct(slips, corrected, amount, terms)
          const right = partsOf(
            paidSlips(letters, { ...terms, pays: { ...pays, [corrected]: paid + amount } }),
          )
          expect(totalsOf([...partsOf(slips), ...made.parts])).toEqual(totalsOf(right))
          expect(made.employee).toBe(sumNi(right).employee - sumNi(partsOf(slips)).employee)
          expect(made.employer).toBe(sumNi(right).employer - sumNi(partsOf(slips)).employer)
          expect(made.gross - made.tax - made.employee).toBe(made.net)
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('pay before the appointment is of its period', () => {
  const terms = { method: 'AN', appointed: 4 } as const
  const made = correct(paidSlips(always_a, terms), 2, 100_00, terms)
  expect(made).toMatchObject({ employee: 8_00, employer: 15_00 })
  expect(made.lines.find(({ name }) => name === 'Employee NI')?.pay_day).toBe(dayOfMonth(2))
})

test('a pay period with pay before and since the appointment is refused', () => {
  const terms = { method: 'AN' } as const
  const slips = paidSlips(always_a, terms)
  const earlier = day('2025-04-10')
  const two = slips.slice(0, 1).map((slip) => ({
    ...slip,
    pay_day: earlier,
    parts: slip.parts.map((part) => ({ ...part, pay_day: earlier })),
  }))
  const made = correctPay(
    year,
    {
      ...{ slips: [...two, ...slips], takeover: null, previous: { pay: 0, tax: 0 }, taken_over: null },
      director: { ...directorship(terms), from: dayOfMonth(1) },
    },
    { pay_day: dayOfMonth(1), pay_kind: 'basic', amount: 1_00 },
  )
  expect(made).toBe(
    'The pay period has pay before and since the appointment of the director on 28/04/2025: this version does not correct its pay',
  )
})
