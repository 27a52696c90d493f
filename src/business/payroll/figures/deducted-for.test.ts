import { expect, test } from 'vitest'
import { deductedFor } from './run-figures.rules.ts'

const agreement = { agreed_on: '02/06/2025', amount: 20_00, left: null }
const agreements = {
  all: [
    { id: 'u', purpose: 'Uniform', ...agreement },
    { id: 'a', purpose: 'Advance', ...agreement },
  ],
  least_hourly: null,
}

test.each([
  ['an order', { by_order: { o: 30_00 } }, 'Attachment of earnings'],
  ['an agreement', { by_order: {}, agreed: { u: 20_00, a: 0 } }, 'Uniform'],
  [
    'an order that took nothing, and agreements',
    { by_order: { o: 0 }, agreed: { u: 1, a: 1 } },
    'Uniform; Advance',
  ],
  ['both', { by_order: { o: 30_00 }, agreed: { a: 5_00 } }, 'Attachment of earnings; Advance'],
])('other deductions of %s are named by their purposes', (_, attached, words) => {
  expect(deductedFor(attached, agreements)).toBe(words)
})
