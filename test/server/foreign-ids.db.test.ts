/**
 * Two sides that have nothing to do with each other, in one database: each id in the input of each verb is exchanged for
 * the other side's record of the same kind, and the refusal reads as for an id of nobody (quality S10). A part at each
 * commit, every verb at night: `npm run nightly -- foreign_ids`.
 */
import { expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { isStintError } from '#kernel/errors.ts'
import { adaptDatabaseError } from '#server/failure.ts'
import { performIn } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { type Input, makeStage } from './example-parts.ts'
import { test_data_keys } from './sample.ts'
import { examples } from './verb-examples.ts'

const database = await freshDatabase()
const own = await makeStage(database)
const other = await makeStage(database)

/** Verbs that once told, by their refusals, that a foreign record is there. */
const mended = [
  'platform.document.reassign',
  'platform.document.remind',
  'platform.user.reset_factors',
  'platform.user.stop_factor_reset',
]
const EVERY = process.env.STINT_NIGHTLY ? 1 : 9
const asked = [...verbs.keys()].filter((action_id, n) => n % EVERY === 0 || mended.includes(action_id))

type Path = readonly (string | number)[]
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[078]/.test(value)
const nobodys_id = '01990000-0000-7000-8000-00000000beef'

/** The places of ids in an input. */
function idPaths(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return isId(value) ? [at] : []
  return Object.entries(value).flatMap(([name, one]) =>
    idPaths(one, [...at, Array.isArray(value) ? Number(name) : name]),
  )
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step],
    value,
  )

function replaced(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown> // As the path was found.
  parent[present(path.at(-1), 'a step')] = value
  return copy
}

/** Undoes the call. */
class Undone extends Error {}

async function answerTo(viewer: Viewer, action_id: string, input: Input): Promise<string> {
  try {
    await inTransaction(database, async (tx) => {
      const within = { tx, clock: own.clock, settings: test_data_keys, txtOf: own.txtOf }
      await performIn(within, viewer, action_id, input)
      throw new Undone()
    })
  } catch (thrown) {
    if (thrown instanceof Undone) return 'done'
    const error = adaptDatabaseError(thrown)
    if (!isStintError(error)) throw error
    return JSON.stringify([error.code, error.message, error.errors ?? null])
  }
  return 'done'
}

test.each(asked)('%s: a foreign record reads as one that is not there', async (action_id) => {
  const example = present(examples[action_id], 'an example')
  // Without a session nothing asks for a confirmation.
  const viewer = { ...example.by(own), session_id: '' }
  const input = await example.input(own, viewer)
  const theirs = await example.input(other, example.by(other))
  for (const path of idPaths(input)) {
    const foreign = valueAt(theirs, path)
    if (!isId(foreign) || foreign === valueAt(input, path)) continue
    const answer = await answerTo(viewer, action_id, replaced(input, path, foreign))
    expect(answer, path.join('.')).toBe(await answerTo(viewer, action_id, replaced(input, path, nobodys_id)))
    if (!example.skips_unknown) expect(answer, path.join('.')).not.toBe('done')
  }
})
