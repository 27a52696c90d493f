import { expect, test } from 'vitest'
import { countReport, none, sum } from './steps.ts'

const file = (status: string, ...tests: string[]) => ({
  name: 'some.test.ts',
  status,
  message: 'no such module',
  assertionResults: tests.map((one) => ({
    status: one,
    fullName: 'one thing',
    failureMessages: ['1 is not 2'],
  })),
})

test('a file that could not be loaded counts as a failure although none of its tests ran', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')]
  expect(countReport({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({
    passed: 3,
    failed: 2,
    faults: ['✗ some.test.ts › one thing\n    1 is not 2', '✗ some.test.ts\n    no such module'],
  })
})

test('counts of all steps are added', () => {
  const counts = [
    { passed: 3, failed: 2, faults: ['this', 'that'] },
    { passed: 1, failed: 0, faults: [] },
  ]
  expect(sum(counts)).toEqual({ passed: 4, failed: 2, faults: ['this', 'that'] })
  expect(sum([])).toEqual(none)
})
