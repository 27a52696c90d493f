/** The parts of a live connection. */
import type { WebSocket } from 'ws'
import type { DayBudget } from '#server/turns/day-budget.server.ts'
import type { ServerTurns } from '#server/turns/open-turns.ts'
import type { Shedding } from '#server/turns/shedding.ts'
import type { DataEndpoint } from '../execute.server.ts'
import type { LiveQueries } from './live.server.ts'
import type { Caller } from './socket-caller.ts'
import type { Protocol } from './socket-words.ts'

export interface SocketParts {
  readonly socket: WebSocket
  readonly protocol: Protocol
  readonly endpoint: DataEndpoint
  readonly live: LiveQueries
  readonly turns: ServerTurns
  readonly budget: DayBudget
  readonly shedding: Shedding
  /** The token of the session's cookie. */
  readonly token: string | null
  /** The holder of its address. */
  readonly address: string
  /** Reads the session or the program afresh; null when it is over. */
  readonly caller: (bearer: string | null) => Promise<Caller | null>
  /** Counts a call of a program. */
  readonly count: (token_id: string) => Promise<unknown>
}
