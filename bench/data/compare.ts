/** Quality P1 and P2: all servers under the same load, in turns, on one database. */
import { machine } from '../results.ts'
import { askedOf, requireEqualAnswers } from './answers.ts'
import { caseOf, load, percentile, randomFrom } from './load.ts'
import { peerVersion } from './peers.ts'
import {
  factsOf,
  type Kind,
  processMs,
  type Running,
  type ServerFacts,
  type SharedSettings,
  startServer,
  stopServer,
} from './servers.ts'
import { AGENCIES } from './world.ts'

export interface LoadOptions {
  readonly rounds: number
  readonly seconds: number
  readonly clients: number
}

interface Totals {
  readonly latencies: number[]
  /** Requests a second, round by round: rounds are compared pair by pair. */
  readonly rates: number[]
  requests: number
  seconds: number
  node_ms: number
  postgres_ms: number
}

const emptyTotals = (): Totals => ({
  latencies: [],
  rates: [],
  requests: 0,
  seconds: 0,
  node_ms: 0,
  postgres_ms: 0,
})

async function round(server: Running, seed: number, options: LoadOptions, totals: Totals): Promise<void> {
  const random = randomFrom(seed)
  const before = await factsOf(server)
  const postgres_before = processMs(before.backends)
  const measured = await load(server.port, options.clients, options.seconds, () =>
    askedOf(server.kind, caseOf(random, AGENCIES)),
  )
  const after = await factsOf(server)
  totals.postgres_ms += processMs(before.backends) - postgres_before
  totals.node_ms += after.cpu_ms - before.cpu_ms
  totals.requests += measured.requests
  totals.seconds += measured.seconds
  totals.rates.push(measured.requests / measured.seconds)
  for (const latency of measured.latencies) totals.latencies.push(latency)
}

interface Line {
  readonly rates: readonly number[]
  readonly per_second: number
  readonly p50: number
  readonly p95: number
  readonly node: number
  readonly postgres: number
  readonly facts: ServerFacts
}

function lineOf(totals: Totals, facts: ServerFacts): Line {
  const sorted = [...totals.latencies].sort((a, b) => a - b)
  return {
    rates: totals.rates,
    per_second: totals.requests / totals.seconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    node: totals.node_ms / totals.requests,
    postgres: totals.postgres_ms / totals.requests,
    facts,
  }
}

const NAMES: Readonly<Record<Kind, () => string>> = {
  hand: () => 'hand-written SQL, bare Fastify',
  endpoint: () => 'data endpoint',
  peer_plain: () => `PostGraphile ${peerVersion()}, filtered by arguments`,
  peer_settings: () => `PostGraphile ${peerVersion()}, role and claim, row security`,
}

function row(kind: Kind, line: Line): string {
  const { generic_plans, custom_plans } = line.facts
  const numbers = [
    line.per_second.toFixed(0),
    line.p50.toFixed(2),
    line.p95.toFixed(2),
    line.node.toFixed(3),
    line.postgres.toFixed(3),
  ]
  const share = ((100 * generic_plans) / (generic_plans + custom_plans)).toFixed(1)
  return `| ${NAMES[kind]()} | ${numbers.join(' | ')} | ${share} % |`
}

function median(numbers: readonly number[]): number {
  return percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )
}

/** Throughput of one against another: the median of what the rounds say. */
const throughput = (one: Line, other: Line) =>
  median(one.rates.map((rate, n) => rate / (other.rates[n] ?? Number.NaN))).toFixed(2)

const GOALS = { peer_plain: '≥ 2.5', peer_settings: '≥ 4' } as const

function report(size: string, lines: ReadonlyMap<Kind, Line>, why_no_peers: string | null): string {
  const [hand, own] = [lines.get('hand'), lines.get('endpoint')]
  if (!hand || !own) throw new Error('Ours are always measured.')
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const peers = (['peer_plain', 'peer_settings'] as const).flatMap((kind) => {
    const line = lines.get(kind)
    return line
      ? [`Endpoint against ${NAMES[kind]()}: throughput ${throughput(own, line)} (goal ${GOALS[kind]}).`]
      : []
  })
  return [
    `${size}. ${machine()}.`,
    'First page of ten invoices of an agency by status, newest first, with client and currency, the count of the filter and the total',
    '(both capped at 10,000). The hand-written statement is in `bench/data/list.ts`; all servers answered the same to 50 requests first.',
    '',
    '| server | requests/s | p50 ms | p95 ms | node CPU ms/request | PostgreSQL CPU ms/request | generic plans |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...[...lines].map(([kind, line]) => row(kind, line)),
    '',
    `Endpoint against hand-written: throughput ${throughput(own, hand)} (median of rounds; goal ≥ 0.90), CPU a request ${ratio(own.node + own.postgres, hand.node + hand.postgres)} (goal ≤ 1.15), p95 ${ratio(own.p95, hand.p95)} (goal ≤ 1.25).`,
    ...peers,
    ...(why_no_peers ? [`PostGraphile was not compared: ${why_no_peers}.`] : []),
  ].join('\n')
}

/**
 * Loads each kind of server in turns.
 * @returns the report, in Markdown
 */
export async function compare(
  kinds: readonly Kind[],
  settings: SharedSettings,
  options: LoadOptions,
  size: string,
  why_no_peers: string | null,
): Promise<string> {
  const servers: Running[] = []
  try {
    // One after the other: a peer that cannot start must not leave others behind.
    for (const kind of kinds) servers.push(await startServer(kind, settings))
    await requireEqualAnswers(servers)
    const warmUp = { ...options, seconds: Math.min(2, options.seconds) }
    for (const server of servers) await round(server, 1, warmUp, emptyTotals())
    const totals = new Map<Kind, Totals>(kinds.map((kind) => [kind, emptyTotals()]))
    for (let n = 0; n < options.rounds; n += 1) {
      // Who goes first changes, so that a machine that tires is no one's disadvantage.
      const order = n % 2 === 0 ? servers : [...servers].reverse()
      for (const server of order)
        await round(server, 100 + n, options, totals.get(server.kind) ?? emptyTotals())
    }
    const lines = new Map<Kind, Line>()
    for (const server of servers)
      lines.set(server.kind, lineOf(totals.get(server.kind) ?? emptyTotals(), await factsOf(server)))
    return report(size, lines, why_no_peers)
  } finally {
    await Promise.all(servers.map(stopServer))
  }
}

/** Ours, and PostGraphile unless there is a reason against it. */
export const kindsOf = (why_no_peers: string | null): Kind[] => {
  const ours: Kind[] = ['hand', 'endpoint']
  return why_no_peers === null ? [...ours, 'peer_plain', 'peer_settings'] : ours
}
