/**
 * Live queries: 200 subscribers on two nodes of the real server. Commit to client for single changes against the window
 * plus 15 ms, a bulk change of 5,000 rows that must reach all, how soon who signs out is cut off, and the processor time
 * that running queries again takes; each query by itself, and those of one plan in one statement.
 * `npm run bench -- live [--invoices 200000] [--commits 300] [--bulks 5] [--bulk-rows 5000] [--rate 10] [--agencies 50] [--idle 20]`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { SWEEP_MS, WINDOW_MS } from '#data/live/live.server.ts'
import { openDatabases, thousands } from '../data/databases.ts'
import { percentile, randomFrom } from '../data/load.ts'
import { processMs } from '../data/servers.ts'
import { AGENCIES, agencyId } from '../data/world.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { Arrivals } from './arrivals.ts'
import { clusterMs, postmasterOf, type ServerNode, startNode, stopNode } from './nodes.ts'
import { makePeople, signIn, signOut } from './people.ts'
import { LISTS_OF_AGENCY, markOf, type Subscriber, subscribe } from './subscribers.ts'

const NODES = 2
const GOAL_MS = WINDOW_MS + 15
/** Both on the same database, one after the other. */
const MODES = [
  { name: 'each by itself', settings: { LIVE_BATCH: '1' } },
  { name: 'one statement a plan', settings: {} },
] as const
type Mode = (typeof MODES)[number]
const SIGN_OUTS = 10

interface Size {
  readonly commits: number
  readonly bulks: number
  readonly bulk_rows: number
  readonly rate: number
  /** Agencies whose people watch and whose invoices change. */
  readonly agencies: number
  /** In the default, one sweep falls into it, in which everything is run again. */
  readonly idle_ms: number
}

interface Yard {
  readonly nodes: readonly ServerNode[]
  readonly subscribers: readonly Subscriber[]
  readonly arrivals: Arrivals
  /** Makes the changes; its own processor time is not counted. */
  readonly writer: pg.PoolClient
  readonly writerPid: number
  /** Answers after the first ones, of all subscribers. */
  readonly answers: () => number
}

interface Spent {
  readonly node_ms: number
  readonly postgres_ms: number
  readonly answers: number
  readonly seconds: number
}

interface Measured {
  /** Milliseconds from commit to client, sorted. */
  readonly took: readonly number[]
  readonly lost: number
  readonly spent: Spent
}

let marks = 0

async function signInAll(server: string, agencies: number): Promise<string[]> {
  const cookies: string[] = []
  for (let agency = 1; agency <= agencies; agency += 1) cookies.push(await signIn(server, agency))
  return cookies
}

async function openYard(nodes: readonly ServerNode[], owner: pg.Pool, agencies: number): Promise<Yard> {
  const arrivals = new Arrivals()
  let answers = 0
  const cookies = await signInAll(nodes[0]?.url ?? '', agencies)
  const subscribers = await Promise.all(
    cookies.flatMap((cookie, at) =>
      Array.from({ length: LISTS_OF_AGENCY }, (_, list) =>
        subscribe({
          server: nodes[(at + list) % nodes.length]?.url ?? '',
          cookie,
          agency: at + 1,
          list,
          onMark: (subscriber, mark, when) => arrivals.note(subscriber, mark, when),
          onAnswer: () => {
            answers += 1
          },
        }),
      ),
    ),
  )
  const writer = await owner.connect()
  const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { nodes, subscribers, arrivals, writer, writerPid: rows[0]?.pid ?? 0, answers: () => answers }
}

async function spending<T>(yard: Yard, work: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
  const pids = yard.nodes.map(({ child }) => child.pid ?? 0)
  const postmaster = postmasterOf(yard.writerPid)
  const look = () => ({
    node_ms: processMs(pids),
    postgres_ms: clusterMs(postmaster, [yard.writerPid]),
    answers: yard.answers(),
    at: performance.now(),
  })
  const before = look()
  const result = await work()
  const after = look()
  return {
    result,
    spent: {
      node_ms: after.node_ms - before.node_ms,
      postgres_ms: after.postgres_ms - before.postgres_ms,
      answers: after.answers - before.answers,
      seconds: (after.at - before.at) / 1000,
    },
  }
}

/**
 * Changes some invoices in one transaction. The clock runs from the moment the commit is sent.
 * @returns once it is committed: when it has arrived is told later
 */
