import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { activationGap, can, type OptOutFacts, type OptOutNotice, optOutGap } from './opt-out.rules.ts'

const notice: OptOutNotice = { given_on: day('2025-06-01'), ended_on: null, is_verified: true }
const facts: OptOutFacts = {
  payment_type: 'limited',
  is_further: false,
  asks_for_papers: true,
  is_stated: false,
  start_date: day('2025-06-09'),
  is_vulnerable_work: false,
  notice,
}

test.each<[string, Partial<OptOutFacts>, string | null]>([
  ['a verified notice from before the start', {}, null],
  ['one of a worker of an umbrella company', { payment_type: 'umbrella' }, null],
  [
    'one of another company of the worker',
    { is_further: true },
    'Another company of the worker signed the opt-out, if any',
  ],
  [
    'one of a worker on PAYE',
    { payment_type: 'paye' },
    'Only a worker of a limited or umbrella company can opt out',
  ],
  [
    'one of a self-employed worker',
    { payment_type: 'selfemployed', is_stated: true, asks_for_papers: false },
    'Only a worker of a limited or umbrella company can opt out',
  ],
  [
    'one for work with vulnerable people',
    { is_vulnerable_work: true },
    'The work is with vulnerable people, for which no opt-out counts',
  ],
  [
    'the word alone, for work with vulnerable people',
    { is_vulnerable_work: true, asks_for_papers: false, notice: null, is_stated: true },
    'The work is with vulnerable people, for which no opt-out counts',
  ],
  ['no notice', { notice: null, is_stated: true }, 'There is no opt-out notice'],
  [
    'one that nobody verified',
    { notice: { ...notice, is_verified: false } },
    'The opt-out notice is not verified',
  ],
  [
    'one of the first day',
    { notice: { ...notice, given_on: day('2025-06-09') } },
    'The opt-out notice was given on 09/06/2025, which is not before the start',
  ],
  ['one of the day before', { notice: { ...notice, given_on: day('2025-06-08') } }, null],
  [
    'one withdrawn before the start',
    { notice: { ...notice, ended_on: day('2025-06-08') } },
    'The opt-out notice ended on 08/06/2025',
  ],
  ['one withdrawn on the first day', { notice: { ...notice, ended_on: day('2025-06-09') } }, null],
  [
    'the word alone, of an agency without papers',
    { asks_for_papers: false, notice: null, is_stated: true },
    null,
  ],
  ['no word there', { asks_for_papers: false }, 'The worker has not opted out'],
])('%s: whether the regulations apply', (_, change, gap) => {
  expect(optOutGap({ ...facts, ...change })).toBe(gap)
})

test.each<[string | null, Partial<OptOutFacts>, string | null]>([
  ['2025-06-08', {}, null],
  ['2025-06-09', {}, 'The client was told of the opt-out on 09/06/2025, which is not before the start'],
  [null, {}, 'The client was not told of the opt-out'],
  [null, { asks_for_papers: false, is_stated: true }, null],
  ['2025-06-08', { notice: null }, 'There is no opt-out notice'],
])('a client told on %s with %j', (told_on, change, gap) => {
  expect(activationGap({ ...facts, ...change }, told_on === null ? null : day(told_on))).toBe(gap)
})

const worker = { category: 'contractor', roles: ['contractor'] } as const
const row = { status: 'completed', title: 'Conduct regulations opt-out', valid_to: null }
test.each([
  [row, worker, true],
  [{ ...row, status: 'inprogress' }, { category: 'agency', roles: ['agency_admin'] } as const, true],
  [{ ...row, valid_to: '2025-06-30' }, worker, 'Conduct regulations opt-out is already withdrawn'],
  [{ ...row, status: 'expired' }, worker, 'Conduct regulations opt-out is expired and cannot be withdrawn'],
  [row, { category: 'client', roles: ['hiring_manager'] } as const, 'You do not have permission to do this'],
])('%j of %j is withdrawn: %j', (notice_row, viewer, said) => {
  const verdict = can.withdraw(notice_row, viewer)
  expect(verdict === true ? true : verdict.message).toBe(said)
})
