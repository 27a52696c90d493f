/**
 * Quality P2 and P8: what single requests take, one after the other, at every size in turns: the endpoint without HTTP
 * against the hand-written statement on the same kind of connection.
 */
import type pg from 'pg'
import { DataEndpoint } from '#data/execute.server.ts'
import { systemClock } from '#kernel/clock.ts'
import { type Database, openDatabase } from '#server/database.ts'
import { test_keys } from '#test/books-key.ts'
import { ROLE_PREFIX } from '../ground.ts'
import { plain } from './answers.ts'
import { type Asking, CASES, type CostCase, handValues } from './cases.ts'
import type { Databases, Sized } from './databases.ts'
import { percentile, randomFrom } from './load.ts'
import { adminOf } from './viewer.ts'
import { THE_PROVIDER } from './world.ts'

/** One size, opened for measuring. */
export interface Bench {
  readonly invoices: number
  readonly endpoint: DataEndpoint
  readonly database: Database
  readonly pool: pg.Pool
}

export interface Cost {
  readonly one: CostCase
  readonly invoices: number
  /** Milliseconds, sorted. */
  readonly endpoint: readonly number[]
  readonly hand: readonly number[]
}

const SAMPLES = 400
const SAMPLES_LEAST = 20
/** PostgreSQL settles on a generic plan after five runs. */
const WARM_UP = 12
/** A shorter budget only shows that the cases run. */
const BUDGET_LEAST_MS = 500

function openBench({ invoices, url }: Sized, role_secret: string): Bench {
  const database = openDatabase({
    url,
    readUrl: null,
    rolePrefix: ROLE_PREFIX,
    roleSecret: role_secret,
    poolSize: 2,
    booksKeys: test_keys,
  })
  const endpoint = new DataEndpoint({
    database,
    clock: systemClock,
    onError: (error) => console.error(error),
  })
  return { invoices, endpoint, database, pool: database.reader('agency') }
}

/** Opens every size, does `work`, and closes them. */
export async function withBenches<T>(
  { sizes, role_secret }: Databases,
  work: (benches: readonly Bench[]) => Promise<T>,
): Promise<T> {
  const benches = sizes.map((sized) => openBench(sized, role_secret))
  try {
    return await work(benches)
  } finally {
    for (const { database } of benches) await database.close()
  }
}

const askEndpoint = ({ endpoint }: Bench, { query }: CostCase, { agency, variables }: Asking) =>
  endpoint.execute(adminOf(agency), { query, variables })

async function askHand({ database, pool }: Bench, { name, hand }: CostCase, asking: Asking): Promise<string> {
  const reader = asking.agency === THE_PROVIDER ? database.reader('provider') : pool
  const { rows } = await reader.query<{ data: string }>({ name, text: hand, values: handValues(asking) })
  return `{"data":${rows[0]?.data}}`
}

async function timed(work: () => Promise<string>): Promise<{ ms: number; answer: string }> {
  const from = performance.now()
  const answer = await work()
  return { ms: performance.now() - from, answer }
}

/** Both in turns, once. @throws when they answer differently */
async function pair(bench: Bench, one: CostCase, random: () => number, endpointFirst: boolean) {
  const asking = one.ask(random, bench.invoices)
  const ours = () => timed(() => askEndpoint(bench, one, asking))
  const theirs = () => timed(() => askHand(bench, one, asking))
  const first = await (endpointFirst ? ours() : theirs())
  const second = await (endpointFirst ? theirs() : ours())
  const [endpoint, hand] = endpointFirst ? [first, second] : [second, first]
  const same = (text: string) => JSON.stringify(plain((JSON.parse(text) as { data: null }).data)) // Compared as text alone.
  if (same(endpoint.answer) !== same(hand.answer))
    throw new Error(`${one.name}: the answers differ: ${endpoint.answer}\n${hand.answer}`)
  return { endpoint: endpoint.ms, hand: hand.ms }
}

async function measure(one: CostCase, benches: readonly Bench[], budget_ms: number): Promise<Cost[]> {
  const runs = benches.map((bench) => ({
    bench,
    random: randomFrom(11),
    endpoint: [] as number[],
    hand: [] as number[],
    spent: 0,
  }))
  const [warm_up, least] = budget_ms < BUDGET_LEAST_MS ? [1, 2] : [WARM_UP, SAMPLES_LEAST]
  for (const { bench, random } of runs)
    for (let n = 0; n < warm_up; n += 1) await pair(bench, one, random, n % 2 === 0)
  for (let n = 0; n < SAMPLES; n += 1) {
    for (const run of runs) {
      if (n >= least && run.spent > budget_ms) continue
      const took = await pair(run.bench, one, run.random, n % 2 === 0)
      run.endpoint.push(took.endpoint)
      run.hand.push(took.hand)
      run.spent += took.endpoint + took.hand
    }
  }
  return runs.map(({ bench, endpoint, hand }) => ({
    one,
    invoices: bench.invoices,
    endpoint: endpoint.sort((a, b) => a - b),
    hand: hand.sort((a, b) => a - b),
  }))
}

/**
 * Every case at every size.
 * @param budget_ms for one case at one size; slow cases are measured less often
 */
export async function measureCosts(benches: readonly Bench[], budget_ms: number): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const one of CASES) costs.push(...(await measure(one, benches, budget_ms)))
  return costs
}

const ms = (sorted: readonly number[], share: number) => percentile(sorted, share).toFixed(2)

/** One size's table. */
export function costTable(costs: readonly Cost[], invoices: number): string[] {
  const rows = costs
    .filter((cost) => cost.invoices === invoices)
    .map(({ one, endpoint, hand }) => {
      const ratio = (percentile(endpoint, 0.95) / percentile(hand, 0.95)).toFixed(2)
      const goal = one.p95_goal === undefined ? '' : `≤ ${one.p95_goal}`
      return `| ${one.name} | ${ms(endpoint, 0.5)} | ${ms(endpoint, 0.95)} | ${goal} | ${ms(hand, 0.5)} | ${ms(hand, 0.95)} | ${ratio} |`
    })
  return [
    '| request | p50 ms | p95 ms | p95 goal at 1 M | by hand p50 | by hand p95 | p95 against by hand (P2: ≤ 3) |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ]
}

/** Medians from size to size. Empty when there is one size only. */
export function growthTable(costs: readonly Cost[], sizes: readonly number[]): string[] {
  if (sizes.length < 2) return []
  const rows = CASES.map((one) => {
    const medians = sizes.map((invoices) => {
      const cost = costs.find((c) => c.one === one && c.invoices === invoices)
      return percentile(cost?.endpoint ?? [], 0.5)
    })
    const growth = ((medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)).toFixed(2)
    const goal = one.growth_goal === undefined ? '' : `≤ ${one.growth_goal}`
    return `| ${one.name} | ${medians.map((median) => median.toFixed(2)).join(' | ')} | ${growth} | ${goal} |`
  })
  const titles = sizes.map((invoices) => invoices.toLocaleString('en-GB'))
  return [
    `| request, p50 ms at | ${titles.join(' | ')} | last against first | goal (P8) |`,
    `| --- | ${sizes.map(() => '---:').join(' | ')} | ---: | ---: |`,
    ...rows,
  ]
}
