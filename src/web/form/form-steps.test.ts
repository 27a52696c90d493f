import { expect, test } from 'vitest'
import { nextFaulty, stepsOf } from './form-steps.ts'

test('steps count the faults of the fields below their heading, those of list items too', () => {
  const field = (name: string, heading = false) => ({ name, label: name, heading })
  const fields = [field('company', true), field('name'), field('brn'), field('team', true), field('people')]
  const errors = { brn: 'x', 'people.0.email': 'x', 'people.1.roles': 'x', strange: 'x' }
  expect(stepsOf(fields, errors).map(({ name, faults }) => [name, faults])).toEqual([
    ['company', 1],
    ['team', 2],
  ])
})

test.each([
  ['terms', 'company'],
  ['company', 'team'],
  ['team', 'company'],
  [null, 'company'],
])('the next step with a fault after %s is %s', (current, wanted) => {
  const steps = [
    { name: 'company', label: 'Company', faults: 1 },
    { name: 'team', label: 'People', faults: 2 },
    { name: 'terms', label: 'Terms', faults: 0 },
  ]
  expect(nextFaulty(steps, current)).toBe(wanted)
})

test('a fault of the present step alone keeps nobody from sending', () => {
  const steps = [
    { name: 'company', label: 'Company', faults: 1 },
    { name: 'team', label: 'People', faults: 0 },
  ]
  expect(nextFaulty(steps, 'company')).toBeNull()
  expect(nextFaulty(steps, 'team')).toBe('company')
})
