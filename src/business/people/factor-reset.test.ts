import { expect, test } from 'vitest'
import { reasonOf } from '#kernel/refusal.ts'
import { canResetFactors } from './factor-reset.rules.ts'

const admin = { category: 'agency', roles: ['agency_admin'], user_id: 'boss' } as const

test.each([
  ['of a person who has joined', { user_id: 'ann', has_joined: true }, admin, null],
  [
    'of oneself',
    { user_id: 'boss', has_joined: true },
    admin,
    'You cannot reset your own second factors: ask another administrator',
  ],
  ['of an invited person', { user_id: 'ann', has_joined: false }, admin, 'This person has not joined'],
  [
    'by another role',
    { user_id: 'ann', has_joined: true },
    { ...admin, roles: ['agency_user'] as const },
    'You do not have permission to do this',
  ],
] as const)('factor reset %s', (_title, person, viewer, words) => {
  expect(reasonOf(canResetFactors(person, viewer))).toBe(words)
})
