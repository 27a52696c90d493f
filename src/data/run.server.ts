import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import type { Plan } from './compile.server.ts'
import type { Slot } from './input.ts'
import { LIMITS } from './limits.ts'

/** Statements that each connection has been given a name for. */
const prepared = new WeakMap<pg.ClientBase, Set<string>>()
let names = 0

/** What every statement of a request may be given beside the caller's values: one request, one moment. */
export interface RequestFacts {
  readonly viewer: Viewer
  /** The London day. */
  readonly today: string
  readonly now: string
}

/** Read when first asked for: most statements need neither day nor moment, and the calendar takes its time. */
export function requestFacts(viewer: Viewer, clock: Clock): RequestFacts {
  let moment: Clock | undefined
  const frozen = () => {
    moment ??= frozenAt(clock)
    return moment
  }
  return {
    viewer,
    get today() {
      return frozen().today()
    },
    get now() {
      return frozen().now()
    },
  }
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

function nameOf(plan: Plan): string | undefined {
  plan.runs += 1
  if (plan.runs < 2) return undefined
  if (plan.name === null) {
    names += 1
    plan.name = `d${names}`
  }
  return plan.name
}

/** Notes that a connection holds this name. @returns true once it holds more than we want it to keep */
function holdsTooMany(client: pg.ClientBase, name: string | undefined): boolean {
  if (name === undefined) return false
  const held = prepared.get(client) ?? new Set()
  prepared.set(client, held.add(name))
  return held.size > LIMITS.prepared_statements
}

/** Runs a plan on one connection. @returns the JSON texts of its columns */
export async function runPlan(pool: pg.Pool, plan: Plan, values: unknown[]): Promise<(string | null)[]> {
  if (plan.text === null) return []
  const client = await pool.connect()
  const name = nameOf(plan)
  let isSpent = true
  try {
    const query = { text: plan.text, values, rowMode: 'array' as const, ...(name ? { name } : {}) }
    const { rows } = await client.query<(string | null)[]>(query)
    isSpent = false
    return rows[0] ?? []
  } finally {
    // Plans come and go, and PostgreSQL keeps each under its name: a full connection makes room by ending.
    client.release(isSpent || holdsTooMany(client, name))
  }
}
