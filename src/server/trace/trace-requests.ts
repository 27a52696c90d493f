/** A span for each request, from its headers to the end of its answer. */
import type { FastifyInstance } from 'fastify'
import { isTracing, traced } from '#kernel/tracing.ts'
import { isHealthPath } from '../http/served-host.ts'

class Failed extends Error {}

/** Registered before the facts of requests, whose scope then holds the span as well. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTracing() || isHealthPath(request.url)) return done()
    // Unknown addresses are no name: strangers could make thousands.
    const route = request.routeOptions.url ?? 'other'
    const facts = {
      'http.request.method': request.method,
      'http.route': route,
      'stint.request_id': request.id,
    }
    const { traceparent } = request.headers
    const answered = () =>
      new Promise<void>((resolve, reject) => {
        const end = () => (reply.raw.statusCode >= 500 ? reject(new Failed()) : resolve())
        reply.raw.once('finish', end).once('close', end)
        done()
      })
    const parent = typeof traceparent === 'string' ? traceparent : null
    traced(`${request.method} ${route}`, facts, answered, parent).catch(() => undefined)
  })
}
