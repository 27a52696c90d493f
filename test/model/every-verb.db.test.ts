/**
 * Random sequences over all verbs (quality R1): rounds in which each verb of the registry comes once, in a drawn order, on
 * work of its own or on whatever was touched before, by whoever it is drawn to. What is refused changes nothing, what is
 * done and repeated under its key says the same and changes nothing more, and every invariant holds after every few steps.
 */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { isStintError } from '#kernel/errors.ts'
import { perform } from '#server/perform.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { countRows, type RowCounts } from '../fixtures/row-counts.ts'
import { type Input, makeStage, type Stage } from '../server/example-parts.ts'
import { examples } from '../server/verb-examples.ts'

const database = await freshDatabase()
const isNight = Boolean(process.env.STINT_NIGHTLY)
/** `MODEL_ROUNDS=… MODEL_SEED=…` for a longer look, or to see a failing walk again. */
const rounds = Number(process.env.MODEL_ROUNDS ?? (isNight ? 6 : 1))
const seed = Number(process.env.MODEL_SEED ?? 1)
/** What one step breaks stays broken: later checks find it, too. */
const steps_between_checks = isNight ? 8 : 16

/** Mulberry32: one seed, one walk. */
function diceFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.abs((t ^ (t >>> 14)) % below)
  }
}

const dice = diceFrom(seed)
const pick = <T>(list: readonly T[]): T | undefined => list[dice(Math.max(list.length, 1))]
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[078]/.test(value)

/** Ids by the name they were given under, as far as the walk has seen: `invoice_id`, `id of transaction.timesheet`. */
const known = new Map<string, string[]>()

const nameOf = (name: string, action_id: string) =>
  name === 'id' || name === 'ids' ? `id of ${action_id.split('.').slice(0, 2).join('.')}` : name

function learn(value: unknown, action_id: string, name = ''): void {
  if (isId(value)) known.set(nameOf(name, action_id), [...(known.get(nameOf(name, action_id)) ?? []), value])
  else if (Array.isArray(value)) for (const one of value) learn(one, action_id, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) learn(one, action_id, key)
}

/** The same input about something else that was touched before. */
function about(value: unknown, action_id: string, name = ''): unknown {
  if (isId(value)) return pick(known.get(nameOf(name, action_id)) ?? []) ?? value
  if (Array.isArray(value)) return value.map((one) => about(one, action_id, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, about(one, action_id, key)]))
}

/** Examples of later steps need documents of the stage's funding model, so it stays. */
const own_parties = new Set(['business.agency.set_funding_models'])

type Step = { readonly action_id: string; readonly viewer: Viewer; readonly input: Input }

async function drawStep(stage: Stage, people: readonly Viewer[], action_id: string): Promise<Step> {
  const example = examples[action_id]
  if (!example) throw new Error(`${action_id} has no example`)
  const viewer = example.by(stage)
  const input = await example.input(stage, viewer)
  learn(input, action_id)
  return {
    action_id,
    viewer: dice(5) === 0 ? (pick(people) ?? viewer) : viewer,
    // About what was touched before, as often as not.
    input: dice(2) === 0 && !own_parties.has(action_id) ? (about(input, action_id) as Input) : input,
  }
}

type Counted = () => Promise<RowCounts>

/** Whether it was done. @throws whatever is no refusal in words */
async function take(
  stage: Stage,
  rowsOfAll: Counted,
  { action_id, viewer, input }: Step,
  key: string,
): Promise<boolean> {
  const before = await rowsOfAll()
  let answer: unknown
  try {
    answer = await perform(stage, viewer, action_id, input, key)
  } catch (error) {
    if (!isStintError(error)) throw error
    expect(error.message).not.toBe('')
    expect(await rowsOfAll()).toEqual(before)
    return false
  }
  learn(answer, action_id)
  const after = await rowsOfAll()
  const secrets = verbs.get(action_id)?.secret_fields
  const shown = secrets && {
    ...Object.fromEntries(secrets.map((field) => [field, null])),
    already_shown: true,
  }
  expect(await perform(stage, viewer, action_id, input, key)).toEqual(
    shown ? { ...Object(answer), ...shown } : answer,
  )
  expect(await rowsOfAll()).toEqual(after)
  return true
}

async function expectSound(): Promise<void> {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
}

test(
  `${rounds} rounds of all ${verbs.size} verbs in any order, seed ${seed}: every invariant holds`,
  async () => {
    const stage = await makeStage(database)
    const rowsOfAll = await countRows(database)
    const { agency, placed } = stage
    const people = [
      agency.admin,
      agency.user,
      agency.provider.operations,
      placed.client.approver,
      placed.contractor.viewer,
    ]
    const walked: string[] = []
    const done = new Set<string>()
    try {
      for (let round = 0; round < rounds; round += 1) {
        const left = [...verbs.keys()]
        while (left.length > 0) {
          const [action_id = ''] = left.splice(dice(left.length), 1)
          const step = await drawStep(stage, people, action_id)
          walked.push(`${action_id} ${JSON.stringify(step.input)}`)
          if (await take(stage, rowsOfAll, step, `walk-${walked.length}`)) done.add(action_id)
          if (walked.length % steps_between_checks === 0) await expectSound()
        }
        await expectSound()
      }
    } catch (error) {
      throw new Error(
        `seed ${seed}, after ${walked.length} steps, the last:\n${walked.slice(-9).join('\n')}`,
        {
          cause: error,
        },
      )
    }
    // A walk in which little is allowed proves little.
    expect(done.size).toBeGreaterThan(verbs.size / 2)
  },
  rounds * 600_000,
)
