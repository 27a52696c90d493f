import fc from 'fast-check'
import { test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { type Kind, seedModel, steps } from './week-model.ts'

const database = await freshDatabase()

const isNight = Boolean(process.env.STINT_NIGHTLY)
/** `MODEL_RUNS=300 MODEL_STEPS=60 MODEL_SEED=…` for a longer look, or to see a failing run again. */
const runs = Number(process.env.MODEL_RUNS ?? (isNight ? 40 : 12))
const steps_max = Number(process.env.MODEL_STEPS ?? (isNight ? 60 : 30))
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) }

const kind: fc.Arbitrary<Kind> = fc.record({
  funding_model: fc.constantFrom('direct', 'agency_billed', 'indirect'),
  funding_type: fc.constantFrom('funded', 'partly_funded', 'paid_when_paid'),
})

test(
  'whatever is done in whatever order, every invariant holds after every step',
  async () => {
    const property = fc.asyncProperty(
      kind,
      fc.commands(steps, { maxCommands: steps_max, size: 'max' }),
      async (of, commands) => {
        await fc.asyncModelRun(() => seedModel(database, of), commands)
      },
    )
    await fc.assert(property, { numRuns: runs, endOnFailure: true, ...seed })
  },
  600_000 + runs * steps_max * 2_000,
)
