/** The turns of one server, a class each. Documents share theirs with the rest of the process (pdf-render.ts). */
import { TURN_CLASSES, type TurnClass } from './turn-classes.ts'
import { Turns } from './turns.ts'

export type ServerTurns = Readonly<Record<Exclude<TurnClass, 'pdf'>, Turns>>

/** @param nodes servers that share the limits of a business */
export function openTurns(nodes: () => number): ServerTurns {
  return {
    read: new Turns(TURN_CLASSES.read, nodes),
    verb: new Turns(TURN_CLASSES.verb, nodes),
    download: new Turns(TURN_CLASSES.download, nodes),
    upload: new Turns(TURN_CLASSES.upload, nodes),
    socket: new Turns(TURN_CLASSES.socket, nodes),
    live_query: new Turns(TURN_CLASSES.live_query, nodes),
  }
}
