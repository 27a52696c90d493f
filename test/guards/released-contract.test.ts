/**
 * Within a version of the API only additions (people: one contract). docs/openapi-released.json is the contract of the last
 * release; a release writes it anew: `STINT_RELEASE=1 npx vitest run --project unit test/guards/released-contract`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { openApi } from '#server/machine/openapi.ts'
import type { Contract } from '#web/developers/contract.ts'
import { contractFaults, type ReleasedContract, releasedOf } from './released-contract.ts'

const file = fileURLToPath(new URL('../../docs/openapi-released.json', import.meta.url))
// Read as a client reads it.
const now = releasedOf(JSON.parse(JSON.stringify(openApi(verbs.values()))) as Contract)
if (process.env.STINT_RELEASE === '1') writeFileSync(file, `${JSON.stringify(now, null, 1)}\n`)

test('the contract has lost and tightened nothing since the last release', () => {
  const released = JSON.parse(readFileSync(file, 'utf8')) as ReleasedContract
  expect(Object.keys(released.actions).length).toBeGreaterThan(80)
  expect(contractFaults(released, now)).toEqual([])
})

describe('a contract beside an earlier one', () => {
  const contract = (input: object, answer: object, events: readonly string[] = ['a.b.done']) =>
    ({ actions: { 'a.b.do': { input, answer } }, events }) as ReleasedContract
  const before = contract(
    { id: 'uuid!', note: 'text, at most 20 letters', kind: 'one of x, y', day: 'date or null' },
    { id: 'uuid!', state: 'one of open, closed!', note: 'text' },
  )
  const changed = (input: object, answer: object = {}, events?: readonly string[]) => {
    const { 'a.b.do': was } = before.actions
    return contractFaults(
      before,
      contract({ ...was?.input, ...input }, { ...was?.answer, ...answer }, events),
    )
  }

  test.each<[string, object, object, readonly string[]]>([
    ['nothing', {}, {}, []],
    ['an optional field', { more: 'text' }, { more: 'text!' }, []],
    ['an optional field with a required part', { more: 'object', 'more.id': 'uuid!' }, {}, []],
    ['a field that may be left out', { id: 'uuid' }, {}, []],
    ['a longer text', { note: 'text, at most 30 letters' }, {}, []],
    ['another choice', { kind: 'one of x, y, z' }, {}, []],
    ['another kind beside', { day: 'date or date-time or null' }, {}, []],
    ['a required field', { more: 'text!' }, {}, ['a.b.do: the input now requires more']],
    [
      'a field made required',
      { note: 'text, at most 20 letters!' },
      {},
      ['a.b.do: the input now requires note'],
    ],
    [
      'a shorter text',
      { note: 'text, at most 10 letters' },
      {},
      ['a.b.do: the input note was text, at most 20 letters and is text, at most 10 letters'],
    ],
    ['a choice less', { kind: 'one of x' }, {}, ['a.b.do: the input kind was one of x, y and is one of x']],
    ['no null', { day: 'date' }, {}, ['a.b.do: the input day was date or null and is date']],
    ['another kind', { id: 'integer!' }, {}, ['a.b.do: the input id was uuid and is integer']],
    ['an answer that may be absent', {}, { id: 'uuid' }, ['a.b.do: the answer may now lack id']],
    [
      'an answer of another kind',
      {},
      { note: 'integer' },
      ['a.b.do: the answer note was text and is integer'],
    ],
    ['another state of an answer', {}, { state: 'one of open, closed, held!' }, []],
  ])('%s', (_name, input, answer, faults) => {
    expect(changed(input, answer)).toEqual(faults)
  })

  test('fields, actions and events that are gone', () => {
    expect(contractFaults(before, contract({ id: 'uuid!' }, { id: 'uuid!' }, []))).toEqual([
      'the event a.b.done is gone',
      'a.b.do: the input lost note',
      'a.b.do: the input lost kind',
      'a.b.do: the input lost day',
      'a.b.do: the answer lost state',
      'a.b.do: the answer lost note',
    ])
    expect(contractFaults(before, { actions: {}, events: ['a.b.done'] })).toEqual([
      'the action a.b.do is gone',
    ])
  })
})
