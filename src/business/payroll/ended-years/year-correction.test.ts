/** The right NI letter of an ended year: each period again by the figures of that year. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { weekUnderA as week } from '#test/payroll/return-facts.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { year_2025_26 as year } from '../years/tax-year-2025-26.rules.ts'
import { owedBy } from './year-change.rules.ts'
import { correctLetter, type LetterCorrection } from './year-correction.rules.ts'

const weeks = [week('2025-06-13', 10), week('2025-06-20', 11), week('2025-06-27', 12)]

const charged = { charges_levy: true }
const no_change = { employment_allowance: 0, levy_due: 0 }

function corrected(
  parts: readonly PeriodPart[],
  letter: 'A' | 'C' | 'F' | 'M' | 'X',
  from: string,
): LetterCorrection {
  const made = correctLetter(year, parts, { letter, from_pay_day: day(from) }, charged)
  if (typeof made === 'string') throw new Error(made)
  return made
}
const refused = (parts: readonly PeriodPart[], letter: 'A' | 'M' | 'X', from: string) =>
  correctLetter(year, parts, { letter, from_pay_day: day(from) }, charged)

describe('a letter', () => {
  test.each([
    ['M', 0, -75_60],
    ['C', -28_64, 0],
    // 25,000 a year is 481 a week: 15 % of 119.00 is left.
    ['F', 0, -57_75],
  ] as const)('%s instead of A, from the second of three weeks on', (letter, employee, employer) => {
    const made = corrected(weeks, letter, '2025-06-20')
    expect(made).toMatchObject({ employee: 2 * employee, employer: 2 * employer })
    expect(made.periods.map(({ pay_day, from }) => [pay_day, from])).toEqual([
      ['2025-06-20', ['A']],
      ['2025-06-27', ['A']],
    ])
  })

  test('that is right takes NI that waited for later pay of the year', () => {
    const moved = week('2025-06-20', 11, {
      niable: 240_00,
      employee_ni: 4_64,
      employer_ni: 36_00,
      ni_waits: 14_56,
      bands: { at_lel: 0, lel_pt: 0, pt_uel: 240_00 },
    })
    const made = corrected([...weeks, moved], 'A', '2025-06-13')
    expect(made).toMatchObject({ employee: 14_56, employer: 0 })
    expect(made.periods).toMatchObject([{ pay_day: '2025-06-20', from: ['A'], employee: 14_56 }])
    expect(owedBy({ ...no_change, ...made })).toEqual({ pension: 0, hmrc: 14_56, worker: 0, relief: -14_56 })
    // Corrected once, nothing waits.
    expect(refused([...weeks, moved, ...made.parts], 'A', '2025-06-13')).toMatch(/^No pay from/)
  })

  test('takes the wrong letter out and puts the right one in, with its bands', () => {
    const { parts } = corrected(weeks.slice(0, 1), 'M', '2025-06-13')
    const bands = { at_lel: 125_00, lel_pt: 117_00, pt_uel: 358_00 }
    expect(parts).toMatchObject([
      {
        ni_letter: 'A',
        niable: -600_00,
        employee_ni: -28_64,
        employer_ni: -75_60,
        bands: { at_lel: -125_00 },
      },
      { ni_letter: 'M', niable: 600_00, employee_ni: 28_64, employer_ni: 0, bands },
    ])
    expect(parts.every(({ taxable, tax, levy }) => taxable === 0 && tax === 0 && levy === null)).toBe(true)
  })

  test('each period has its sentences', () => {
    const [period] = corrected(weeks.slice(0, 1), 'M', '2025-06-13').periods
    expect(period?.why).toBe(
      'NI letter M on £600.00: 8 % of £358.00 above £242 is £28.64, of which £28.64 was taken before; employer: NI letter M on £600.00: nothing is due, £0.00, of which £75.60 was taken before',
    )
  })

  test('two payments of a period share its thresholds', () => {
    const two = [
      week('2025-06-13', 10, { niable: 500_00, employee_ni: 20_64, employer_ni: 60_60 }),
      week('2025-06-13', 10, { niable: 300_00, employee_ni: 24_00, employer_ni: 45_00 }),
    ]
    expect(corrected(two, 'C', '2025-06-13')).toMatchObject({ employee: -44_64, employer: 0 })
  })

  test('X takes the levy out with all contributions, and A puts it back in', () => {
    const out = corrected(weeks, 'X', '2025-06-20')
    // The week of the example charged 4.48.
    expect(out).toMatchObject({ employee: -2 * 28_64, employer: -2 * 75_60, levy: -2 * 4_48 })
    const back = corrected([...weeks, ...out.parts], 'A', '2025-06-27')
    // 0.5 % of 600.00.
    expect(back).toMatchObject({ employee: 28_64, employer: 75_60, levy: 3_00 })
    expect(
      correctLetter(
        year,
        [...weeks, ...out.parts],
        { letter: 'A', from_pay_day: day('2025-06-27') },
        { charges_levy: false },
      ),
    ).toMatchObject({ employer: 75_60, levy: 0 })
    expect(corrected(weeks, 'M', '2025-06-20')).toMatchObject({ levy: 0 })
  })

  test('corrected back leaves nothing of the first correction', () => {
    const first = corrected(weeks, 'M', '2025-06-13')
    const back = corrected([...weeks, ...first.parts], 'A', '2025-06-13')
    expect([back.employee, back.employer]).toEqual([0 - first.employee, 0 - first.employer])
    expect(refused([...weeks, ...first.parts], 'M', '2025-06-13')).toMatch(/^No pay from 13\/06\/2025 on/)
  })
})

test('nothing to correct, and a part of a period, are refused', () => {
  expect(refused(weeks, 'A', '2025-06-13')).toBe('No pay from 13/06/2025 on was under another letter than A')
  expect(refused(weeks, 'M', '2025-07-04')).toBe('No pay from 04/07/2025 on was under another letter than M')
  expect(refused([week('2025-06-12', 10), week('2025-06-13', 10)], 'M', '2025-06-13')).toBe(
    'The pay period of 13/06/2025 has pay before that day: begin with its first pay day',
  )
})
