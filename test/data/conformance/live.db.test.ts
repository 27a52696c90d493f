/** Live queries of the conformance world: the answer at once, and again after each change that makes it another. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { syncGrants } from '#data/grants.ts'
import { LiveQueries } from '#data/live/live.server.ts'
import { CATEGORIES } from '#entity/access.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { aggregate_cases } from './aggregate-cases.ts'
import type { Case } from './case.ts'
import { document_cases } from './document-cases.ts'
import { filter_cases } from './filter-cases.ts'
import { function_cases } from './function-cases.ts'
import { live_cases } from './live-cases.ts'
import { order_cases } from './order-cases.ts'
import { permission_cases } from './permission-cases.ts'
import { query_cases } from './query-cases.ts'
import { declarations, functions } from './shelf.ts'
import { layRows, layTables, viewers } from './shelf-rows.ts'

const database = await freshDatabase()
const catalog = catalogOf(declarations)
const clock = fixedClock(instant('2026-03-01T12:00:00.000Z'))
const faults: unknown[] = []
const onError = (error: unknown) => faults.push(error)
const endpoint = new DataEndpoint({ database, clock, catalog, functions, onError })
const live = new LiveQueries({ database, clock, onError, window_ms: 5 })

beforeAll(async () => {
  await layTables(database.owner)
  await syncGrants(database.owner, database.role_prefix, catalog, functions)
  await live.start()
})
/** A live query that is being run for the last case would meet the locks of rows that are laid anew. */
async function quiet(): Promise<void> {
  const isBusy = () =>
    CATEGORIES.some((category) => {
      const { totalCount, idleCount } = database.reader(category)
      return totalCount > idleCount
    })
  while (isBusy()) await new Promise((resolve) => setImmediate(resolve))
}
beforeEach(async () => {
  await quiet()
  await layRows(database.owner)
})
afterAll(() => {
  live.close()
  expect(faults).toEqual([])
})

describe('subscriptions', () => {
  it.each(live_cases)('$name', async ({ as = 'north', ask, variables, first, changes }) => {
    const heard: unknown[] = []
    let wake: () => void = () => undefined
    const prepared = endpoint.prepareRequest(viewers[as], { query: ask, ...(variables ? { variables } : {}) })
    const stop = live.subscribe(viewers[as], prepared, (body) => {
      heard.push(JSON.parse(body))
      wake()
    })
    let read = 0
    const next = async () => {
      while (heard.length === read) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      read += 1
      return heard[read - 1]
    }
    expect(await next()).toEqual({ data: first })
    for (const { sql, gives } of changes) {
      await database.owner.query(sql)
      // What is not heard shows in the next answer: it would come before it.
      if (gives !== null) expect(await next()).toEqual({ data: gives })
    }
    stop()
    expect(heard).toHaveLength(read)
  })
})

/** The same document as a subscription. */
const asLive = (ask: string): string =>
  ask
    .replaceAll('query_root', 'subscription_root')
    .replace(/^\s*(query\b)?/, 'subscription ')
    .replaceAll(/\bquery (?=\w+ *[({])/g, 'subscription ')

const queries = [
  ...query_cases,
  ...filter_cases,
  ...order_cases,
  ...aggregate_cases,
  ...document_cases,
  ...function_cases,
  ...permission_cases,
].filter(({ ask, gives }) => gives !== undefined && !/^\s*mutation\b/.test(ask))

/** Live queries run by another statement than queries, and must say the same. */
describe('every query as a live query', () => {
  const first = ({ as = 'north', ask, operation, variables }: Case) =>
    new Promise<string>((resolve) => {
      const request = {
        query: asLive(ask),
        ...(variables ? { variables } : {}),
        ...(operation ? { operationName: operation } : {}),
      }
      const stop = live.subscribe(viewers[as], endpoint.prepareRequest(viewers[as], request), (body) => {
        queueMicrotask(() => stop())
        resolve(body)
      })
    })
  it.each(queries)('$name', async (one) => {
    const gives = JSON.stringify({ data: one.gives }).replaceAll('"query_root"', '"subscription_root"')
    expect(JSON.stringify(JSON.parse(await first(one)))).toBe(gives)
  })
})
