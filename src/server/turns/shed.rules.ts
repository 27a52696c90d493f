/** The work that an overloaded server sheds, so that the rest goes on. */

export type ShedLevel = 0 | 1 | 2

/** The kinds of requests. Only named ones are ever shed: sign-in, session, health, actions and lists are not. */
export type ShedKind = 'export' | 'import' | 'pdf' | 'live_query' | 'costly_read' | 'stranger' | 'other'

/** Each kind with the level from which it is shed. */
const FROM: Readonly<Record<ShedKind, ShedLevel | null>> = {
  export: 1,
  import: 1,
  pdf: 1,
  live_query: 1,
  costly_read: 2,
  stranger: 2,
  other: null,
}

export function isShed(level: ShedLevel, kind: ShedKind): boolean {
  const from = FROM[kind]
  return from !== null && level >= from
}

export type Load = {
  /** The event loop's delay of the last second, its 99th percentile. */
  readonly loop_ms: number
  /** Waiting connections of the pool with the most. */
  readonly waiting: number
}

/** Seconds in a row: above each level's limits, and below half of the present level's. */
export type ShedState = {
  readonly level: ShedLevel
  readonly above: readonly [one: number, two: number]
  readonly calm: number
}

export const CALM: ShedState = { level: 0, above: [0, 0], calm: 0 }

/** Of the delay of level 1. */
const LEVEL_2_TIMES = 2.5
const WAITING_MAX = 20
const RISE_SECONDS = 5
const FALL_SECONDS = 10

/**
 * The state after one more second.
 * @param limit_ms the event loop's delay from which level 1 sheds
 */
export function judgeShed(state: ShedState, load: Load, limit_ms: number): ShedState {
  const isAbove = (level: 1 | 2, part = 1): boolean =>
    level === 1
      ? load.loop_ms > limit_ms * part || load.waiting > WAITING_MAX * part
      : load.loop_ms > limit_ms * LEVEL_2_TIMES * part
  const above = [isAbove(1) ? state.above[0] + 1 : 0, isAbove(2) ? state.above[1] + 1 : 0] as const
  const reached: ShedLevel = above[1] >= RISE_SECONDS ? 2 : above[0] >= RISE_SECONDS ? 1 : 0
  if (reached > state.level) return { level: reached, above, calm: 0 }
  if (state.level === 0) return { level: 0, above, calm: 0 }
  const calm = isAbove(state.level, 0.5) ? 0 : state.calm + 1
  if (calm < FALL_SECONDS) return { level: state.level, above, calm }
  return { level: state.level === 2 ? 1 : 0, above, calm: 0 }
}
