/**
 * What the dialect's public documentation promises, as cases of our own: each states who asks what, and the exact JSON
 * that comes back. The rows are laid afresh for every case that writes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { syncGrants } from '#data/grants.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { action_cases } from './action-cases.ts'
import { aggregate_cases } from './aggregate-cases.ts'
import type { Case } from './case.ts'
import { delete_cases } from './delete-cases.ts'
import { document_cases } from './document-cases.ts'
import { filter_cases } from './filter-cases.ts'
import { function_cases } from './function-cases.ts'
import { insert_cases } from './insert-cases.ts'
import { introspection_cases } from './introspection-cases.ts'
import { order_cases } from './order-cases.ts'
import { permission_cases } from './permission-cases.ts'
import { query_cases } from './query-cases.ts'
import { refusal_cases } from './refusal-cases.ts'
import { declarations, functions } from './shelf.ts'
import { layRows, layTables, viewers, type Who } from './shelf-rows.ts'
import { update_cases } from './update-cases.ts'
import { upsert_cases } from './upsert-cases.ts'

const groups: readonly (readonly [string, readonly Case[]])[] = [
  ['queries', query_cases],
  ['filters', filter_cases],
  ['order and pages', order_cases],
  ['aggregates', aggregate_cases],
  ['documents', document_cases],
  ['functions', function_cases],
  ['permissions', permission_cases],
  ['introspection', introspection_cases],
  ['refusals', refusal_cases],
  ['inserts', insert_cases],
  ['upserts', upsert_cases],
  ['updates', update_cases],
  ['deletes', delete_cases],
  ['values forced by an action id', action_cases],
]

const database = await freshDatabase()
const catalog = catalogOf(declarations)
const faults: unknown[] = []
const endpoint = new DataEndpoint({
  database,
  clock: fixedClock(instant('2026-03-01T12:00:00.000Z')),
  catalog,
  functions,
  onError: (error) => faults.push(error),
})

beforeAll(async () => {
  await layTables(database.owner)
  await syncGrants(database.owner, database.role_prefix, catalog, functions)
  await layRows(database.owner)
})
afterAll(() => {
  if (faults.length > 0)
    throw new Error(`The endpoint failed by its own fault: ${String(faults[0])}`, { cause: faults[0] })
})

/** The answer's text: the order of keys is part of what is promised. */
function ask(
  one: Pick<Case, 'ask' | 'variables' | 'operation' | 'action'>,
  as: Who = 'north',
): Promise<string> {
  const { ask: query, variables, operation, action } = one
  return endpoint.execute(viewers[as], {
    query,
    ...(variables ? { variables } : {}),
    ...(operation ? { operationName: operation } : {}),
    ...(action ? { action_id: action } : {}),
  })
}

/** Compared twice: the first shows what differs, the second minds the order of keys. */
function expectBody(body: string, data: unknown): void {
  expect(JSON.parse(body)).toEqual({ data })
  expect(JSON.stringify(JSON.parse(body))).toBe(JSON.stringify({ data }))
}

function expectRefusal(body: string, { message, path, code }: NonNullable<Case['refuses']>): void {
  const extensions = { path: path ?? expect.any(String), code: code ?? 'validation-failed' }
  expect(JSON.parse(body)).toEqual({ errors: [{ message, extensions }] })
}

describe.each(groups)('%s', (_group, cases) => {
  it.each(cases)('$name', async (one) => {
    const writes = /^\s*mutation\b/.test(one.ask)
    if (writes) await layRows(database.owner)
    const body = await ask(one, one.as)
    if (one.refuses) expectRefusal(body, one.refuses)
    else expectBody(body, one.gives)
    if (one.afterwards) expectBody(await ask(one.afterwards, one.as), one.afterwards.gives)
    if (writes) await layRows(database.owner)
  })
})

describe('the cases', () => {
  it('are two hundred at least, each with a name of its own and an answer', () => {
    const all = groups.flatMap(([group, cases]) =>
      cases.map((one) => ({ ...one, name: `${group}: ${one.name}` })),
    )
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(new Set(all.map((one) => one.name)).size).toBe(all.length)
    expect(all.filter((one) => (one.gives === undefined) === (one.refuses === undefined))).toEqual([])
  })
})
