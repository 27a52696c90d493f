import { expect, test } from 'vitest'
import { ir35_statuses } from '../shared/contract-terms.rules.ts'
import { termsWords } from './terms-of-today.view.ts'

test.each([
  ['outside', null, 'Outside IR35'],
  [null, null, null],
  ['outside', 'inside from 2025-06-09', 'Outside IR35, from 09/06/2025: Inside IR35'],
  [
    null,
    'outside from 2025-06-09, none from 2025-07-01',
    'None, from 09/06/2025: Outside IR35, from 01/07/2025: None',
  ],
])('%s today, %s to come: %s', (today, to_come, words) => {
  expect(termsWords(ir35_statuses, today, to_come)).toBe(words)
})
