/**
 * `GET /livez`: the process answers. `GET /readyz` and `/api/health`: may a balancer send it work? Strangers get the
 * status alone.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpContext } from '../http/http-context.ts'
import { productVersion } from '../product-version.ts'
import { readinessChecks, readinessStatus } from './readiness.rules.ts'
import type { Readiness } from './readiness.server.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** A caller on this machine, not through a proxy, or a trusted proxy itself. */
function mayKnow({ socket, headers }: FastifyRequest, isProxy: HttpContext['isProxy']): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return LOOPBACK.has(socket.remoteAddress ?? '') || isProxy(socket.remoteAddress)
}

export function healthRoutes(app: FastifyInstance, context: HttpContext, readiness: Readiness): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  const last = { status: 'ok' }
  for (const path of ['/readyz', '/api/health'])
    app.get(path, async (request, reply) => {
      const checks = readinessChecks(await readiness.measure())
      const status = readinessStatus(checks)
      if (status !== last.status) request.log.warn({ checks }, `health: ${last.status} is now ${status}`)
      last.status = status
      void reply.code(status === 'fail' ? 503 : 200)
      return mayKnow(request, context.isProxy) ? { status, version: productVersion(), checks } : { status }
    })
}
