/**
 * What each list asks of the database, measured and explained: who has most rows of the category and who has none, one
 * request at a time, the endpoint without HTTP. A request that was slow is asked again, and its quicker answer counts; what
 * it waited for a processor is taken off, and the pages it touched are counted, which no other work changes.
 */
import { createServer } from 'vite'
import { DataEndpoint } from '#data/execute.server.ts'
import { parameters, requestFacts } from '#data/run.server.ts'
import type { Viewer } from '#entity/access.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import type { Database } from '#server/database.ts'
import type { Probe, ProbedList } from './probe.ts'
import { Waiting } from './waiting.ts'
import { viewerOf } from './world.ts'

export interface Measured {
  readonly list: ProbedList
  readonly probe: Probe
  readonly has: 'most' | 'none'
  /** Without what it waited for a processor. */
  readonly ms: number
  readonly waited: number
  /** Pages of 8 kB that its plan touched; null where it was quick. */
  readonly pages: number | null
  /** Large tables that its plan reads from end to end. */
  readonly whole: readonly string[]
}

/** Spec-wide goals (quality R8). */
export const goalOf = ({ kind }: Probe): number => (kind === 'search' ? 800 : 300)

/** A table of fewer rows is rightly read whole. */
const LARGE = 20_000
const QUICK_MS = 60

export interface MeasuredLists {
  readonly measured: readonly Measured[]
  /** Lists without a row for who has most: what they were asked shows nothing. */
  readonly empty: readonly ProbedList[]
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly Plans?: readonly Node[]
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
}

type Ask = Pick<Probe, 'query' | 'variables'>

interface Taken {
  readonly ms: number
  readonly waited: number
  readonly answer: string
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Lists are declared in the browser's own files, which Vite reads. */
export async function loadLists(today: Day): Promise<ProbedList[]> {
  const vite = await createServer({
    root: process.cwd(),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    const { probedLists } = (await vite.ssrLoadModule('/bench/web/lists-asked.ts')) as {
      probedLists: (today: Day) => Promise<ProbedList[]>
    } // The module named.
    return await probedLists(today)
  } finally {
    await vite.close()
  }
}

class Lists {
  readonly #database: Database
  readonly #endpoint: DataEndpoint
  readonly #waiting: Waiting
  #large: ReadonlySet<string> | null = null

  constructor(database: Database) {
    this.#database = database
    this.#endpoint = new DataEndpoint({ database, clock: systemClock, onError: () => undefined })
    this.#waiting = new Waiting(database.owner)
  }

  async #largeTables(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.owner.query<{ name: string }>(
      `select relnamespace::regnamespace::text || '.' || relname as name from pg_class where relkind = 'r' and reltuples > $1`,
      [LARGE],
    )
    return new Set(rows.map(({ name }) => name))
  }

  async #ask(viewer: Viewer, request: Ask): Promise<Taken> {
    const { result, ms, waited } = await this.#waiting.of(() => this.#endpoint.execute(viewer, request))
    return { ms, waited, answer: result }
  }

  /** The statement that a request becomes, with its values. */
  #statement(viewer: Viewer, request: Ask): { readonly text: string; readonly values: unknown[] } {
    const { plan, values } = this.#endpoint.prepareRequest(viewer, request)
    return {
      text: plan.text ?? '',
      values: parameters(plan.slots, values, requestFacts(viewer, systemClock)),
    }
  }

  async #explained(viewer: Viewer, text: string, values: readonly unknown[]): Promise<Node | undefined> {
    const pool = this.#database.reader(viewer.category)
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(text, [...values])
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  }

  /** The plan that these values are given, and the one that any values are given. */
  async #plans(viewer: Viewer, request: Ask): Promise<Node[]> {
    const { text, values } = this.#statement(viewer, request)
    const given = await this.#explained(viewer, `explain (verbose, format json) ${text}`, values)
    const generic = await this.#explained(viewer, `explain (generic_plan, verbose, format json) ${text}`, [])
    return [given, generic].filter((root) => root !== undefined)
  }

  async #pages(viewer: Viewer, request: Ask): Promise<number> {
    const { text, values } = this.#statement(viewer, request)
    const ran = `explain (analyze, buffers, timing off, format json) ${text}`
    const root = await this.#explained(viewer, ran, values)
    return (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
  }

  async #measured(list: ProbedList, has: 'most' | 'none', probe: Probe): Promise<Measured> {
    const viewer = viewerOf(list.category, has)
    const first = await this.#ask(viewer, probe)
    const isQuick = first.ms <= QUICK_MS
    const again = isQuick ? first : await this.#ask(viewer, probe)
    const best = again.ms < first.ms ? again : first
    const isAnswered = again.answer.startsWith('{"data"')
    const plans = await this.#plans(viewer, probe)
    const whole = plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'].endsWith('Seq Scan'))
      .map((node) => `${node.Schema}.${node['Relation Name']}`)
      .filter((table) => this.#large?.has(table))
    return {
      list,
      probe,
      has,
      ms: isAnswered ? best.ms : Number.POSITIVE_INFINITY,
      waited: best.waited,
      pages: isQuick || !isAnswered ? null : await this.#pages(viewer, probe),
      whole: [...new Set(whole)],
    }
  }

  async measure(list: ProbedList, has: 'most' | 'none'): Promise<{ measured: Measured[]; rows: number }> {
    this.#large ??= await this.#largeTables()
    const sample = await this.#ask(viewerOf(list.category, has), list.sample)
    const rows = (JSON.parse(sample.answer) as { data?: { records: unknown[] } }).data?.records ?? [] // The sample's own shape.
    const measured: Measured[] = []
    for (const probe of list.probes(rows)) measured.push(await this.#measured(list, has, probe))
    return { measured, rows: rows.length }
  }
}

/** All lists, for who has most of each category and for who has nothing. */
export async function measureLists(database: Database, lists: readonly ProbedList[]): Promise<MeasuredLists> {
  const measuring = new Lists(database)
  const measured: Measured[] = []
  const empty: ProbedList[] = []
  for (const list of lists) {
    for (const has of ['most', 'none'] as const) {
      const some = await measuring.measure(list, has)
      measured.push(...some.measured)
      if (has === 'most' && some.rows === 0) empty.push(list)
    }
  }
  return { measured, empty }
}
