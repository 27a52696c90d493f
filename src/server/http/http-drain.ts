/** The end of the server: work in flight is answered, nothing new is taken, and nobody keeps a connection. */
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../health/readiness.server.ts'

const LOOK_MS = 250

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
