import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { can as canPerm } from '../perm-placements/perm-placement.rules.ts'
import { isOffered } from './activation.rules.ts'
import { can as canTemp } from './placement.rules.ts'

const viewer = (
  category: Viewer['category'],
  role: Viewer['roles'][number],
  user_id = 'other',
  impersonator_user_id: string | null = null,
) => ({ category, roles: [role], user_id, impersonator_user_id })
const waiting = {
  human_id: 'TMP000001',
  status: 'pending_raise_approval',
  submitted_by: 'maker',
  created_by: null,
  is_raised: false,
  is_model_allowed: true,
  open_checks: [],
}

test.each([
  ['agency admin', viewer('agency', 'agency_admin'), 'You do not have permission to do this'],
  ['hiring manager', viewer('client', 'hiring_manager'), 'You do not have permission to do this'],
  ['contractor', viewer('contractor', 'contractor'), 'You do not have permission to do this'],
  ['funder', viewer('funder', 'funder_admin'), 'You do not have permission to do this'],
  ['approver', viewer('provider', 'provider_approver'), null],
  ['operations', viewer('provider', 'provider_operations'), null],
  [
    'the submitter',
    viewer('provider', 'provider_admin', 'maker'),
    'You submitted this placement, so somebody else approves it',
  ],
  [
    'the submitter as another',
    viewer('provider', 'provider_admin', 'other', 'maker'),
    'You submitted this placement, so somebody else approves it',
  ],
] as const)('a placement: activated by %s', (_, by, refused) => {
  for (const can of [canTemp, canPerm]) {
    const verdict = can.activate(waiting, by)
    expect(verdict === true ? null : verdict.message).toBe(refused)
  }
})

test('a placement: the client’s person who submitted it for the agency does not approve it', () => {
  const asked = { ...waiting, status: 'pending_approval_client' }
  for (const can of [canTemp, canPerm]) {
    expect(can.approve(asked, viewer('client', 'hiring_manager', 'maker'))).toEqual({
      code: 'not_allowed',
      message: 'You submitted this placement, so somebody else approves it',
    })
    expect(can.approve(asked, viewer('client', 'hiring_manager'))).toBe(true)
  }
})

test('a placement: a funding model that the agency may not use is not activated', () => {
  for (const can of [canTemp, canPerm])
    expect(
      can.activate({ ...waiting, is_model_allowed: false }, viewer('provider', 'provider_admin')),
    ).toEqual({
      code: 'precondition',
      message:
        'Placement TMP000001 has a funding model that its agency may not use, so it cannot be activated',
    })
})

test('a placement: its submitter sees the button with the reason, others without a role see none', () => {
  const maker = viewer('provider', 'provider_admin', 'maker')
  expect(isOffered(canTemp.activate, waiting, maker)).toBe(true)
  expect(canTemp.activate(waiting, maker)).not.toBe(true)
  expect(isOffered(canTemp.activate, waiting, viewer('agency', 'agency_admin', 'maker'))).toBe(false)
  expect(isOffered(canTemp.activate, { ...waiting, status: 'active' }, maker)).toBe(false)
})
