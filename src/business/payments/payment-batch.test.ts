import { expect, test } from 'vitest'
import { refuse } from '#kernel/refusal.ts'
import type { BatchAction, BatchAsker, BatchFacts, BatchStatus } from './payment-batch.rules.ts'
import { batch_actions as actions, can } from './payment-batch.rules.ts'

const statuses: BatchStatus[] = ['hold', 'under_review', 'reviewed', 'completed', 'cancelled']
const batch = (status: BatchStatus): BatchFacts => ({
  human_id: 'BAT000001',
  status,
  made_by: 'maker',
  released_by: ['releaser'],
  item_count: 2,
  pays_asker: false,
  asked_payment: false,
  freed_payment: false,
  brought_in: false,
})
const admin: BatchAsker = { category: 'provider', roles: ['provider_admin'], user_id: 'admin' }

test('allowed steps by status, for an administrator who did not make the batch', () => {
  const allowed = Object.fromEntries(
    statuses.map((status) => [
      status,
      actions.filter((action) => can[action](batch(status), admin) === true),
    ]),
  )
  expect(allowed).toEqual({
    hold: ['submit', 'cancel', 'hold_item', 'release_item'],
    under_review: ['review', 'cancel', 'hold_item', 'release_item'],
    reviewed: ['complete', 'cancel'],
    completed: [],
    cancelled: [],
  })
})

test('maker and checker differ', () => {
  const maker = { ...admin, user_id: 'maker' }
  expect(can.review(batch('under_review'), maker)).toEqual(
    refuse('not_allowed', 'A batch is reviewed by somebody other than its maker'),
  )
  expect(can.review(batch('under_review'), admin)).toBe(true)
  expect(can.complete(batch('reviewed'), { ...admin, impersonator_user_id: 'maker' })).toEqual(
    refuse('not_allowed', 'A batch is completed by somebody other than its maker'),
  )
})

test('a person who released a held document neither reviews nor completes', () => {
  const releaser = { ...admin, user_id: 'releaser' }
  expect(can.review(batch('under_review'), releaser)).toEqual(
    refuse('not_allowed', 'You released a document of this batch, so it is reviewed by somebody else'),
  )
  expect(can.complete(batch('reviewed'), { ...admin, same_person_ids: ['releaser'] })).toEqual(
    refuse('not_allowed', 'You released a document of this batch, so it is completed by somebody else'),
  )
})

test('a payee neither reviews nor completes', () => {
  for (const [action, status] of [
    ['review', 'under_review'],
    ['complete', 'reviewed'],
  ] as const)
    expect(can[action]({ ...batch(status), pays_asker: true }, admin)).toMatchObject({
      code: 'not_allowed',
    })
})

test('the asker of a payment neither reviews nor completes', () => {
  for (const [action, status, done] of [
    ['review', 'under_review', 'reviewed'],
    ['complete', 'reviewed', 'completed'],
  ] as const)
    expect(can[action]({ ...batch(status), asked_payment: true }, admin)).toEqual(
      refuse('not_allowed', `You asked for a payment of this batch, so it is ${done} by somebody else`),
    )
})

test('the author of a figure that frees a payment neither reviews nor completes', () => {
  for (const [action, status, done] of [
    ['review', 'under_review', 'reviewed'],
    ['complete', 'reviewed', 'completed'],
  ] as const)
    expect(can[action]({ ...batch(status), freed_payment: true }, admin)).toEqual(
      refuse(
        'not_allowed',
        `You freed a payment of this batch within 7 days, so it is ${done} by somebody else`,
      ),
    )
})

test('a person neither reviews nor completes for the maker who brought them in', () => {
  for (const [action, status] of [
    ['review', 'under_review'],
    ['complete', 'reviewed'],
  ] as const)
    expect(can[action]({ ...batch(status), brought_in: true }, admin)).toEqual(
      refuse('not_allowed', 'A person you brought in cannot check your payments for 7 days'),
    )
})

test.each<[BatchAction, BatchStatus, string, string]>([
  ['complete', 'completed', 'conflict', 'Batch BAT000001 is already completed'],
  ['complete', 'under_review', 'precondition', 'Batch BAT000001 is under review and cannot be completed'],
  ['review', 'hold', 'precondition', 'Batch BAT000001 is on hold and cannot be reviewed'],
  ['cancel', 'completed', 'precondition', 'Batch BAT000001 is completed and cannot be cancelled'],
  ['submit', 'under_review', 'conflict', 'Batch BAT000001 is already submitted for review'],
])('%s from %s is a %s: %s', (action, status, code, message) => {
  expect(can[action](batch(status), admin)).toEqual({ code, message })
})

test('roles: operations makes, the approver reviews and completes, others nothing', () => {
  const as = (role: 'provider_operations' | 'provider_approver' | 'funder_admin'): BatchAsker => ({
    category: role === 'funder_admin' ? 'funder' : 'provider',
    roles: [role],
    user_id: role,
  })
  const may = (asker: BatchAsker) =>
    actions.filter((action) => statuses.some((status) => can[action](batch(status), asker) === true))
  expect(may(as('provider_operations'))).toEqual(['submit', 'cancel', 'hold_item', 'release_item'])
  expect(may(as('provider_approver'))).toEqual(['review', 'complete', 'cancel', 'hold_item'])
  expect(may(as('funder_admin'))).toEqual([])
})

test('empty batch: no step is allowed', () => {
  expect(can.submit({ ...batch('hold'), item_count: 0 }, admin)).toEqual(
    refuse('precondition', 'Batch BAT000001 has nothing to pay'),
  )
  expect(can.cancel({ ...batch('hold'), item_count: 0 }, admin)).toBe(true)
})
