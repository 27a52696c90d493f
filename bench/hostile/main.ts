/**
 * Hostile requests against the real server while somebody else works on it: how soon they are refused, and what the other
 * one notices. Their answers are timed in turns, alone, beside a second person who works alike, and beside one who
 * sends what the fuzz generator makes: wrong, torn, endless and oversized documents.
 * `npm run bench -- hostile [--invoices 20000] [--documents 5000] [--rate 25] [--seed 1]`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { GraphQLSchema } from 'graphql'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { makeSchema } from '#data/schema/schema.server.ts'
import { randomFrom } from '../../test/data/fuzz/documents.ts'
import { type Shot, shot } from '../../test/data/fuzz/hostile.ts'
import { openDatabases, thousands } from '../data/databases.ts'
import { percentile } from '../data/load.ts'
import { startNode, stopNode } from '../live/nodes.ts'
import { makePeople, signIn } from '../live/people.ts'
import { busyness, keepResults, machine } from '../results.ts'
import { type Cost, costsInside } from './inside.ts'
import { type Client, openClient, ordinary } from './requests.ts'

const GOAL_MS = 20
const GOAL_RATIO = 1.1
/** How many turns each neighbour has: short ones, since the machine is at other things, too. */
const ROUNDS = 20
const NEIGHBOURS = ['nobody', 'an ordinary client', 'the hostile client'] as const
type Neighbour = (typeof NEIGHBOURS)[number]

interface Seen {
  readonly kind: string
  readonly verdict: 'served' | 'refused' | 'broken off'
  readonly took_ms: number
}

const isRefusal = ({ status, text }: { status: number; text: string }): boolean =>
  status !== 200 || text.startsWith('{"errors"')

async function strike(client: Client, one: Shot): Promise<Seen> {
  const answer = await client.send(one)
  if (!answer) return { kind: one.kind, verdict: 'broken off', took_ms: Number.NaN }
  if (answer.status >= 500)
    throw new Error(`${one.kind}: the server failed with ${answer.text.slice(0, 300)}`)
  return { kind: one.kind, verdict: isRefusal(answer) ? 'refused' : 'served', took_ms: answer.took_ms }
}

/** Asks as a person does who goes from page to page, one after the other, until told to stop. */
async function work(client: Client, took: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await client.send(ordinary)
    if (!answer || isRefusal(answer)) throw new Error(`The ordinary client was answered ${answer?.text}`)
    took.push(answer.took_ms)
    await pause(2)
  }
}

/** Sends one after the other, at this rate as long as the answers come soon enough. */
async function paced(count: number, rate: number, send: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    await send(n)
    await pause(Math.max(0, from + 1000 / rate - performance.now()))
  }
}

interface Parties {
  readonly worker: Client
  readonly second: Client
  readonly hostile: Client
}

interface Found {
  readonly seen: readonly Seen[]
  /** The worker's milliseconds beside each neighbour, sorted. */
  readonly took: Readonly<Record<Neighbour, readonly number[]>>
}

async function measure(parties: Parties, shots: readonly Shot[], rate: number): Promise<Found> {
  const { worker, second, hostile } = parties
  const seen: Seen[] = []
  const took: Record<Neighbour, number[]> = { nobody: [], 'an ordinary client': [], 'the hostile client': [] }
  const perRound = Math.ceil(shots.length / ROUNDS)
  const beside: Readonly<Record<Neighbour, (round: number) => Promise<void>>> = {
    nobody: () => pause((perRound * 1000) / rate).then(() => undefined),
    'an ordinary client': () => paced(perRound, rate, () => second.send(ordinary)),
    'the hostile client': (round) => {
      const mine = shots.slice(round * perRound, (round + 1) * perRound)
      return paced(mine.length, rate, async (n) => {
        const one = mine[n]
        if (one) seen.push(await strike(hostile, one))
      })
    },
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const neighbour of NEIGHBOURS) {
      const stop = new AbortController()
      const working = work(worker, took[neighbour], stop.signal)
      await beside[neighbour](round)
      stop.abort()
      await working
    }
  }
  for (const list of Object.values(took)) list.sort((a, b) => a - b)
  return { seen, took }
}

const timesOf = (seen: readonly Seen[]): number[] => seen.map(({ took_ms }) => took_ms).sort((a, b) => a - b)
const three = (times: readonly number[], digits = 1): string =>
  [percentile(times, 0.5), percentile(times, 0.95), times.at(-1) ?? Number.NaN]
    .map((time) => time.toFixed(digits))
    .join(' | ')

function refusals(seen: readonly Seen[]): string[] {
  const refused = seen.filter(({ verdict }) => verdict === 'refused')
  const kinds = [...Map.groupBy(refused, ({ kind }) => kind)].map(([kind, list]) => ({
    kind,
    times: timesOf(list),
  }))
  const slowest = kinds.sort((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0)).slice(0, 8)
  return [
    '| refused | requests | median ms | p95 ms | slowest ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    `| all | ${thousands(refused.length)} | ${three(timesOf(refused))} |`,
    ...slowest.map(({ kind, times }) => `| of these, ${kind} | ${times.length} | ${three(times)} |`),
  ]
}

