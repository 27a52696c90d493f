import { expect, test } from 'vitest'
import { holdReason, isUnproven } from './funding-hold.rules.ts'

test.each([
  [{ has_limit: true, is_verified: true, fits: true }, null, false],
  [{ has_limit: true, is_verified: true, fits: false }, 'Credit Limit exceeded', false],
  [{ has_limit: true, is_verified: false, fits: true }, 'First invoice not verified', true],
  [{ has_limit: true, is_verified: false, fits: false }, 'First invoice not verified', true],
  [
    { has_limit: true, is_verified: true, is_in_order: false, awaits_evidence: true, fits: true },
    'Status at Companies House not decided',
    true,
  ],
  [
    { has_limit: true, is_verified: false, is_in_order: false, fits: true },
    'First invoice not verified',
    true,
  ],
  [{ has_limit: false, is_verified: true, fits: false }, 'No credit limit', true],
  [{ has_limit: false, is_verified: false, fits: false }, 'No credit limit', true],
  [
    { has_limit: true, is_verified: true, awaits_evidence: true, fits: false },
    'Evidence of approval not accepted',
    true,
  ],
  [
    { has_limit: true, is_verified: true, awaits_evidence: true, is_unworked: true, fits: true },
    'Evidence of approval not accepted',
    true,
  ],
  [
    { has_limit: true, is_verified: true, has_long_week: true, is_unworked: true, fits: true },
    'Unusual hours not accepted',
    true,
  ],
  [
    { has_limit: true, is_verified: true, awaits_evidence: true, has_long_week: true, fits: true },
    'Evidence of approval not accepted',
    true,
  ],
  [
    { has_limit: true, is_verified: true, is_unworked: true, fits: false },
    'Last worked day not passed',
    false,
  ],
] as const)('a document with %o: held by %s', (facts, reason, unproven) => {
  expect(
    holdReason({
      awaits_evidence: false,
      has_long_week: false,
      is_unworked: false,
      is_in_order: true,
      ...facts,
    }),
  ).toBe(reason)
  expect(isUnproven(reason)).toBe(unproven)
})
