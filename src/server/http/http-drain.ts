/** The end of the server: work in flight is answered, nothing new is taken, and nobody keeps a connection. */
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { Readiness } from '../health/readiness.server.ts'

const LOOK_MS = 250
/** Sockets close over this time, and over less where they are few. */
const SPREAD_MS = 2_000
const EACH_MS = 10
/** For the answer of a browser that is told to go. */
const ANSWER_MS = 1_000

export function drainOnClose(app: FastifyInstance, readiness: Pick<Readiness, 'isStopping' | 'stop'>): void {
  app.addHook('onSend', async (_request, reply) => {
    // Fastify says so only to requests that come after the listener closed: others would keep their connection.
    if (readiness.isStopping()) void reply.header('connection', 'close')
  })
  app.addHook('preClose', (done) => {
    readiness.stop()
    const look = setInterval(() => app.server.closeIdleConnections(), LOOK_MS)
    app.server.once('close', () => clearInterval(look))
    // A server that never listened has no end to wait for.
    look.unref()
    done()
  })
}

/** Asks browsers to come again elsewhere; one after the other, since they come back so. */
export function endSockets(sockets: readonly WebSocket[]): void {
  const spread_ms = Math.min(SPREAD_MS, sockets.length * EACH_MS)
  for (const socket of sockets) {
    setTimeout(() => socket.close(1001, 'Server restarting'), Math.random() * spread_ms).unref()
    setTimeout(() => socket.terminate(), spread_ms + ANSWER_MS).unref()
  }
}
