/** A stage where pairs of verbs meet, with the records that each verb's calls touch. */
import { verbs } from '#business/verbs.ts'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import type { TestDatabase } from '../database.ts'
import type { Stage } from '../server/example-parts.ts'
import { examples } from '../server/verb-examples.ts'
import { type Footprint, footprintOf, formsOf, mayMeet, type Schema, schemaOf } from './meeting.ts'
import { type Playing, playRound, type Round } from './round.ts'
import { idsWrittenBy, watchOn } from './serial.ts'
import { type Call, type Hold, holds, twoServers } from './two-servers.ts'

/** Verbs that change something, in the order of the registry. */
export const writing_verbs: readonly string[] = [...verbs.keys()].filter((name) => !examples[name]?.reads)

export type Play = Playing & { readonly stage: Stage; readonly schema: Schema }

export async function playOn(stage: Stage): Promise<Play> {
  const { database, clock } = stage
  return {
    stage,
    database,
    clock,
    schema: await schemaOf(database),
    watch: await watchOn(database),
    servers: twoServers(database, clock),
  }
}

export async function callOf({ stage }: Play, action_id: string): Promise<Call> {
  const example = present(examples[action_id], `an example of ${action_id}`)
  const viewer = example.by(stage)
  return { viewer, action_id, input: await example.input(stage, viewer) }
}

export async function footprint(play: Play, call: Call): Promise<Footprint> {
  return footprintOf(play.database, play.schema, call.input, await idsWrittenBy(play, call))
}

/** Pairs that can be about the same records, as far as their tables tell: the first is the one that is held. */
export async function pairsThatMayMeet(play: Play): Promise<[string, string][]> {
  const prints = new Map<string, Footprint>()
  for (const action_id of writing_verbs)
    prints.set(action_id, await footprint(play, await callOf(play, action_id)))
  const pairs: [string, string][] = []
  for (const [one, print] of prints)
    for (const [other, other_print] of prints)
      if (one !== other && mayMeet(print, other_print)) pairs.push([one, other])
  return pairs
}

const sweeps = (action_id: string) => examples[action_id]?.takes_all ?? false
const not_met: Round = { met: false, both_done: false, faults: [] }

/** Which of the two is held, and where. */
export type Turn = { readonly held: 'one' | 'other'; readonly hold: Hold }
export const turns: readonly Turn[] = (['one', 'other'] as const).flatMap((held) =>
  holds.map((hold) => ({ held, hold })),
)

/** Two verbs at once about the records of the one. */
export async function playPair(play: Play, one: string, other: string, { held, hold }: Turn): Promise<Round> {
  const call = await callOf(play, one)
  const about = await callOf(play, other)
  const near = await footprint(play, call)
  const own = await footprintOf(play.database, play.schema, about.input, [])
  for (const input of formsOf(near, own, about.input)) {
    const beside = { ...about, input }
    const [first, second] = held === 'one' ? [call, beside] : [beside, call]
    const round = await playRound(play, { first, second, sweeps: sweeps(one) || sweeps(other) }, hold)
    if (round.met) return round
  }
  return not_met
}

/** A verb twice at once, with one input. */
export async function playDouble(play: Play, action_id: string, hold: Hold): Promise<Round> {
  const call = await callOf(play, action_id)
  return playRound(play, { first: call, second: call, sweeps: sweeps(action_id) }, hold)
}

export async function brokenChecks(database: TestDatabase): Promise<string[]> {
  const findings = await verifyDatabase(database)
  return findings.flatMap(({ id, says, broken }) =>
    broken.length > 0 ? [`${id} ${says}: ${broken.join('; ')}`] : [],
  )
}
