import { describe, expect, test } from 'vitest'
import { offRefusal } from './currency-use.rules.ts'

const unused = {
  ...{ alpha_code: 'EUR', name: 'Euro', providers: 1 },
  ...{ businesses: 0, placements: 0, open_invoices: 0 },
}

describe('a currency', () => {
  test.each([
    [unused, null],
    [{ ...unused, placements: 1 }, 'Euro is in use: 1 placement'],
    [
      { ...unused, businesses: 2, placements: 3, open_invoices: 1 },
      'Euro is in use: 2 businesses, 3 placements, 1 open invoice',
    ],
    [
      { ...unused, alpha_code: 'GBP', name: 'Pound Sterling' },
      'Pound Sterling stays on: payroll and tax are in it',
    ],
    [
      { ...unused, providers: 2, placements: 1 },
      'This installation has several providers: its currencies stay as they are',
    ],
  ])('is switched off where nothing is in it: %j', (use, refusal) => {
    expect(offRefusal(use)).toBe(refusal)
  })
})
