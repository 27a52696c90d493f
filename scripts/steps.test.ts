import { expect, test } from 'vitest'
import { countReport, sum } from './steps.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
})

test('a file that could not be loaded counts as a failure although none of its tests ran', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')]
  expect(countReport({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2 })
})

test('counts of all steps are added', () => {
  const counts = [
    { passed: 3, failed: 2 },
    { passed: 1, failed: 0 },
  ]
  expect(sum(counts)).toEqual({ passed: 4, failed: 2 })
  expect(sum([])).toEqual({ passed: 0, failed: 0 })
})
