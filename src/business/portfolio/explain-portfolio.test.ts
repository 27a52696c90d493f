/** The figures of the funding portfolio, worked out again from their own sentences. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GBP, money, sub, sum } from '#kernel/money.ts'
import { percent, percentOf } from '#kernel/rate.ts'
import { isTrue } from '#test/money/recompute.ts'
import type { AgencyFigures, RuleFigures } from './explain-portfolio.rules.ts'
import { explainPortfolio } from './explain-portfolio.rules.ts'

const pounds = fc.integer({ min: 0, max: 5_000_000 }).map((minor) => money(minor, GBP))
const agency = fc.record({
  ledger: fc.integer({ min: -100_000, max: 9_000_000 }).map((minor) => money(minor, GBP)),
  age: pounds,
  part_paid: pounds,
  credit_limit: pounds,
  concentration: pounds,
  in_use: pounds,
  retention: pounds,
  recourse: pounds,
  not_made_good: pounds,
  reassigned: pounds,
})
const rule: RuleFigures = {
  age_days: 120,
  age_basis: 'raised_date',
  part_paid_days: 0,
  concentration_percent: '25',
  advance_percent: percent('87.5'),
}

const figured = fc.array(agency, { minLength: 1, maxLength: 20 }).map((all) =>
  all.map((one, no): AgencyFigures => {
    const eligible = sub(sub(sub(one.ledger, one.age), one.part_paid), one.credit_limit)
    const availability = percentOf(percent('87.5'), sub(eligible, one.concentration))
    return { ...one, name: `Agency ${no + 1}`, eligible, availability }
  }),
)

test('every sum is true, and the last sentence gives the figure', () => {
  fc.assert(
    fc.property(figured, (agencies) => {
      const said = explainPortfolio(agencies, rule)
      for (const [figure, sentences] of Object.entries(said)) {
        for (const sentence of sentences) expect(isTrue(sentence), sentence).not.toBe(false)
        expect(isTrue(sentences.at(-1) ?? ''), figure).toBe(true)
      }
      const all = (field: 'availability' | 'in_use' | 'retention') =>
        sum(
          GBP,
          agencies.map((one) => one[field] ?? money(0, GBP)),
        )
      const headroom = sub(sub(all('availability'), all('in_use')), all('retention'))
      const pence = Number((said.headroom.at(-1) ?? '').split(' = ')[1]?.replace(/[£,.]/g, ''))
      expect(pence).toBe(headroom.minor)
    }),
    { numRuns: 300 },
  )
})

test('rules: stated in the words of spec §9', () => {
  const [one] = fc.sample(figured, { numRuns: 1, seed: 1 })
  const said = (change: Partial<RuleFigures>) => explainPortfolio(one ?? [], { ...rule, ...change })
  expect(said({}).age[0]).toBe('Balance of an invoice more than 120 days after it was raised.')
  expect(said({ age_days: 1, age_basis: 'due_date' }).age[0]).toBe(
    'Balance of an invoice more than 1 day after it was due.',
  )
  expect(said({ part_paid_days: 14 }).part_paid[0]).toBe(
    'Balance of an invoice 14 days after a part payment.',
  )
  expect(said({}).concentration[0]).toContain('over 25% of')
  expect(said({ concentration_percent: null }).concentration[0]).toBe('No concentration limit is set.')
  expect(said({ advance_percent: null }).availability).toEqual(['No advance percentage is set.'])
  for (const reason of ['Age disapproval', 'Partly paid invoice disapproval', 'Credit Limit exceeded'])
    expect(said({}).eligible.join(' ')).toContain(reason)
})
