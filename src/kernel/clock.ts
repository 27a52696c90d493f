import type { Day } from './day.ts'
import type { Instant } from './instant.ts'
import { instantFromMs, londonDay, toMs } from './instant.ts'

/** The only source of time. Tests and the demo loader pass their own; each request sees one "today". */
export type Clock = {
  /** This moment, UTC. */
  readonly now: () => Instant
  /** Today in London. */
  readonly today: () => Day
}

export const systemClock: Clock = {
  now: () => instantFromMs(Date.now()),
  today: () => londonDay(instantFromMs(Date.now())),
}

/** A clock that stands still until it is moved. Days are 24 hours. */
export type FixedClock = Clock & {
  readonly set: (at: Instant) => void
  readonly advance: (by: {
    readonly days?: number
    readonly hours?: number
    readonly minutes?: number
    readonly seconds?: number
  }) => void
}

export function fixedClock(start: Instant): FixedClock {
  let at = start
  return {
    now: () => at,
    today: () => londonDay(at),
    set: (to) => {
      at = to
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
      at = instantFromMs(toMs(at) + ms)
    },
  }
}

/** One request, one moment: the clock as it reads now, for a whole verb. */
export function frozenAt(clock: Clock): Clock {
  return fixedClock(clock.now())
}
