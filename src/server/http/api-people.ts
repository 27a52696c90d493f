import type { FastifyInstance } from 'fastify'
import { peopleInput, peopleOf } from '#business/people/people.server.ts'
import { inTransaction } from '../tx.ts'
import type { HttpContext } from './http-context.ts'
import { parseInput } from './input-errors.ts'

/** The People page's rows. */
export function peopleRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock } = context
  app.post('/api/permission/people', async (request) => {
    const viewer = await context.viewerOf(request)
    const asked = parseInput(peopleInput, request.body)
    const data = await inTransaction(database, (tx) => peopleOf({ tx, viewer, clock }, asked))
    return { success: true, data }
  })
}
