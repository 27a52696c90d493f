import { afterAll } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { syncGrants } from '#data/grants.ts'
import type { Viewer } from '#entity/access.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import { declarations, functions, makeWorld, viewers } from './world.ts'

export type Answer = {
  data?: Record<string, unknown>
  errors?: { message: string; extensions: { path: string; code: string } }[]
}

export type Ask = (
  query: string,
  variables?: Record<string, unknown>,
  viewer?: Viewer,
  operationName?: string,
) => Promise<Answer>

export interface Yard {
  readonly database: TestDatabase
  readonly endpoint: DataEndpoint
  /** Asks as the northern agency's administrator unless said. */
  readonly ask: Ask
  /** Errors that were not the caller's doing. Each test file ends with none. */
  readonly faults: unknown[]
}

/** The small world behind a real endpoint. Today is 2026-03-01. */
export async function openYard(): Promise<Yard> {
  const database = await freshDatabase()
  const catalog = catalogOf(declarations)
  await makeWorld(database.owner)
  await syncGrants(database.owner, database.role_prefix, catalog, functions)
  const faults: unknown[] = []
  const clock = fixedClock(instant('2026-03-01T12:00:00.000Z'))
  const endpoint = new DataEndpoint({
    database,
    clock,
    catalog,
    functions,
    onError: (error) => faults.push(error),
  })
  afterAll(() => {
    if (faults.length > 0)
      throw new Error(`The endpoint failed by its own fault: ${String(faults[0])}`, { cause: faults[0] })
  })
  const ask: Ask = async (query, variables, viewer = viewers.north, operationName) => {
    const body = await endpoint.execute(viewer, {
      query,
      ...(variables ? { variables } : {}),
      ...(operationName ? { operationName } : {}),
    })
    return JSON.parse(body) as Answer // The endpoint's own shape.
  }
  return { database, endpoint, ask, faults }
}
