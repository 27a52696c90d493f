import { expect, it } from 'vitest'
import { isAskable, rangeFaults } from './range-faults.ts'

it.each([
  [{ from: '10', to: '20.50' }, {}],
  [{ from: '-5' }, {}],
  [{ from: 'ten' }, { from: 'Please enter a valid number' }],
  [{ from: '1', to: '1.2.3' }, { to: 'Please enter a valid number' }],
  [{ from: '100', to: '20' }, { to: 'Min number is reached' }],
])('%j: %j', (range, faults) => {
  expect(rangeFaults(range)).toEqual(faults)
})

it('accepts days, texts and blanks', () => {
  const of = (kind: 'money' | 'day' | 'text') => ({ field: 'x', label: 'X', shape: { kind, label: 'X' } })
  expect(isAskable(of('money'), { from: 'x' })).toBe(false)
  expect(isAskable(of('money'), undefined)).toBe(true)
  expect(isAskable(of('day'), { from: 'today-7' })).toBe(true)
  expect(isAskable(of('text'), { contains: 'x' })).toBe(true)
})
