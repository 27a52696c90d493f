/**
 * Everything that moves money, in any order and now and then two at once, in one small world of every funding type: work,
 * cash in and out and back, corrections, credit, limits and rules of who carries the risk, debt that goes back, single
 * documents. Whatever is refused is refused in words; after each step every check of verify holds.
 * `STINT_MOVES_RUNS=60 STINT_MOVES_STEPS=80 STINT_MOVES_SEED=…` for a longer look, or to see a failing walk again.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStintError } from '#kernel/errors.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { expectVerified } from '../fixtures/corrections.ts'
import { describeStep, makeMoves, moves, type Step } from './moves.ts'
import { models } from './moves-stage.ts'

const setting = (name: string, otherwise: number) => Number(process.env[`STINT_MOVES_${name}`] ?? otherwise)
const is_night = Boolean(process.env.STINT_NIGHTLY)
const runs = setting('RUNS', is_night ? 40 : 3)
const steps_max = setting('STEPS', is_night ? 80 : 30)
const seed = setting('SEED', is_night ? Date.now() % 1_000_000 : 1)

const step: fc.Arbitrary<Step> = fc.record({
  move: fc.constantFrom(...moves),
  a: fc.nat(60),
  b: fc.nat(60),
  size: fc.integer({ min: 1, max: 100 }),
})
/** Mostly one after the other, one in three beside another; the next day is everybody's, and comes alone. */
const beside = step.filter(({ move }) => move !== 'days')
const turn = fc.oneof(
  { weight: 4, arbitrary: step.map((one) => [one]) },
  { weight: 1, arbitrary: fc.tuple(beside, beside).map((two) => [...two]) },
  // About the same row, as often as there is one that both can take.
  {
    weight: 1,
    arbitrary: fc.tuple(beside, beside).map(([one, { move, size }]) => [one, { ...one, move, size }]),
  },
)
const walk = fc.array(turn, { minLength: Math.floor(steps_max * 0.7), maxLength: steps_max, size: 'max' })

/** A night is everybody's, so each walk has a database of its own. */
const databases: TestDatabase[] = []
for (let run = 0; run < runs; run += 1) databases.push(await freshDatabase())
/** Every step as likely as the next: no liking for small numbers and the first of a list. */
const walks = fc.sample(fc.noBias(walk), { numRuns: runs, seed })

test.each(databases.map((database, run) => ({ database, run })))(
  `whatever moves money in any order, alone or beside another: every check holds (seed ${seed}, walk $run)`,
  async ({ database, run }) => {
    const { take, expectReports } = await makeMoves(database, models[run % models.length] ?? 'direct')
    const walked: string[] = []
    const done = new Set<string>()
    try {
      for (const together of walks[run] ?? []) {
        const outcomes = await Promise.allSettled(together.map((one) => take(one)))
        const faults: unknown[] = []
        outcomes.forEach((outcome, i) => {
          const is_done = outcome.status === 'fulfilled'
          const said = is_done ? outcome.value : String(outcome.reason)
          walked.push(`${together.length > 1 ? 'together: ' : ''}${describeStep(together[i])}: ${said}`)
          if (is_done && said === 'done') done.add(together[i]?.move ?? '')
          if (!is_done && !isStintError(outcome.reason)) faults.push(outcome.reason)
        })
        if (faults.length > 0) throw faults[0]
        await expectVerified(database)
      }
      await expectReports()
    } catch (error) {
      throw new Error(`seed ${seed}, walk ${run}:\n${walked.join('\n')}\n${String(error)}`, { cause: error })
    }
    // A walk in which nothing is allowed proves nothing.
    expect(done.size).toBeGreaterThan(steps_max / 6)
    if (process.env.STINT_MOVES_SAY) process.stdout.write(`SAY ${walked.join('\nSAY ')}\n`)
  },
  60_000 + steps_max * 10_000,
)