function costs(inside: readonly Cost[]): string[] {
  const of = (list: readonly Cost[]) => list.map(({ cpu_ms }) => cpu_ms).sort((a, b) => a - b)
  const kinds = [...Map.groupBy(inside, ({ kind }) => kind)].map(([kind, list]) => ({
    kind,
    times: of(list),
  }))
  const dearest = kinds.sort((a, b) => percentile(b.times, 0.5) - percentile(a.times, 0.5)).slice(0, 5)
  return [
    '| refused | requests | median ms | p95 ms | most ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    `| all | ${thousands(inside.length)} | ${three(of(inside), 2)} |`,
    ...dearest.map(({ kind, times }) => `| of these, ${kind} | ${times.length} | ${three(times, 2)} |`),
  ]
}

function neighbours(took: Found['took']): string[] {
  const p95 = (name: Neighbour) => percentile(took[name], 0.95)
  return [
    '| beside | requests | median ms | p95 ms | slowest ms | p95 against alone |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...NEIGHBOURS.map(
      (name) =>
        `| ${name} | ${thousands(took[name].length)} | ${three(took[name])} | ${(p95(name) / p95('nobody')).toFixed(2)} |`,
    ),
  ]
}

function report({ seen, took }: Found, inside: readonly Cost[], size: string): string {
  const count = (verdict: Seen['verdict']) => thousands(seen.filter((one) => one.verdict === verdict).length)
  const refused = timesOf(seen.filter(({ verdict }) => verdict === 'refused'))
  const cheap = inside.filter(({ cpu_ms }) => cpu_ms < GOAL_MS).length / inside.length
  const within = refused.filter((ms) => ms < GOAL_MS).length / refused.length
  const p95 = (name: Neighbour) => percentile(took[name], 0.95)
  const ratio = p95('the hostile client') / p95('nobody')
  const usual = p95('the hostile client') / p95('an ordinary client')
  return [
    `${size}. ${machine()}. ${busyness()}`,
    `Times are the client's, from the first byte sent to the last one read: sign-in check, body and waiting for the other client are part of them.`,
    `${count('refused')} requests were refused, ${count('served')} served within the limits (strange values, known names), ${count('broken off')} broken off by their sender or unread.`,
    '',
    ...refusals(seen),
    '',
    "The server's own processor time for a refusal, body and document, garbage collected meanwhile included:",
    '',
    ...costs(inside),
    '',
    `Times of one client that opens list pages in turn:`,
    '',
    ...neighbours(took),
    '',
    `**${(100 * within).toFixed(2)} %** of refusals were read by the client within ${GOAL_MS} ms, **${(100 * cheap).toFixed(2)} %** cost the server less; the other client's p95 is **${ratio.toFixed(2)}** of the same alone (goal ≤ ${GOAL_RATIO}), and **${usual.toFixed(2)}** of the same beside an ordinary client.`,
  ].join('\n')
}

/** The schema that the hostile client knows: its own. */
function schemaOfAdmin(): GraphQLSchema {
  const profile = profiles(catalog())({ category: 'agency', roles: ['agency_admin'] })
  return makeSchema(profile, undefined).whole()
}

/** Prints the measurements and keeps them in bench/results.md. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      invoices: { type: 'string', default: '20000' },
      documents: { type: 'string', default: '5000' },
      rate: { type: 'string', default: '25' },
      seed: { type: 'string', default: '1' },
    },
  })
  const random = randomFrom(Number(values.seed))
  const schema = schemaOfAdmin()
  const shots = Array.from({ length: Number(values.documents) }, (_, n) => shot(random, schema, n))
  const databases = await openDatabases([Number(values.invoices)])
  try {
    const [sized] = databases.sizes
    if (!sized) throw new Error('There is one size.')
    await makePeople(sized.owner)
    const node = await startNode(sized.url, databases.home)
    const clients: Client[] = []
    const client = async (agency: number) => {
      const one = openClient(node.url, await signIn(node.url, agency))
      clients.push(one)
      return one
    }
    try {
      const parties = { worker: await client(2), second: await client(3), hostile: await client(4) }
      for (const one of clients) for (let n = 0; n < 200; n += 1) await one.send(ordinary)
      const found = await measure(parties, shots, Number(values.rate))
      const inside = await costsInside(sized.url, databases.role_secret, shots)
      const size = `${thousands(shots.length)} hostile requests at ${values.rate} a second against one server, ${thousands(sized.invoices)} invoices`
      const text = report(found, inside, size)
      console.log(`\n${text}`)
      keepResults('hostile', text)
    } finally {
      for (const one of clients) one.close()
      await stopNode(node)
    }
  } finally {
    await databases.close()
  }
}