async function change(
  yard: Yard,
  ids: readonly string[],
  subscribers: readonly Subscriber[],
): Promise<{ readonly arrived: Promise<readonly number[]> }> {
  marks += 1
  const mark = markOf(marks)
  await yard.writer.query('begin')
  await yard.writer.query(
    'update transaction.invoice set po_number = $1, updated_at = clock_timestamp() where id = any($2)',
    [mark, ids],
  )
  const arrived = yard.arrivals.expect(mark, performance.now(), subscribers)
  await yard.writer.query('commit')
  return { arrived }
}

/** The newest open invoices of every agency, so many of each. */
async function openInvoices(
  owner: pg.Pool,
  agencies: number,
  ofEach: number,
): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ agency_id: string; ids: string[] }>(
    `select a.id as agency_id, array(select i.id from transaction.invoice i
       where i.agency_id = a.id and i.status = 'open' and i.deleted_at is null order by i.updated_at desc limit $2) as ids
     from business.business a where a.id = any($1)`,
    [Array.from({ length: agencies }, (_, at) => agencyId(at + 1)), ofEach],
  )
  return new Map(rows.map((row) => [row.agency_id, row.ids]))
}

const sortedOf = (lists: readonly (readonly number[])[]) => lists.flat().sort((a, b) => a - b)

/** One invoice a commit, agencies at random; nobody waits for the last one to arrive. */
async function single(
  yard: Yard,
  ids: Map<string, string[]>,
  commits: number,
  { rate, agencies }: Size,
): Promise<Measured> {
  const random = randomFrom(3)
  const { result, spent } = await spending(yard, async () => {
    const arriving: Promise<readonly number[]>[] = []
    for (let n = 0; n < commits; n += 1) {
      const agency = 1 + Math.floor(random() * agencies)
      const own = ids.get(agencyId(agency)) ?? []
      const id = own[n % own.length] ?? ''
      const meant = yard.subscribers.filter((subscriber) => subscriber.agency === agency)
      const { arrived } = await change(yard, [id], meant)
      arriving.push(arrived)
      await pause((random() * 2000) / rate)
    }
    return Promise.all(arriving)
  })
  const took = sortedOf(result)
  return { took, lost: commits * LISTS_OF_AGENCY - took.length, spent }
}

async function bulk(
  yard: Yard,
  ids: readonly string[],
  times: number,
): Promise<Measured & { last: number[] }> {
  const { result, spent } = await spending(yard, async () => {
    const all: (readonly number[])[] = []
    for (let n = 0; n < times; n += 1) all.push(await (await change(yard, ids, yard.subscribers)).arrived)
    return all
  })
  const took = sortedOf(result)
  const lost = times * yard.subscribers.length - took.length
  return { took, lost, spent, last: result.map((list) => list.at(-1) ?? Number.NaN) }
}

/** Answers and processor time of some changes; what runs without a change (sweeps) is in it. */
function cpu({ answers, node_ms, postgres_ms }: Spent, changes: number): string {
  const parts = [
    answers / changes,
    node_ms / answers,
    postgres_ms / answers,
    (node_ms + postgres_ms) / changes,
  ]
  return parts.map((part, at) => part.toFixed(at === 0 ? 0 : 2)).join(' | ')
}

/** Milliseconds from the answer of a sign-out on one node until a connection to the other is closed. */
async function cutOffs({ nodes }: Yard, agencies: number): Promise<number[]> {
  const [one = '', other = ''] = nodes.map(({ url }) => url)
  const took: number[] = []
  for (let n = 0; n < Math.min(SIGN_OUTS, agencies); n += 1) {
    const agency = 1 + (n % agencies)
    const cookie = await signIn(one, agency)
    const ignore = () => undefined
    const parts = { server: other, cookie, agency, list: 0, onMark: ignore, onAnswer: ignore }
    const { ended } = await subscribe(parts)
    const from = performance.now()
    await signOut(one, cookie)
    const { at, code } = await ended
    if (code !== 4403) throw new Error(`Who signed out was cut off with ${code}.`)
    took.push(at - from)
  }
  return took.sort((a, b) => a - b)
}

interface Report {
  readonly mode: Mode
  readonly idle: Spent
  readonly one: Measured
  readonly many: Measured & { readonly last: readonly number[] }
  readonly cut: readonly number[]
}

const row = (name: string, { took, lost, spent }: Measured, changes: number) =>
  `| ${name} | ${percentile(took, 0.5).toFixed(1)} | ${percentile(took, 0.95).toFixed(1)} | ${(took.at(-1) ?? Number.NaN).toFixed(1)} | ${lost} | ${cpu(spent, changes)} |`

