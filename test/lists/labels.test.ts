/** A value of a choice reads the same in every list, cell, filter and file: `agency-client` is Agency to Client wherever it stands. */
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { labelOf } from '#entity/choices.ts'
import { everyList } from './registry.ts'

/** The same word for different things: what a timesheet's unit is, and how often it comes; a funding status, and a type; a file
 * that cannot be read, and an action that is not allowed; payment terms that wait for the client, and a document under way. */
const words_of_two_things = new Set([
  'agency',
  'applied',
  'funded',
  'inprogress',
  'month',
  'monthly',
  'pending',
  'platform_fee',
  'refused',
  'valid',
  'week',
])

test('a value is opened into words, the names of the specification first', () => {
  expect(['partly_funded', 'agency-client', 'inprogress', 'paye'].map(labelOf)).toEqual([
    'Partly funded',
    'Agency to Client',
    'Pending Client Approval',
    'PAYE',
  ])
})

test('one value has one name', async () => {
  const names = new Map<string, Set<string>>()
  const note = (value: string, label: string) =>
    names.set(value, (names.get(value) ?? new Set<string>()).add(label))
  for (const { fields } of Object.values(entities))
    for (const { choices } of Object.values(fields))
      for (const { value, label } of choices ?? []) note(value, label)
  for (const { shaped } of await everyList())
    for (const { shape } of [...shaped.filters, ...shaped.groups, ...shaped.columns])
      for (const { value, label } of shape.choices ?? []) note(value, label)
  const several = [...names].filter(([value, labels]) => labels.size > 1 && !words_of_two_things.has(value))
  expect(names.size).toBeGreaterThan(200)
  expect(several.map(([value, labels]) => `${value}: ${[...labels].join(', ')}`)).toEqual([])
})

test('a value that every object knows is a word like others', () => {
  expect(['constructor', '__proto__', 'toString'].map(labelOf)).toEqual([
    'Constructor',
    '  proto  ',
    'ToString',
  ])
})
