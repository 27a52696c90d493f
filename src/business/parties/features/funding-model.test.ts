import { expect, test } from 'vitest'
import { modelFault } from './funding-model.rules.ts'

const agency = { funding_model: 'direct', funding_models: ['direct', 'indirect'] } as const
const fixed = 'Your provider sets the funding model'

test.each([
  ['agency', undefined, null],
  ['agency', 'direct', null],
  ['agency', 'indirect', fixed],
  ['agency', 'agency_billed', fixed],
  ['provider', undefined, null],
  ['provider', 'indirect', null],
  ['provider', 'agency_billed', 'This agency may not use this funding model'],
] as const)('a funding model: the %s asks for %s', (category, asked, fault) => {
  expect(modelFault(agency, asked, category)).toBe(fault)
})

test('a funding model: without a list the default alone is allowed', () => {
  expect(modelFault({ funding_model: 'direct', funding_models: null }, 'indirect', 'provider')).toBe(
    'This agency may not use this funding model',
  )
})
