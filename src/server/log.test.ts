import { expect, test } from 'vitest'
import { errorLine, isForPeople, readableLine } from './log.ts'

test.each([
  [true, undefined, true],
  [true, 'production', false],
  [false, undefined, false],
  [false, 'production', false],
])('log: a terminal (%s) with NODE_ENV %s reads words: %s', (isTerminal, environment, expected) => {
  expect(isForPeople(isTerminal, environment)).toBe(expected)
})

test('log: a line for a terminal has level, words, facts and the stack, and no JSON around them', () => {
  const line = readableLine(
    JSON.stringify({ level: 50, time: 0, reqId: 'r1', err: { stack: 'Error: away' }, msg: 'request failed' }),
  )
  expect(line).toBe('00:00:00 error request failed reqId=r1\n  Error: away\n')
})

test('log: "Server listening" is not shown in a terminal, since the start prints the address', () => {
  const msg = 'Server listening at http://127.0.0.1:8080'
  expect(readableLine(JSON.stringify({ level: 30, time: 0, msg }))).toBeNull()
})

test('log: the line of a request is for programs, not for a terminal', () => {
  expect(readableLine(JSON.stringify({ level: 30, time: 0, msg: 'request', status: 200 }))).toBeNull()
})

test('log: an error keeps its code and causes, and loses what PostgreSQL quotes of a row', () => {
  const refused = Object.assign(new Error('refused'), {
    code: '23505',
    detail: 'Key (email)=(canary)',
    where: 'canary',
  })
  const line = errorLine(new Error('not stored', { cause: refused }))
  expect(line).toMatchObject({ message: 'not stored', cause: { message: 'refused', code: '23505' } })
  expect(JSON.stringify(line)).not.toContain('canary')
})
