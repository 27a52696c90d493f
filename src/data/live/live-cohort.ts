/** Running live queries: cohorts of equal queries, and the plans they share. */
import { createHash } from 'node:crypto'
import type { Category, Viewer } from '#entity/access.ts'
import type { Plan } from '../compile/compile.server.ts'
import type { Prepared } from '../execute.server.ts'
import { parameters } from '../run.server.ts'
import { type Batch, batchOf } from './live-batch.server.ts'

/** Told of each new answer (`{"data":…}`), or of a refusal (`{"errors":[…]}`). */
export type Listener = (body: string) => void

/** Live queries of one statement, from viewers whose roles make no difference to it. */
export interface Group {
  readonly key: string
  readonly category: Category
  /** Null where nothing is read from the database. */
  readonly batch: Batch | null
  /** How many are run in one statement: fewer once that took too long. */
  size: number
  /** Tables it reads; true where only signals that name a viewer's business matter to it. */
  readonly tables: Map<string, boolean>
  /** Those that run it. */
  readonly members: Set<Cohort>
}

/** Up to date; gathered until its time has come; queued for a statement; being run. */
type CohortState = 'idle' | 'gathered' | 'queued' | 'running'

/** One live query with its values: the same plan with the same parameters gives every viewer the same answer. */
export interface Cohort {
  readonly key: string
  /** Characters that its parameters take in a statement, nearly. */
  readonly size: number
  readonly group: Group
  readonly prepared: Prepared
  /** One of its viewers: equal parameters mean equal claims, as far as the plan asks for them. */
  readonly viewer: Viewer
  /** Ends of the businesses of its viewers, as signals spell them. */
  readonly parties: Set<string>
  readonly listeners: Set<Listener>
  /** Listeners without an answer yet. */
  readonly fresh: Set<Listener>
  state: CohortState
  /** When something it reads changed while it was being run, in the process's milliseconds. */
  changed_at: number | null
  /** Of the last answer, as PostgreSQL made it. */
  hash: string | null
  /** The last answer, for new listeners; null before the first, or without room. */
  body: string | null
}

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64')

const columnsOf = ({ roots }: Plan): number => roots.filter((root) => root.from === 'column').length

/** Markers that no caller can send: day and moment are read at each run. */
const FIXED = { today: '\0today', now: '\0now' } as const

export function groupKey(category: Category, { text }: Plan): string {
  return digest([category, text])
}

export function makeGroup(key: string, category: Category, plan: Plan, size: number): Group {
  const batch = plan.text === null ? null : batchOf(plan.text, columnsOf(plan))
  return { key, category, batch, size, tables: new Map(plan.tables), members: new Set() }
}

/** Equal where plan, names of the answer and parameters are. */
export function cohortId(
  group: Group,
  viewer: Viewer,
  { plan, values }: Prepared,
): Pick<Cohort, 'key' | 'size'> {
  const given = JSON.stringify(parameters(plan.slots, values, { viewer, ...FIXED }))
  return { key: digest([group.key, plan.roots, given]), size: given.length }
}

/** An empty one: nobody listens yet. */
export function makeCohort(
  id: Pick<Cohort, 'key' | 'size'>,
  group: Group,
  viewer: Viewer,
  prepared: Prepared,
): Cohort {
  return {
    ...id,
    group,
    viewer,
    prepared,
    parties: new Set(),
    listeners: new Set(),
    fresh: new Set(),
    state: 'idle',
    changed_at: null,
    hash: null,
    body: null,
  }
}
