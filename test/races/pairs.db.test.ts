/**
 * Two servers, two requests at once: each verb twice, and pairs of verbs about the same records. One is held while the
 * other runs, so that both are inside. What they answer and write must be what they answer and write in one order or the
 * other, and every invariant holds. A sample at each commit, every pair that can meet at night: `npm run nightly -- pairs`.
 */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import { makeStage } from '../server/example-parts.ts'
import {
  brokenChecks,
  type Play,
  pairsThatMayMeet,
  playDouble,
  playOn,
  playPair,
  type Turn,
  turns,
  writing_verbs,
} from './play.ts'
import type { Round } from './round.ts'
import { mended_pairs, sampled_pairs } from './sampled-pairs.ts'
import { type Hold, holds } from './two-servers.ts'

const is_night = Boolean(process.env.STINT_NIGHTLY)
/** `STINT_PAIRS_STAGES=96 STINT_PAIRS_STAGE=7` plays one share of the night again. */
const shares = Number(process.env.STINT_PAIRS_STAGES ?? 24)
const share = process.env.STINT_PAIRS_STAGE
/** A stage slows down as it fills, so the night has many. */
const count = is_night ? shares : 1
const plays: Play[] = []
for (let at = 0; at < (share === undefined ? count : 1); at += 1)
  plays.push(await playOn(await makeStage(await freshDatabase())))

type Named = { readonly says: string; readonly play: () => Promise<Round> }

/** Plays the rounds, and every so often asks the invariants. @returns the rounds that did not meet */
async function playAll(
  { database }: Play,
  rounds: readonly Named[],
  between_checks: number,
): Promise<string[]> {
  const faults: string[] = []
  const apart: string[] = []
  let unchecked: string[] = []
  for (const [at, { says, play }] of rounds.entries()) {
    const round = await play()
    faults.push(...round.faults)
    if (round.met) unchecked.push(says)
    else apart.push(says)
    if (unchecked.length < between_checks && at < rounds.length - 1) continue
    const broken = await brokenChecks(database)
    if (broken.length > 0) throw new Error(`${broken.join('\n')}\nafter ${unchecked.join(', ')}`)
    unchecked = []
  }
  expect(faults.join('\n\n')).toBe('')
  return apart
}

/** What a round breaks stays broken: by day it is found a few rounds later. */
const checks = is_night ? 1 : 20
const double = (play: Play, action_id: string, hold: Hold): Named => ({
  says: `${action_id} twice, ${hold}`,
  play: () => playDouble(play, action_id, hold),
})
const pair = (play: Play, [one, other]: readonly [string, string], turn: Turn): Named => ({
  says: `${one} beside ${other}, ${turn.held} held at the ${turn.hold}`,
  play: () => playPair(play, one, other, turn),
})
const first = present(plays[0], 'a stage')

test('every verb that writes, twice at once: as one after the other', async () => {
  const every = (is_night ? holds : holds.slice(0, 1)).flatMap((hold) =>
    writing_verbs.map((action_id) => double(first, action_id, hold)),
  )
  const apart = await playAll(first, every, checks)
  // Taken addresses may be asked about a few times only.
  expect(apart.filter((says) => !says.startsWith('business.business_contact.'))).toEqual([])
}, 3_600_000)

test.each(mended_pairs)('%s beside %s: as one after the other', async (...two) => {
  const every = turns.map((turn) => pair(first, two, turn))
  expect(await playAll(first, every, every.length)).toEqual([])
})

test('pairs of verbs about the same records at once: as one after the other', async () => {
  const every = sampled_pairs.map((two, at) => pair(first, two, present(turns[at % turns.length], 'a turn')))
  const apart = await playAll(first, every, checks)
  // Which of several records a pair is tried about is open. A sample that seldom meets proves little.
  expect(apart.length, apart.join('\n')).toBeLessThan(every.length / 5)
}, 3_600_000)

test('the sample: names verbs, and no pair twice', () => {
  const all = [...mended_pairs, ...sampled_pairs]
  expect(all.flat().filter((name) => !verbs.has(name))).toEqual([])
  expect(new Set(all.map((two) => two.join())).size).toBe(all.length)
})

let all_pairs: Promise<[string, string][]> | undefined

test.runIf(is_night).each(plays.map((play, at) => ({ play, at: share === undefined ? at : Number(share) })))(
  `every pair that can meet, share $at of ${shares}`,
  async ({ play, at }) => {
    all_pairs ??= pairsThatMayMeet(play)
    const every = (await all_pairs).flatMap((two) => turns.map((turn) => pair(play, two, turn)))
    const mine = every.filter((_, n) => n % shares === at)
    const apart = await playAll(play, mine, checks)
    process.stdout.write(`share ${at}: ${mine.length - apart.length} of ${mine.length} rounds met\n`)
  },
  14_400_000,
)
