import { expect, test } from 'vitest'
import { inside_words, insideFault } from './inside-ir35.rules.ts'

test.each([
  ['limited', 'inside', 'contractor', 'small', null],
  ['limited', 'inside', 'contractor', null, 'size'],
  ['limited', 'inside', 'contractor', 'medium_large', 'payroll'],
  ['limited', 'inside', 'contractor', 'public_sector', 'payroll'],
  ['limited', 'inside', 'client', 'small', 'payroll'],
  ['limited', 'inside', null, 'small', 'payroll'],
  ['limited', 'outside', null, null, null],
  ['limited', null, null, null, null],
  ['umbrella', 'inside', 'client', null, null],
  ['paye', 'inside', null, null, null],
] as const)(
  'paid by %s, %s IR35, decided by %s, client of size %s: %s',
  (payment_type, ir35_status, ir35_determined_by, client_size, reason) => {
    const words = reason === null ? null : inside_words[reason]
    expect(insideFault({ payment_type, ir35_status, ir35_determined_by, client_size })).toBe(words)
  },
)
