import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { answerDueOn, can, canAdd } from './determination.rules.ts'

test.each([
  ['2026-11-22', '2027-01-06'],
  ['2027-01-15', '2027-03-01'],
])('a disagreement of %s is answered by %s', (disagreed_on, due) => {
  expect(answerDueOn(day(disagreed_on))).toBe(due)
})

test.each([
  ['draft', 'limited', true],
  ['active', 'limited', true],
  ['cancelled', 'limited', false],
  ['rejected_contractor', 'limited', false],
  ['draft', 'umbrella', false],
  ['draft', null, false],
])('a placement that is %s through %s takes statements: %s', (status, company_type, may) => {
  expect(canAdd({ status, company_type }) === true).toBe(may)
})

const open = {
  status: 'inprogress',
  uploaded_by: 'ann',
  has_file: true,
  disagreed_on: null,
  answered_on: null,
}
const verified = { ...open, status: 'completed' }
const disputed = { ...verified, disagreed_on: '2026-11-22' }
const viewers = {
  ann: { category: 'agency', roles: ['agency_admin'], user_id: 'ann' },
  admin: { category: 'agency', roles: ['agency_admin'], user_id: 'bob' },
  user: { category: 'agency', roles: ['agency_user'], user_id: 'cem' },
  manager: { category: 'client', roles: ['hiring_manager'], user_id: 'dan' },
  biller: { category: 'client', roles: ['invoice_contact'], user_id: 'eve' },
  worker: { category: 'contractor', roles: ['contractor'], user_id: 'fay' },
} as const

test.each([
  ['verify', open, ['admin']],
  ['verify', { ...open, has_file: false }, []],
  ['verify', verified, []],
  ['reject', open, ['admin']],
  ['reject', verified, []],
  ['disagree', open, []],
  ['disagree', verified, ['worker']],
  ['disagree', disputed, []],
  ['answer', verified, []],
  ['answer', disputed, ['ann', 'admin', 'user', 'manager']],
  ['answer', { ...disputed, answered_on: '2026-12-01' }, []],
] as const)('%s of %j: %j', (step, facts, allowed) => {
  const may = Object.entries(viewers).filter(([, viewer]) => can[step](facts, viewer) === true)
  expect(may.map(([name]) => name)).toEqual(allowed)
})
