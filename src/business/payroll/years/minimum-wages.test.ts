import { expect, test } from 'vitest'
import { minimum_wages } from '../../rates/minimum-wage.rules.ts'
import { TAX_YEARS } from './tax-years.rules.ts'

test('rates are checked by the minimum wages of all tax years, the newest first', () => {
  expect(minimum_wages).toEqual(TAX_YEARS.map(({ minimum_wage }) => minimum_wage).toReversed())
})
