import { expect, test } from 'vitest'
import { CallError } from '#web/core/call.ts'
import { session_key } from '#web/core/session.ts'
import { forgetSession, isAskedAgain, queries } from './queries.ts'

test('the end of a session: nothing that it read stays in the tab', () => {
  queries.setQueryData(session_key, { user: { id: 'a' } })
  queries.setQueryData(['rows', 'invoices'], [{ amount: '848.63' }])
  forgetSession()
  expect(queries.getQueryData(session_key)).toBeNull()
  expect(queries.getQueryData(['rows', 'invoices'])).toBeUndefined()
})

test('the end of a session that the page never had: the sign-in page keeps what it reads', () => {
  queries.setQueryData(session_key, null)
  queries.setQueryData(['sign-in ways'], ['password'])
  forgetSession()
  expect(queries.getQueryData(['sign-in ways'])).toEqual(['password'])
})

test.each([
  ['a lost connection', new CallError('lost', 'No connection'), true],
  ['a busy server', new CallError('too_many', 'Too many requests', {}, { wait_s: 2 }), true],
  ['a used-up day', new CallError('too_many', 'Too much data read in a day', {}, { wait_s: 7200 }), false],
  ['a refusal', new CallError('not_allowed', 'Not allowed'), false],
  ['a fault of the page', new TypeError('no'), false],
])('a read that failed by %s', (_name, error, again) => {
  expect(isAskedAgain(0, error)).toBe(again)
})
