import { expect, test } from 'vitest'
import { session_key } from '#web/core/session.ts'
import { forgetSession, queries } from './queries.ts'

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
