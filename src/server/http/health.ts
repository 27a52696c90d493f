import type { FastifyInstance } from 'fastify'
import type { HttpContext } from './http-context.ts'

/** `GET /api/health`: for load balancers and for people; says nothing that a stranger may not know. */
export function healthRoutes(app: FastifyInstance, { database, clock }: HttpContext): void {
  app.get('/api/health', async (request, reply) => {
    try {
      await database.session.pool.query('select 1')
      return { status: 'ok', database: 'ok', at: clock.now() }
    } catch (error) {
      request.log.error({ err: error }, 'health: the database does not answer')
      return reply.code(503).send({ status: 'degraded', database: 'away', at: clock.now() })
    }
  })
}
