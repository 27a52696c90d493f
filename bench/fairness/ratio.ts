/** The ratio of two 95th percentiles, and how sure it is. */
import { percentile, randomFrom } from '../data/load.ts'

/** Times of one round, alone and beside. */
export type Round = { readonly alone: readonly number[]; readonly beside: readonly number[] }
export type Ratio = { readonly ratio: number; readonly low: number; readonly high: number }

const RESAMPLES = 1_000
const p95 = (times: readonly number[]) =>
  percentile(
    [...times].sort((a, b) => a - b),
    0.95,
  )

function ratioOf(rounds: readonly Round[]): number {
  return p95(rounds.flatMap(({ beside }) => beside)) / p95(rounds.flatMap(({ alone }) => alone))
}

/** The ratio, and the middle 95 % of those of rounds and times that are drawn again. */
export function bootstrap(rounds: readonly Round[], seed = 1): Ratio {
  const random = randomFrom(seed)
  const draw = <T>(of: readonly T[]): T[] =>
    of.flatMap(() => of.slice(Math.floor(random() * of.length)).slice(0, 1))
  const drawn = Array.from({ length: RESAMPLES }, () =>
    ratioOf(draw(rounds).map(({ alone, beside }) => ({ alone: draw(alone), beside: draw(beside) }))),
  )
    .filter((ratio) => Number.isFinite(ratio))
    .sort((a, b) => a - b)
  return { ratio: ratioOf(rounds), low: percentile(drawn, 0.025), high: percentile(drawn, 0.975) }
}
