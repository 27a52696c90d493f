/** The states of a pay run: the people who take an approval back, and the states that allow it. */
import { expect, test } from 'vitest'
import { reasonOf } from '#kernel/refusal.ts'
import { can, fitsRun, type PayRunFacts, type PayRunStatus } from './pay-run.rules.ts'

const run = (status: PayRunStatus, more: Partial<PayRunFacts> = {}): PayRunFacts => ({
  ...{ human_id: 'RUN000001', status, prepared_by: ['maker'], payslip_count: 2, stop_count: 0 },
  ...{ open_warnings: 0, job: null, pays_asker: false, ...more },
})
const approver = { category: 'provider', roles: ['provider_approver'], user_id: 'approver' } as const

test.each([
  ['an approver', run('approved'), approver, null],
  [
    'an administrator who did not prepare it',
    run('approved'),
    { ...approver, roles: ['provider_admin'] },
    null,
  ],
  [
    'the maker',
    run('approved'),
    { ...approver, user_id: 'maker', roles: ['provider_admin'] },
    'Someone else must reopen what you prepared',
  ],
  [
    'a worker of the run',
    run('approved', { pays_asker: true }),
    approver,
    'Pay run RUN000001 pays you, so somebody else reopens it',
  ],
  [
    'staff',
    run('approved'),
    { ...approver, roles: ['provider_operations'] },
    'You do not have permission to do this',
  ],
  ['paid', run('paid'), approver, 'Pay run RUN000001 is paid and cannot be reopened'],
  ['open', run('open'), approver, 'Pay run RUN000001 is open and cannot be reopened'],
  ['checked', run('checked'), approver, 'Pay run RUN000001 is checked and cannot be reopened'],
] as const)('reopening: %s', (_, of, by, refusal) => {
  expect(reasonOf(can.reopen(of, by)) ?? null).toBe(refusal)
})

test('limit of a pay run: 20,000 payslips fit, one more does not', () => {
  expect(fitsRun(20_000)).toBe(true)
  expect(reasonOf(fitsRun(20_001))).toBe(
    'A pay run has at most 20,000 payslips: pay part of the workers at another frequency',
  )
})

test.each([
  ['calculated', run('calculated'), null],
  ['checked', run('checked'), null],
  ['open', run('open'), 'Pay run RUN000001 is open and cannot be sent back'],
  ['approved', run('approved'), 'Pay run RUN000001 is approved and cannot be sent back'],
  ['paid', run('paid'), 'Pay run RUN000001 is paid and cannot be sent back'],
  ['a job at work', run('checked', { job: 'approving' }), 'Pay run RUN000001 is still being approved'],
])('going back: %s', (_, facts, reason) => {
  const product = { category: 'provider', roles: ['provider_operations'], user_id: 'system' } as const
  expect(reasonOf(can.go_back(facts, product)) ?? null).toBe(reason)
})
