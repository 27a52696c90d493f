import { expect, test } from 'vitest'
import { code, pay, pence, qualifying, run, taxed, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { figuresOf } from '../figures/run-figures.rules.ts'
import type { StatedFacts } from '../figures/stated-facts.rules.ts'
import { causesOf } from './difference-causes.rules.ts'

const nothing: StatedFacts = { code: null, letter: null }
const earlier: EmploymentState = { ...worker, ytd: taxed(2000, 100) }

/** What the bureau made of the pay, on facts or pay of its own. */
const madeBy = (state: EmploymentState, pounds = 800) =>
  figuresOf(calculate(year, state, run(10, [pay(pounds)])))

const causes = (bureau: object, stated: StatedFacts = nothing, state: EmploymentState = earlier) =>
  causesOf({ year, state, run: run(10, [pay(800)]), bureau: { ...madeBy(state), ...bureau }, stated })
const named = (found: ReturnType<typeof causes>) => found.map(({ cause }) => cause)

test('difference causes: equal figures have no cause, a penny is rounding', () => {
  expect(causes({})).toEqual([])
  const { income_tax, net_pay } = madeBy(earlier)
  expect(named(causes({ income_tax: income_tax + 1, net_pay: net_pay - 1 }))).toEqual(['rounding'])
})

test('another tax code: named once the bureau states it, with both codes', () => {
  const bureau = madeBy({ ...earlier, code: code('BR') })
  expect(causes(bureau, { ...nothing, code: code('BR') })).toEqual([
    { cause: 'tax_code', sentence: 'The bureau used tax code BR; 1257L is in force' },
  ])
  expect(named(causes(bureau))).not.toContain('tax_code')
})

test('another basis: found with and without a statement', () => {
  const week1 = code('1257L W1')
  const bureau = madeBy({ ...earlier, code: week1 })
  const cause = {
    cause: 'basis',
    sentence: 'The bureau’s tax is that of the period alone; code 1257L is in force',
  }
  expect(causes(bureau)).toEqual([cause])
  expect(causes(bureau, { ...nothing, code: week1 })).toEqual([cause])
  expect(named(causes(bureau, { ...nothing, code: code('1257L') }))).toEqual(['not_explained'])
})

test('difference causes: another letter, and code and letter together', () => {
  const young: EmploymentState = { ...earlier, ni_letter: 'M' }
  expect(causes(madeBy(young), { ...nothing, letter: 'M' })).toEqual([
    { cause: 'ni_letter', sentence: 'The bureau used NI letter M; A is in force' },
  ])
  const both = madeBy({ ...young, code: code('0T') })
  expect(named(causes(both, { code: code('0T'), letter: 'M' }))).toEqual(['tax_code', 'ni_letter'])
})

test('difference causes: a statement that explains nothing is no cause', () => {
  const bureau = madeBy({ ...earlier, code: code('1257L W1') })
  expect(named(causes(bureau, { code: null, letter: 'M' }))).toEqual(['basis'])
})

test('pension: by each way of relief, with tax on the rest', () => {
  for (const relief of ['at_source', 'net_pay', 'salary_sacrifice'] as const) {
    const bureau = madeBy({ ...earlier, pension: { ...qualifying, relief } })
    expect([relief, named(causes(bureau))]).toEqual([relief, ['pension']])
  }
  const enrolled = { ...earlier, pension: qualifying }
  const [found] = causes(madeBy(earlier), nothing, enrolled)
  expect(found).toMatchObject({
    cause: 'pension',
    sentence: 'Pension of worker and employer is £0.00 and £0.00 at the bureau; here it is £27.20 and £20.40',
  })
})

test('loan, other deductions and levy: as the bureau states them', () => {
  const { net_pay } = madeBy(earlier)
  const bureau = { student_loan: pence(29), other_deductions: pence(10), net_pay: net_pay - pence(39) }
  expect(named(causes(bureau))).toEqual(['student_loan', 'other_deductions'])
  expect(named(causes({ apprenticeship_levy: pence(4) }))).toEqual(['apprenticeship_levy'])
})

test('other pay: tax and National Insurance are those of another amount', () => {
  const [found, ...others] = causes({ ...madeBy(earlier, 950), gross_pay: pence(800) })
  expect(others).toEqual([])
  expect(found?.cause).toBe('other_pay')
  expect(found?.sentence).toMatch(/those of pay of £9(49\.9\d|50\.0\d)$/)
})

test('difference causes: figures that no fact comes to are not explained', () => {
  const { income_tax, net_pay } = madeBy(earlier)
  expect(named(causes({ income_tax: income_tax + 5000, net_pay: net_pay - 5000 }))).toEqual(['not_explained'])
  const with_pension = { income_tax: income_tax + 5000, employee_pension: 700, net_pay: net_pay - 5700 }
  expect(named(causes(with_pension, { code: null, letter: 'M' }))).toEqual(['ni_letter', 'not_explained'])
})
