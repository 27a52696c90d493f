/**
 * Quality P11: one business's work beside another's. A neighbour works at a server in turns, alone and beside each
 * aggressor; the ratio of the 95th percentiles is told with its interval.
 * `npm run bench -- fairness [--scenarios F1,F2] [--seconds 20] [--rounds 6] [--rows 200] [--part 1] [--import 50000]
 * [--approvals 5000]`: `--part` shrinks the attack.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assert, present } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { percentile } from '../data/load.ts'
import { type ServerNode, startNode, stopNode } from '../live/nodes.ts'
import { busyness, keepResults, machine } from '../results.ts'
import {
  type Aggressor,
  type AggressorName,
  type AttackSizes,
  aggressors,
  type Ground,
} from './aggressors.ts'
import type { Answered } from './client.ts'
import { added, openDescriptors } from './descriptors.ts'
import { type Kind, kinds, type Seen, work } from './neighbour.ts'
import { bootstrap, type Ratio, type Round } from './ratio.ts'
import { onServedGround } from './served-ground.ts'
import { makeFairWorld, SESSION_SECRET } from './world.ts'

const MARK = 1.1
const HEALTH_MARK_MS = 1_000
/** Requests that the aggressor sent last end within it. */
const RETURN_MS = 60_000
const LOOK_MS = 100

type Scenario = {
  readonly name: AggressorName
  readonly rounds: Readonly<Record<Kind, Round[]>>
  readonly answers: readonly Answered[]
  /** The neighbour's failures. */
  readonly refused: readonly Seen[]
  readonly returned_ms: number
}

type Bench = {
  readonly nodes: readonly ServerNode[]
  readonly database_port: number
  readonly ground: Omit<Ground, 'servers'>
  readonly seconds: number
  readonly rounds: number
}

/** The neighbour's times of one turn. */
async function turn(
  { nodes, ground, seconds }: Bench,
  { run, signs_in = false }: Aggressor,
  isBeside: boolean,
  servers: readonly string[],
  answers: Answered[],
): Promise<Seen[]> {
  const stop = new AbortController()
  const seen: Seen[] = []
  const attack = isBeside
    ? run({ ...ground, servers }, stop.signal, (answer) => answers.push(answer))
    : Promise.resolve()
  const working = work({
    world: ground.world,
    server: present(nodes[0], 'a server').url,
    signal: stop.signal,
    signs_in,
    note: (one) => seen.push(one),
  })
  await pause(seconds * 1000)
  stop.abort()
  await Promise.all([attack, working])
  return seen
}

const descriptorsOf = ({ nodes, database_port }: Bench): string[] =>
  nodes.flatMap(({ child }) => openDescriptors(present(child.pid, 'a process'), database_port))

/** @returns milliseconds until the servers have no more open than before */
async function returned(bench: Bench, before: readonly string[]): Promise<number> {
  const from_ms = performance.now()
  for (;;) {
    const now = descriptorsOf(bench)
    const took_ms = performance.now() - from_ms
    if (now.length <= before.length) return took_ms
    assert(
      took_ms < RETURN_MS,
      `descriptors return to ${before.length}, and are ${now.length}: ${added(before, now).join(', ')}`,
    )
    await pause(LOOK_MS)
  }
}

async function measure(bench: Bench, name: AggressorName): Promise<Scenario> {
  const aggressor: Aggressor = aggressors[name]
  const urls = bench.nodes.map(({ url }) => url)
  const servers = name === 'F10' ? urls : urls.slice(0, 1)
  const rounds: Record<Kind, Round[]> = {
    session: [],
    list: [],
    save: [],
    document: [],
    export: [],
    health: [],
    'sign-in': [],
  }
  const answers: Answered[] = []
  const refused: Seen[] = []
  // Things that a server opens once, like its document process, do not count against the aggressor.
  for (const node of bench.nodes) await turn({ ...bench, nodes: [node] }, aggressor, false, servers, answers)
  await untilIdle(bench)
  const before = descriptorsOf(bench)
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await turn(bench, aggressor, false, servers, answers)
    const beside = await turn(bench, aggressor, true, servers, answers)
    await untilIdle(bench)
    for (const kind of kinds) {
      const of = (seen: readonly Seen[]) =>
        seen.filter((one) => one.kind === kind && one.status === 200).map(({ took_ms }) => took_ms)
      rounds[kind].push({ alone: of(alone), beside: of(beside) })
    }
    refused.push(...[...alone, ...beside].filter(({ status }) => status !== 200))
  }
  return { name, rounds, answers, refused, returned_ms: await returned(bench, before) }
}

