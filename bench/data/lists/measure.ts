/**
 * What each list asks of the database, measured and explained: who has most rows of the category and who has none, one
 * request at a time, the endpoint without HTTP. A request that was slow is asked again, and its quicker answer counts.
 */
import { createServer } from 'vite'
import { DataEndpoint } from '#data/execute.server.ts'
import { parameters, requestFacts } from '#data/run.server.ts'
import type { Viewer } from '#entity/access.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import type { Database } from '#server/database.ts'
import type { Probe, ProbedList } from './probe.ts'
import { viewerOf } from './world.ts'

export interface Measured {
  readonly list: ProbedList
  readonly probe: Probe
  readonly has: 'most' | 'none'
  readonly ms: number
  /** Large tables that its plan reads from end to end. */
  readonly whole: readonly string[]
}

/** Spec-wide goals (quality R8). */
export const goalOf = ({ kind }: Probe): number => (kind === 'search' ? 800 : 300)

/** A table of fewer rows is rightly read whole. */
const LARGE = 20_000
const QUICK_MS = 60

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly Plans?: readonly Node[]
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
  #large: ReadonlySet<string> | null = null

  constructor(database: Database) {
    this.#database = database
    this.#endpoint = new DataEndpoint({ database, clock: systemClock, onError: () => undefined })
  }

  async #largeTables(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.owner.query<{ name: string }>(
      `select relnamespace::regnamespace::text || '.' || relname as name from pg_class where relkind = 'r' and reltuples > $1`,
      [LARGE],
    )
    return new Set(rows.map(({ name }) => name))
  }

  async #ask(
    viewer: Viewer,
    request: Pick<Probe, 'query' | 'variables'>,
  ): Promise<{ ms: number; answer: string }> {
    const from = performance.now()
    const answer = await this.#endpoint.execute(viewer, request)
    return { ms: performance.now() - from, answer }
  }

  /** The plan that these values are given, and the one that any values are given. */
  async #plans(viewer: Viewer, request: Pick<Probe, 'query' | 'variables'>): Promise<Node[]> {
    const { plan, values } = this.#endpoint.prepareRequest(viewer, request)
    const pool = this.#database.reader(viewer.category)
    const given = parameters(plan.slots, values, requestFacts(viewer, systemClock))
    const asked = [
      { text: `explain (verbose, format json) ${plan.text}`, values: given },
      { text: `explain (generic_plan, verbose, format json) ${plan.text}`, values: [] },
    ]
    const found: Node[] = []
    for (const one of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(one)
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (root) found.push(root)
    }
    return found
  }

  async measure(list: ProbedList, has: 'most' | 'none'): Promise<Measured[]> {
    this.#large ??= await this.#largeTables()
    const large = this.#large
    const viewer = viewerOf(list.category, has)
    const sample = await this.#ask(viewer, list.sample)
    const rows = (JSON.parse(sample.answer) as { data?: { records: unknown[] } }).data?.records ?? [] // The sample's own shape.
    const measured: Measured[] = []
    for (const probe of list.probes(rows)) {
      const first = await this.#ask(viewer, probe)
      const again = first.ms > QUICK_MS ? await this.#ask(viewer, probe) : first
      const ms = again.answer.startsWith('{"data"') ? Math.min(first.ms, again.ms) : Number.POSITIVE_INFINITY
      const plans = await this.#plans(viewer, probe)
      const whole = plans
        .flatMap(nodesOf)
        .filter((node) => node['Node Type'].endsWith('Seq Scan'))
        .map((node) => `${node.Schema}.${node['Relation Name']}`)
        .filter((table) => large.has(table))
      measured.push({ list, probe, has, ms, whole: [...new Set(whole)] })
    }
    return measured
  }
}

/** All lists, for who has most of each category and for who has nothing. */
export async function measureLists(database: Database, lists: readonly ProbedList[]): Promise<Measured[]> {
  const measuring = new Lists(database)
  const measured: Measured[] = []
  for (const list of lists)
    for (const has of ['most', 'none'] as const) measured.push(...(await measuring.measure(list, has)))
  return measured
}
