/** The turns of one server, a class each. Documents share theirs with the rest of the process (pdf-render.ts). */
import type pg from 'pg'
import { pdf_turns } from '../pdf/pdf-render.ts'
import type { LeaseClass } from './lease.server.ts'
import { SharedTurns } from './shared-turns.ts'
import { TURN_CLASSES, type TurnClass } from './turn-classes.ts'
import { Turns } from './turns.ts'

export type ServerTurns = Readonly<
  Record<Exclude<TurnClass, LeaseClass>, Turns> & Record<LeaseClass, SharedTurns>
>

type TurnsOptions = {
  /** Live servers, which share the limits of a business. */
  readonly nodes: () => number
  readonly node_id: string
  /** Connections of leases. */
  readonly pool: pg.Pool
}

export function openTurns(options: TurnsOptions): ServerTurns {
  const { nodes } = options
  return {
    read: new Turns(TURN_CLASSES.read, nodes),
    verb: new Turns(TURN_CLASSES.verb, nodes),
    pdf: new SharedTurns({ ...options, name: 'pdf', turns: pdf_turns }),
    download: new Turns(TURN_CLASSES.download, nodes),
    upload: new SharedTurns({ ...options, name: 'upload', turns: new Turns(TURN_CLASSES.upload) }),
    socket: new Turns(TURN_CLASSES.socket, nodes),
    live_query: new Turns(TURN_CLASSES.live_query, nodes),
  }
}
