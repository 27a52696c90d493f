import { expect, test } from 'vitest'
import { stepsOf } from './form-steps.ts'

test('steps count the faults of the fields below their heading, those of list items too', () => {
  const field = (name: string, heading = false) => ({ name, label: name, heading })
  const fields = [field('company', true), field('name'), field('brn'), field('team', true), field('people')]
  const errors = { brn: 'x', 'people.0.email': 'x', 'people.1.roles': 'x', strange: 'x' }
  expect(stepsOf(fields, errors).map(({ name, faults }) => [name, faults])).toEqual([
    ['company', 1],
    ['team', 2],
  ])
})
