/** Watches the load of this server each second, and refuses the work that its level sheds. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { ShedError } from '../failure.ts'
import { gauges } from '../health/metrics.ts'
import type { Log } from '../log.ts'
import { CALM, isShed, judgeShed, type Load, type ShedKind, type ShedLevel } from './shed.rules.ts'

const SECOND_MS = 1_000
const NANO_A_MS = 1_000_000

export type Shedding = {
  readonly level: () => ShedLevel
  /** @throws ShedError for work that is shed at present */
  readonly admit: (kind: ShedKind) => void
  /** Begins to watch. */
  readonly start: () => void
  readonly close: () => void
}

type SheddingOptions = {
  readonly pools: readonly pg.Pool[]
  readonly log: Pick<Log, 'warn'>
  /** The delay of the event loop from which work is shed. */
  readonly limit_ms: number
}

export function openShedding({ pools, log, limit_ms }: SheddingOptions): Shedding {
  let state = CALM
  let timer: NodeJS.Timeout | undefined
  const delays = monitorEventLoopDelay({ resolution: 20 })
  const measure = (): Load => {
    const loop_ms = delays.percentile(99) / NANO_A_MS
    delays.reset()
    return { loop_ms, waiting: Math.max(...pools.map(({ waitingCount }) => waitingCount)) }
  }
  const look = () => {
    const load = measure()
    const { level } = state
    state = judgeShed(state, load, limit_ms)
    gauges.shed_level.set(state.level)
    if (state.level !== level) log.warn({ ...load, level: state.level }, 'the level of shedding has changed')
  }
  return {
    level: () => state.level,
    admit: (kind) => {
      if (isShed(state.level, kind)) throw new ShedError()
    },
    start: () => {
      delays.enable()
      timer ??= setInterval(look, SECOND_MS).unref()
    },
    close: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
