/** The end of a PAYE scheme: runs and employments come first, and the day is between the last pay and today. */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { type EndFacts, endFaults, mayEnd } from './scheme-end.rules.ts'

const facts: EndFacts = {
  employer_reference: '123/AB45678',
  ended_on: null,
  run: null,
  last_pay_day: day('2026-07-31'),
  going_on: 0,
}
const on = day('2026-08-05')

test.each<[string, Partial<EndFacts>, string | null]>([
  ['nothing under way', {}, null],
  [
    'an open run',
    { run: { human_id: 'RUN000003', status: 'open' } },
    'Pay run RUN000003 is open: pay or cancel it before the PAYE scheme ends',
  ],
  ['one worker', { going_on: 1 }, '1 employment goes on after 05/08/2026: enter the last days first'],
  ['workers', { going_on: 3 }, '3 employments go on after 05/08/2026: enter the last days first'],
])('ending with %s', (_, change, refusal) => {
  expect(reasonOf(mayEnd({ ...facts, ...change }, on)) ?? null).toBe(refusal)
})

test.each([
  ['today', '2026-08-05', {}],
  ['the last pay day', '2026-07-31', {}],
  ['tomorrow', '2026-08-06', { ended_on: 'Should be before 06/08/2026' }],
  ['before the last pay', '2026-07-30', { ended_on: 'Should be after 30/07/2026' }],
])('the day: %s', (_, asked, errors) => {
  expect(endFaults(facts, day(asked), on)).toEqual(errors)
})
