/** The end of the server: work in flight is answered, nothing new is taken, and nobody keeps a connection. */
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 250
/** Connections that are open then are cut. */
const CUT_MS = 18_000

export function drainOnClose(app: FastifyInstance): void {
  let stopping = false
  app.addHook('onSend', async (_request, reply) => {
    // Otherwise a client of an answer in flight keeps its connection, and the server waits for it.
    if (stopping) void reply.header('connection', 'close')
  })
  app.addHook('preClose', (done) => {
    stopping = true
    const look = setInterval(() => app.server.closeIdleConnections(), LOOK_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), CUT_MS)
    app.server.once('close', () => {
      clearInterval(look)
      clearTimeout(cut)
    })
    // A server that never listened has no end to wait for.
    look.unref()
    cut.unref()
    done()
  })
}
