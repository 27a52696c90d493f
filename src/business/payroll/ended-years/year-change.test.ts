/** Employment allowance and levy of an ended year after a correction, and the parties that the difference belongs to. */
import { describe, expect, test } from 'vitest'
import { owedBy, type YearFacts, yearChange } from './year-change.rules.ts'

const facts: YearFacts = {
  claims_allowance: true,
  yearly_allowance: 10_500_00,
  allowance_used: 10_500_00,
  ni: 12_000_00,
  levy_charged: 14_000_00,
  levy_allowance: 15_000_00,
  levy_due: 0,
}
const change = (of: Partial<YearFacts>, employer: number, levy = 0) =>
  yearChange({ ...facts, ...of }, { employer, levy })

describe('the employment allowance', () => {
  test.each([
    ['stays while more National Insurance is left than it covers', {}, -1_500_00, 0],
    ['goes down with the rest', {}, -1_500_01, -1],
    [
      'covers all of it, so that HMRC gives nothing back',
      { allowance_used: 500_00, ni: 500_00 },
      -120_08,
      -120_08,
    ],
    ['covers more, up to its yearly amount', { allowance_used: 10_400_00, ni: 10_400_00 }, 240_00, 100_00],
    ['that is not claimed covers nothing more', { claims_allowance: false, allowance_used: 0 }, 240_00, 0],
    [
      'given up during the year covers no more than it did',
      { claims_allowance: false, allowance_used: 300_00, ni: 900_00 },
      50_00,
      0,
    ],
  ] as const)('%s', (_, of, employer, employment_allowance) => {
    expect(change(of, employer)).toEqual({ employment_allowance, levy_due: 0 })
  })
})

describe('the levy', () => {
  test.each([
    ['below the allowance of the year is not due', {}, 900_00, 0],
    ['above it is due', {}, 1_000_01, 1],
    ['goes back as far as it was due', { levy_charged: 15_000_50, levy_due: 50 }, -4_48, -50],
  ] as const)('%s', (_, of, levy, levy_due) => {
    expect(change(of, 0, levy)).toEqual({ employment_allowance: 0, levy_due })
  })
})

test('HMRC has both sides and the levy, less the allowance; the worker has their part back, the employer bears the rest', () => {
  const none = { employment_allowance: 0, levy_due: 0 }
  expect(owedBy({ ...none, employee: -10, employer: -20 })).toEqual({
    pension: 0,
    hmrc: -30,
    worker: 10,
    relief: 20,
  })
  expect(owedBy({ ...none, employee: 10, employer: 20 })).toEqual({
    pension: 0,
    hmrc: 30,
    worker: 0,
    relief: -30,
  })
  expect(owedBy({ ...none, employee: -10, employer: 20 })).toEqual({
    pension: 0,
    hmrc: 10,
    worker: 10,
    relief: -20,
  })
  expect(owedBy({ employee: -10, employer: -20, employment_allowance: -20, levy_due: 1 })).toEqual({
    ...{ hmrc: -9, pension: 0, worker: 10 },
    relief: -1,
  })
})