/** Work that the aggressor left behind is none of the next turn. */
async function untilIdle({ ground }: Bench): Promise<void> {
  await ground.owner.query(
    `update platform.job set status = 'cancelled' where status = 'queued' and deleted_at is null`,
  )
  for (;;) {
    const { rowCount } = await ground.owner.query(
      `select from platform.job where status in ('queued', 'running') and deleted_at is null`,
    )
    if (rowCount === 0) return
    await pause(LOOK_MS)
  }
}

/** Faults of any size, without a clock. */
function judge({ name, answers, refused }: Scenario): void {
  // Health may also speak of the machine.
  const failed = refused.filter(({ kind, status }) => kind !== 'health' && (status === 0 || status >= 500))
  assert(
    failed.length === 0,
    `${name}: the neighbour's ${failed[0]?.kind} failed with ${failed[0]?.status}: ${failed[0]?.text}`,
  )
  const told = answers.filter(({ status }) => status === 429)
  const { is_refused = false }: Aggressor = aggressors[name]
  assert(told.length > 0 || !is_refused, `${name}: the aggressor is refused with 429`)
  assert(
    told.every(({ retry_after }) => Number(retry_after) >= 1),
    `${name}: each 429 has Retry-After`,
  )
}

const p95 = (times: readonly number[]) =>
  percentile(
    [...times].sort((a, b) => a - b),
    0.95,
  )
const whole = (n: number) => (Number.isFinite(n) ? n.toFixed(0) : '')

/** `open`: above the goal, and the interval is not. */
function verdictOf(kind: Kind, { ratio, low }: Pick<Ratio, 'ratio' | 'low'>, beside_ms: number): string {
  if (kind === 'health' || kind === 'sign-in') return beside_ms <= HEALTH_MARK_MS ? 'yes' : 'no'
  if (kind === 'document' || kind === 'export') return ''
  return ratio <= MARK ? 'yes' : low > MARK ? 'no' : 'open'
}

function row({ name, rounds, refused }: Scenario, kind: Kind): string {
  const alone = rounds[kind].flatMap((round) => round.alone)
  const beside = rounds[kind].flatMap((round) => round.beside)
  if (beside.length === 0 && kind === 'sign-in') return ''
  const { ratio, low, high } = bootstrap(rounds[kind])
  const own = refused.filter((one) => one.kind === kind)
  const verdict = verdictOf(kind, { ratio, low }, p95(beside))
  const said =
    own.length === 0 ? '0' : `${own.length} (${[...new Set(own.map(({ status }) => status))].join(', ')})`
  return `| ${name} | ${kind} | ${alone.length} + ${beside.length} | ${whole(p95(alone))} | ${whole(p95(beside))} | ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}) | ${said} | ${verdict} |`
}

function answered({ answers, name, returned_ms }: Scenario): string {
  const counts = [...Map.groupBy(answers, ({ status }) => status)]
    .sort(([a], [b]) => a - b)
    .map(([status, list]) => `${list.length} × ${status === 0 ? 'cut off' : status}`)
  return `* ${name}, ${aggressors[name].says}: ${counts.join(', ') || 'no answers'}; descriptors back after ${(returned_ms / 1000).toFixed(1)} s`
}