function summary({ mode, idle, one, many, cut }: Report): string {
  const p95 = percentile(one.took, 0.95)
  const last = Math.max(...many.last)
  const idle_share = (100 * (idle.node_ms + idle.postgres_ms)) / idle.seconds / 1000
  return [
    `${mode.name}: commit to client p95 **${p95.toFixed(1)} ms** (goal ≤ ${GOAL_MS}); a bulk change has reached all`,
    `${thousands(many.took.length / many.last.length)} subscribers after ${last.toFixed(0)} ms at most; with nothing changing, they take`,
    `${idle_share.toFixed(1)} % of one core; a sign-out on one node ends the connection on the other after ${(cut.at(-1) ?? Number.NaN).toFixed(0)} ms at most (goal ≤ 1,000).`,
  ].join(' ')
}

function report(title: string, { commits, bulk_rows }: Size, reports: readonly Report[]): string {
  return [
    `${title}. ${machine()}. ${busyness()}`,
    `Each subscriber has a list with its count; the window is ${WINDOW_MS} ms. The clock runs from the moment the commit is sent until the answer`,
    'that shows the change is read by the client. Processor time is that of both nodes and of PostgreSQL without the connection that writes.',
    '',
    '| queries are run | change | p50 ms | p95 ms | slowest ms | lost | answers a change | node CPU ms/answer | PostgreSQL CPU ms/answer | both, ms/change |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...reports.flatMap(({ mode, one, many }) => [
      row(`${mode.name} | one invoice`, one, commits),
      row(`${mode.name} | ${thousands(bulk_rows)} invoices of all agencies`, many, many.last.length),
    ]),
    '',
    ...reports.map((one) => `* ${summary(one)}`),
  ].join('\n')
}

async function measure(yard: Yard, owner: pg.Pool, size: Size) {
  const { agencies, bulk_rows, commits } = size
  const ids = await openInvoices(owner, agencies, bulk_rows / agencies)
  const all = [...ids.values()].flat()
  if (all.length !== bulk_rows)
    throw new Error(`There are only ${all.length} open invoices for a bulk change: ask for more invoices.`)
  await single(yard, ids, Math.min(50, commits), size)
  const { spent: idle } = await spending(yard, () => pause(size.idle_ms))
  const one = await single(yard, ids, commits, size)
  const many = await bulk(yard, all, size.bulks)
  return { idle, one, many }
}

async function measureMode(
  mode: Mode,
  { url, owner }: { readonly url: string; readonly owner: pg.Pool },
  home: string,
  size: Size,
): Promise<Report & { readonly subscribers: number }> {
  const nodes: ServerNode[] = []
  let yard: Yard | null = null
  try {
    // One after the other: each chooses a free port.
    for (let n = 0; n < NODES; n += 1) nodes.push(await startNode(url, home, mode.settings))
    yard = await openYard(nodes, owner, size.agencies)
    const measured = await measure(yard, owner, size)
    return {
      mode,
      ...measured,
      cut: await cutOffs(yard, size.agencies),
      subscribers: yard.subscribers.length,
    }
  } finally {
    for (const subscriber of yard?.subscribers ?? []) subscriber.close()
    yard?.writer.release()
    await Promise.all(nodes.map(stopNode))
  }
}

/** Prints the measurements and keeps them in bench/results.md. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      invoices: { type: 'string', default: '200000' },
      commits: { type: 'string', default: '300' },
      bulks: { type: 'string', default: '5' },
      'bulk-rows': { type: 'string', default: '5000' },
      rate: { type: 'string', default: '10' },
      agencies: { type: 'string', default: String(AGENCIES) },
      idle: { type: 'string', default: String(SWEEP_MS / 1000) },
    },
  })
  const databases = await openDatabases([Number(values.invoices)])
  try {
    const [sized] = databases.sizes
    if (!sized) throw new Error('There is one size.')
    await makePeople(sized.owner)
    const size: Size = {
      commits: Number(values.commits),
      bulks: Number(values.bulks),
      bulk_rows: Number(values['bulk-rows']),
      rate: Number(values.rate),
      agencies: Number(values.agencies),
      idle_ms: 1000 * Number(values.idle),
    }
    const reports = []
    for (const mode of MODES) reports.push(await measureMode(mode, sized, databases.home, size))
    const title = `${thousands(sized.invoices)} invoices, ${reports[0]?.subscribers} subscribers on ${NODES} nodes, ${size.commits} commits at ${size.rate} a second, ${size.bulks} bulk changes`
    const text = report(title, size, reports)
    console.log(`\n${text}`)
    keepResults('live', text)
    const lost = reports.reduce((sum, { one, many }) => sum + one.lost + many.lost, 0)
    if (lost > 0) {
      console.error(`${lost} answers never came.`)
      process.exitCode = 1
    }
  } finally {
    await databases.close()
  }
}
