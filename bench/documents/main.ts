/**
 * Documents over HTTP: the first download, which prints, beside the second, which sends what is kept; and the calls of a
 * neighbour alone, beside a burst of documents that are printed each time, and beside a burst of kept ones.
 * `npm run bench -- documents [--rounds 5] [--turns 3] [--seconds 10] [--part 1]`: `--part` shrinks the bursts.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assert, present } from '#kernel/assert.ts'
import type { Database } from '#server/database.ts'
import { percentile } from '../data/load.ts'
import { type Attack, aggressors, downloads, type Ground } from '../fairness/aggressors.ts'
import { headersOf, openPerson } from '../fairness/client.ts'
import { type Seen, work } from '../fairness/neighbour.ts'
import { onServedGround } from '../fairness/served-ground.ts'
import { makeFairWorld, SESSION_SECRET } from '../fairness/world.ts'
import { startNode, stopNode } from '../live/nodes.ts'
import { busyness, keepResults, machine } from '../results.ts'

const compared = ['session', 'list', 'save', 'document'] as const

const quantile = (times: readonly number[], of: number) =>
  percentile(
    [...times].sort((a, b) => a - b),
    of,
  )
const ms = (n: number) => (Number.isFinite(n) ? n.toFixed(1) : '')

type Times = { readonly first: number[]; readonly second: number[] }

/** Each document of an agency once, and then again: what the compiler remembers of a document is not its first print. */
async function twice({ servers, owner, world }: Ground, rounds: number): Promise<Times> {
  const { agency_id, admin_cookie } = world.neighbour
  const { rows } = await owner.query<{ id: string }>(
    'select id from transaction.invoice where agency_id = $1 order by id',
    [agency_id],
  )
  const person = openPerson(present(servers[0], 'a server'), headersOf(admin_cookie))
  const times: Times = { first: [], second: [] }
  const get = async (id: string) => {
    const { status, text, took_ms } = await person.get(`/api/pdf/invoice/${id}`)
    assert(status === 200, `the document came: ${status} ${text.slice(0, 100)}`)
    return took_ms
  }
  try {
    const [starter, ...documents] = rows.map(({ id }) => id)
    // It starts the compiling process.
    await get(present(starter, 'a document'))
    for (const id of documents) times.first.push(await get(id))
    for (let round = 0; round < rounds; round += 1)
      for (const id of documents) times.second.push(await get(id))
  } finally {
    person.close()
  }
  return times
}

/** The neighbour's answers of one turn. */
async function turn(ground: Ground, seconds: number, attack: Attack | null): Promise<Seen[]> {
  const stop = new AbortController()
  const seen: Seen[] = []
  const attacking = attack?.(ground, stop.signal, () => undefined)
  const working = work({
    world: ground.world,
    server: present(ground.servers[0], 'a server'),
    signal: stop.signal,
    signs_in: false,
    note: (one) => seen.push(one),
  })
  await pause(seconds * 1000)
  stop.abort()
  await Promise.all([attacking, working])
  return seen
}

const bursts = { alone: null, printing: aggressors.F1.run, kept: downloads } as const
type Burst = keyof typeof bursts

async function beside(
  ground: Ground,
  { seconds, turns }: Pick<Options, 'seconds' | 'turns'>,
): Promise<Record<Burst, Seen[]>> {
  const seen: Record<Burst, Seen[]> = { alone: [], printing: [], kept: [] }
  await turn(ground, seconds, null)
  for (let no = 0; no < turns; no += 1)
    for (const burst of Object.keys(bursts) as Burst[]) // Its own keys.
      seen[burst].push(...(await turn(ground, seconds, bursts[burst])))
  return seen
}

function report({ first, second }: Times, seen: Record<Burst, Seen[]>): string {
  const of = (burst: Burst, kind: string) =>
    seen[burst].filter((one) => one.kind === kind && one.status === 200).map(({ took_ms }) => took_ms)
  const refused = (burst: Burst, kind: string) =>
    seen[burst].filter((one) => one.kind === kind && one.status !== 200).length
  const row = (kind: string) => {
    const [alone, printing, kept] = (['alone', 'printing', 'kept'] as const).map((burst) =>
      quantile(of(burst, kind), 0.95),
    )
    const ratio = (to: number | undefined) => ((to ?? Number.NaN) / (alone ?? Number.NaN)).toFixed(2)
    return `| ${kind} | ${ms(alone ?? Number.NaN)} | ${ms(printing ?? Number.NaN)} | ${ms(kept ?? Number.NaN)} | ${ratio(printing)} | ${ratio(kept)} | ${refused('printing', kind)}, ${refused('kept', kind)} |`
  }
  return [
    `${machine()}, shared with other work. ${busyness()} Bursts, neighbour and database run on the same cores as the server.`,
    '',
    '| download | documents | p50 ms | p95 ms |',
    '| --- | ---: | ---: | ---: |',
    ...Object.entries({ first, second }).map(
      ([name, times]) =>
        `| ${name} | ${times.length} | ${ms(quantile(times, 0.5))} | ${ms(quantile(times, 0.95))} |`,
    ),
    '',
    `Second to first: ${(quantile(second, 0.5) / quantile(first, 0.5)).toFixed(2)} at p50, ${(quantile(second, 0.95) / quantile(first, 0.95)).toFixed(2)} at p95.`,
    '',
    '| neighbour | p95 alone ms | beside printing ms | beside kept ms | printing : alone | kept : alone | refused |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...compared.map(row),
  ].join('\n')
}

async function measure(database: Database, url: string, home: string, options: Options): Promise<string> {
  const world = await makeFairWorld(database, { rows: 20, waiting: 0 })
  const settings = { METRICS_ADDRESS: 'off', SESSION_SECRET }
  const node = await startNode(url, home, settings, ['start', '--no-build'])
  try {
    const sizes = { part: options.part, import_rows: 0, approvals: 0, upload_bytes: 0 }
    const ground = { servers: [node.url], owner: database.owner, world, sizes, submitted_ids: [] }
    const times = await twice(ground, options.rounds)
    return report(times, await beside(ground, options))
  } finally {
    await stopNode(node)
  }
}

type Options = {
  readonly rounds: number
  readonly turns: number
  readonly seconds: number
  readonly part: number
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      turns: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      part: { type: 'string', default: '1' },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    turns: Number(values.turns),
    seconds: Number(values.seconds),
    part: Number(values.part),
  }
  await onServedGround('documents', async ({ database, url, home }) => {
    const text = await measure(database, url, home, options)
    console.log(text)
    keepResults('documents', text)
  })
}
