/**
 * Quality P1: the data endpoint against hand-written SQL behind a bare Fastify handler, on the same database, in turns.
 * `npm run bench -- data [--rows 1000000] [--seconds 4] [--rounds 5] [--clients 8]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepareDatabase } from '#server/command-prepare.ts'
import { openPool } from '#server/database.ts'
import { startEmbeddedDatabase } from '#server/embedded-database.ts'
import { keepResults, machine } from '../results.ts'
import { LIST_QUERY, type ListCase, variablesOf } from './list.ts'
import {
  type Asked,
  caseOf,
  load,
  type Measured,
  openSocket,
  percentile,
  randomFrom,
  roundTrip,
} from './load.ts'
import type { ServerFacts, ServerSettings } from './server.ts'
import { AGENCIES, fillWorld } from './world.ts'

const KINDS = ['hand', 'endpoint'] as const
type Kind = (typeof KINDS)[number]
const NAMES: Readonly<Record<Kind, string>> = {
  hand: 'hand-written SQL, bare Fastify',
  endpoint: 'data endpoint',
}
/** Milliseconds of one tick of /proc times. */
const TICK_MS = 10

interface Running {
  readonly kind: Kind
  readonly child: ChildProcess
  readonly port: number
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

const once = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A server ended with ${code}.`))
    child.once('exit', onExit)
    child.once('message', (told) => {
      child.off('exit', onExit)
      resolve(told as T) // What server.ts sends.
    })
  })

async function startServer(settings: ServerSettings): Promise<Running> {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url))
  const child = fork(file, { env: { ...process.env, BENCH_SERVER: JSON.stringify(settings) } })
  const { port } = await once<{ port: number }>(child)
  return { kind: settings.kind, child, port }
}

async function factsOf({ child }: Running): Promise<ServerFacts> {
  const told = once<ServerFacts>(child)
  child.send('facts')
  return told
}

/** Processor time of PostgreSQL's processes, from the kernel. */
function postgresMs(backends: readonly number[]): number {
  const ticks = backends.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}

const askedOf = (one: ListCase): Asked => ({
  agency: one.agency,
  body: JSON.stringify({ query: LIST_QUERY, variables: variablesOf(one) }),
})

/** Both servers must answer the same, or nothing is compared. */
async function requireEqualAnswers(servers: readonly Running[]): Promise<void> {
  const sockets = await Promise.all(servers.map(({ port }) => openSocket(port)))
  const random = randomFrom(7)
  for (let n = 0; n < 50; n += 1) {
    const asked = askedOf(caseOf(random, AGENCIES))
    const bodies = await Promise.all(sockets.map((socket) => roundTrip(socket, asked)))
    const [hand, endpoint] = bodies.map((body) => JSON.parse(body) as { data: Record<string, unknown> }) // Checked in load.ts.
    const counts = (part: unknown) => (part as { aggregate: { count: number } }).aggregate.count // The query's own shape.
    const same = {
      ...endpoint?.data,
      total: counts(endpoint?.data.total),
      count: counts(endpoint?.data.count),
    }
    if (JSON.stringify(same) !== JSON.stringify(hand?.data))
      throw new Error(`The servers answer differently: ${bodies.join('\n')}`)
  }
  for (const socket of sockets) socket.destroy()
}

async function round(
  server: Running,
  seed: number,
  clients: number,
  seconds: number,
  totals: Totals,
): Promise<void> {
  const random = randomFrom(seed)
  const before = await factsOf(server)
  const postgres_before = postgresMs(before.backends)
  const measured: Measured = await load(server.port, clients, seconds, () =>
    askedOf(caseOf(random, AGENCIES)),
  )
  const after = await factsOf(server)
  totals.postgres_ms += postgresMs(before.backends) - postgres_before
  totals.node_ms += after.cpu_ms - before.cpu_ms
  totals.requests += measured.requests
  totals.seconds += measured.seconds
  totals.rates.push(measured.requests / measured.seconds)
  for (const latency of measured.latencies) totals.latencies.push(latency)
}

const emptyTotals = (): Totals => ({
  latencies: [],
  rates: [],
  requests: 0,
  seconds: 0,
  node_ms: 0,
  postgres_ms: 0,
})

interface Line {
  readonly per_second: number
  readonly p50: number
  readonly p95: number
  readonly node: number
  readonly postgres: number
}

function lineOf(totals: Totals): Line {
  const sorted = [...totals.latencies].sort((a, b) => a - b)
  return {
    per_second: totals.requests / totals.seconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    node: totals.node_ms / totals.requests,
    postgres: totals.postgres_ms / totals.requests,
  }
}

const row = (name: string, line: Line, facts: ServerFacts): string => {
  const share = (100 * facts.generic_plans) / (facts.generic_plans + facts.custom_plans)
  const numbers = [
    line.per_second.toFixed(0),
    line.p50.toFixed(2),
    line.p95.toFixed(2),
    line.node.toFixed(3),
    line.postgres.toFixed(3),
  ]
  return `| ${name} | ${numbers.join(' | ')} | ${share.toFixed(1)} % |`
}

function median(numbers: readonly number[]): number {
  return percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )
}

function report(
  size: string,
  totals: Readonly<Record<Kind, Totals>>,
  facts: Readonly<Record<Kind, ServerFacts>>,
): string {
  const [hand, own] = [lineOf(totals.hand), lineOf(totals.endpoint)]
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const rates = totals.endpoint.rates.map((rate, n) => rate / (totals.hand.rates[n] ?? Number.NaN))
  return [
    `${size}. ${machine()}.`,
    'First page of ten invoices of an agency by status, newest first, with client and currency, the count of the filter and the total',
    '(both capped at 10,000). The hand-written statement is in `bench/data/list.ts`; both servers answered the same to 50 requests first.',
    '',
    '| server | requests/s | p50 ms | p95 ms | node CPU ms/request | PostgreSQL CPU ms/request | generic plans |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    row(NAMES.hand, hand, facts.hand),
    row(NAMES.endpoint, own, facts.endpoint),
    '',
    `Endpoint against hand-written: throughput ${median(rates).toFixed(2)} (median of rounds; goal ≥ 0.90), CPU a request ${ratio(own.node + own.postgres, hand.node + hand.postgres)} (goal ≤ 1.15), p95 ${ratio(own.p95, hand.p95)} (goal ≤ 1.25).`,
  ].join('\n')
}

async function compare(
  settings: Omit<ServerSettings, 'kind'>,
  options: { rounds: number; seconds: number; clients: number },
  size: string,
): Promise<string> {
  const servers = await Promise.all(KINDS.map((kind) => startServer({ ...settings, kind })))
  try {
    await requireEqualAnswers(servers)
    for (const server of servers) await round(server, 1, options.clients, 2, emptyTotals())
    const totals: Record<Kind, Totals> = { hand: emptyTotals(), endpoint: emptyTotals() }
    for (let n = 0; n < options.rounds; n += 1) {
      // Who goes first changes, so that a machine that tires is no one's disadvantage.
      const order = n % 2 === 0 ? servers : [...servers].reverse()
      for (const server of order)
        await round(server, 100 + n, options.clients, options.seconds, totals[server.kind])
    }
    const facts = await Promise.all(servers.map(factsOf))
    return report(
      size,
      totals,
      Object.fromEntries(servers.map(({ kind }, n) => [kind, facts[n]])) as Record<Kind, ServerFacts>,
    ) // One for each kind.
  } finally {
    for (const { child } of servers) child.disconnect()
  }
}

/** Prints the comparison and keeps it in bench/results.md. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      clients: { type: 'string', default: '8' },
    },
  })
  const rows = Number(values.rows)
  const home = mkdtempSync(join(tmpdir(), 'stint-bench-'))
  const embedded = await startEmbeddedDatabase({
    home,
    tuning: { fsync: 'off', shared_buffers: '512MB', max_connections: '100' },
  })
  const owner = openPool({ url: embedded.url, max: 2, name: 'stint bench', onIdleError: () => undefined })
  try {
    const role_secret = decodeURIComponent(new URL(embedded.url).password)
    await prepareDatabase({ owner, rolePrefix: 'stint', roleSecret: role_secret })
    console.log(`Filling ${rows.toLocaleString('en-GB')} invoices …`)
    await fillWorld(owner, rows)
    const clients = Number(values.clients)
    const size = `${rows.toLocaleString('en-GB')} invoices, ${clients} clients, ${values.rounds} rounds of ${values.seconds} s each, in turns`
    const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), clients }
    const text = await compare(
      { url: embedded.url, role_prefix: 'stint', role_secret, connections: clients },
      options,
      size,
    )
    console.log(`\n${text}`)
    keepResults(`data, ${rows.toLocaleString('en-GB')} invoices`, text)
  } finally {
    await owner.end()
    await embedded.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
