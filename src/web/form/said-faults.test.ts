import { expect, test } from 'vitest'
import { saysAll } from './said-faults.ts'

test.each([
  [['Mandatory', 'Max number is reached'], ['Max number is reached', 'Mandatory'], true],
  [['Mandatory'], ['Mandatory', 'Mandatory'], false],
  [['Mandatory'], ['Mandatory', 'Agency AGY000001 is not onboarded yet'], false],
  [[], ['Mandatory'], false],
  [['It was not submitted. Max number is reached'], ['Max number is reached'], true],
])('faults in the form %j say all of %j: %j', (shown, faults, isSaid) => {
  expect(saysAll(shown, faults)).toBe(isSaid)
})
