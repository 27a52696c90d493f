import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { londonDay } from '#kernel/instant.ts'
import { traced, tracedStatement } from '#kernel/tracing.ts'
import type { Plan } from './compile/compile.server.ts'
import type { Slot } from './input.ts'
import { LIMITS } from './limits.ts'

/** Statements that each connection has been given a name for. */
const prepared = new WeakMap<pg.ClientBase, Set<string>>()
let names = 0

/** Facts for every statement of a request besides the caller's values: one request, one moment. */
export interface RequestFacts {
  readonly viewer: Viewer
  /** The London day. */
  readonly today: string
  readonly now: string
}

export function requestFacts(viewer: Viewer, clock: Clock): RequestFacts {
  const now = clock.now()
  return { viewer, now, today: londonDay(now) }
}

function slotValue(slot: Slot, values: readonly unknown[], { viewer, today, now }: RequestFacts): unknown {
  switch (slot.from) {
    case 'variable':
      return values[slot.index]
    case 'constant':
      return slot.value
    case 'claim':
      return viewer[slot.claim]
    case 'today':
      return today
    case 'now':
      return now
  }
}

/** Values of a statement's parameters, in order. */
export function parameters(
  slots: readonly Slot[],
  values: readonly unknown[],
  facts: RequestFacts,
): unknown[] {
  return slots.map((slot) => slotValue(slot, values, facts))
}

/** The memory of a repeatable statement. */
export interface Runs {
  /** Given at the second execution: a statement that is run once is not worth a name. */
  name: string | null
  runs: number
}

function nameOf(known: Runs): string | undefined {
  known.runs += 1
  if (known.runs < 2) return undefined
  if (known.name === null) {
    names += 1
    known.name = `d${names}`
  }
  return known.name
}

/** Notes that a connection holds this name. @returns true once it holds more than we want it to keep */
function holdsTooMany(client: pg.ClientBase, name: string | undefined): boolean {
  if (name === undefined) return false
  const held = prepared.get(client) ?? new Set()
  prepared.set(client, held.add(name))
  return held.size > LIMITS.prepared_statements
}

/**
 * Runs a statement on one connection, under its name from the second time on. With callbacks, because awaited
 * connections kept each answer alive until a full garbage collection: a seventh of the endpoint's own time.
 * @returns the result of `take`
 */
function run<R extends unknown[], T>(
  pool: pg.Pool,
  text: string,
  known: Runs,
  values: unknown[],
  take: (rows: R[]) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    pool.connect((refused, client, release) => {
      if (refused || !client) return reject(refused)
      const name = nameOf(known)
      const query = { text, values, rowMode: 'array' as const, ...(name ? { name } : {}) }
      void client.query<R>(query, (error, result) => {
        // Plans come and go, and PostgreSQL keeps each under its name: a full connection makes room by ending.
        release(Boolean(error) || holdsTooMany(client, name))
        if (error) reject(error)
        else resolve(take(result.rows))
      })
    })
  })
}

/** Runs a plan. @returns the JSON texts of its columns */
export function runPlan(pool: pg.Pool, plan: Plan, values: unknown[]): Promise<(string | null)[]> {
  if (plan.text === null) return Promise.resolve([])
  const { text } = plan
  return traced('data plan', {}, () =>
    run<(string | null)[], (string | null)[]>(pool, text, plan, values, ([row]) => row ?? []),
  )
}

/** Runs any other statement. @returns its rows, each an array */
export function runRows<R extends unknown[]>(
  pool: pg.Pool,
  text: string,
  known: Runs,
  values: unknown[],
): Promise<R[]> {
  return tracedStatement(text, () => run<R, R[]>(pool, text, known, values, (rows) => rows))
}