function report(scenarios: readonly Scenario[], size: string): string {
  return [
    `${size}. ${machine()}, shared with other work. ${busyness()} Aggressors, neighbour and database run on the same cores as the server, so ratios hold their load, too.`,
    '',
    `Goals: session, list and save at most ${MARK} of alone (open: the ratio is above it, and not the whole interval); health and sign-in at most 1 s.`,
    '',
    '| aggressor | neighbour | answers | p95 alone ms | p95 beside ms | ratio (95 % of resamples) | refused | goal |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...scenarios.flatMap((scenario) =>
      kinds.map((kind) => row(scenario, kind)).filter((text) => text !== ''),
    ),
    '',
    'What the aggressors were answered:',
    '',
    ...scenarios.map(answered),
  ].join('\n')
}

const settings = {
  CONNECTIONS_PER_ADDRESS: '100',
  REQUESTS_PER_SECOND: '50',
  CHANGES_PER_DAY: '900000',
  EXPORTS_PER_DAY: '900000',
  READ_MB_PER_DAY: '900000',
  METRICS_ADDRESS: 'off',
  SESSION_SECRET,
}

type Options = {
  readonly names: readonly AggressorName[]
  readonly seconds: number
  readonly rounds: number
  readonly rows: number
  readonly sizes: AttackSizes
}

async function runAll(database: Database, url: string, home: string, options: Options): Promise<Scenario[]> {
  const { names, seconds, rounds, rows, sizes } = options
  const uses_bulk = names.includes('F5')
  const world = await makeFairWorld(database, { rows, waiting: uses_bulk ? sizes.approvals * rounds : 0 })
  const nodes: ServerNode[] = []
  try {
    for (let n = 0; n < (names.includes('F10') ? 2 : 1); n += 1)
      nodes.push(await startNode(url, home, settings, ['start', '--no-build']))
    const bench: Bench = {
      nodes,
      database_port: Number(new URL(url).port),
      ground: { owner: database.owner, world, sizes, submitted_ids: [...world.submitted_ids] },
      seconds,
      rounds,
    }
    const scenarios: Scenario[] = []
    for (const name of names) {
      const scenario = await measure(bench, name)
      console.log(answered(scenario))
      for (const kind of kinds) console.log(row(scenario, kind))
      for (const { kind, status, text } of scenario.refused.slice(0, 3))
        console.log(`  ${kind}: ${status} ${text}`)
      scenarios.push(scenario)
    }
    return scenarios
  } finally {
    for (const node of nodes) await stopNode(node)
  }
}

/** Prints the ratios and keeps them in bench/results.md. @throws where a neighbour is failed or an aggressor is not told */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenarios: { type: 'string', default: Object.keys(aggressors).join(',') },
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '6' },
      rows: { type: 'string', default: '200' },
      part: { type: 'string', default: '1' },
      import: { type: 'string', default: '50000' },
      approvals: { type: 'string', default: '800' },
    },
  })
  const asked = values.scenarios.split(',')
  const names = (Object.keys(aggressors) as AggressorName[]).filter((name) => asked.includes(name)) // Its own keys.
  assert(names.length === asked.length, `the scenarios are ${Object.keys(aggressors).join(', ')}`)
  const part = Number(values.part)
  const options: Options = {
    names,
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    rows: Number(values.rows),
    sizes: {
      part,
      import_rows: Number(values.import),
      approvals: Number(values.approvals),
      upload_bytes: Math.ceil(20_000_000 * part),
    },
  }
  await onServedGround('fairness', async ({ database, url, home }) => {
    const scenarios = await runAll(database, url, home, options)
    const text = report(
      scenarios,
      `${options.rounds} rounds of ${options.seconds} s alone and beside, attacks at ${Math.round(part * 100)} % of their size`,
    )
    console.log(`\n${text}`)
    keepResults(`P11 fairness, ${options.rounds} × ${options.seconds} s`, text)
    for (const scenario of scenarios) judge(scenario)
  })
}
