/** Calls that list and end sessions (people, Sessions; spec §7, logoutUser). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { toFailure } from '../failure.ts'
import { keepException } from '../http/api-exception.server.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { SignedOutError } from '../http/signed-out.ts'
import { inTransaction } from '../tx.ts'
import { listOwnEvents } from './auth-event-list.server.ts'
import { keptSupport } from './auth-login.server.ts'
import { contactToSignOut, endOwnSessions, endSessionsOf, listSessions } from './auth-session-list.server.ts'
import { isInactiveSession, makeSessionToken } from './auth-session-token.server.ts'
import { ownViewer } from './step-up-http.ts'

const endInput = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(100)).min(1).max(200) }),
  z.strictObject({ others: z.literal(true) }),
])
const eventsInput = z.strictObject({ shown: z.coerce.number().int().min(1).max(1000).default(50) })
const logoutInput = z.strictObject({ business_id: z.uuid(), user_id: z.string().min(1).max(100) })

/** A token of the session, with its claims; faults in the words of spec §8. */
async function sessionToken(context: HttpContext, request: FastifyRequest, reply: FastifyReply) {
  const { database, clock, settings } = context
  const support = async () => settings.supportEmail ?? (await keptSupport(database)) ?? 'your administrator'
  try {
    const viewer = await context.viewerOf(request)
    return { success: true, data: await makeSessionToken(database, clock, viewer) }
  } catch (error) {
    if (
      error instanceof SignedOutError &&
      (await isInactiveSession(database, context.tokenOf(request.headers)))
    )
      throw notAllowed(errorText.user_inactive(await support()))
    if (error instanceof SignedOutError || !toFailure(error).unexpected) throw error
    request.log.error({ err: error }, 'no session token')
    await keepException(context, request, error)
    const message = errorText.internal_with_support(await support())
    return reply.code(500).send({ success: false, code: 'internal', message })
  }
}

export function sessionRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, security } = context
  const limited = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

  app.get('/api/auth/sessions', limited, async (request) => {
    const viewer = await context.viewerOf(request)
    return { success: true, data: await listSessions(database.session.pool, clock, viewer) }
  })
  app.get('/api/auth/events', limited, async (request) => {
    const viewer = await ownViewer(context, request)
    const { shown } = parseInput(eventsInput, request.query)
    const data = await inTransaction(database, (tx) => listOwnEvents({ tx, clock }, viewer, shown))
    return { success: true, data }
  })
  app.post('/api/auth/sessions/end', limited, async (request) => {
    const viewer = await context.viewerOf(request)
    if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
    const which = parseInput(endInput, request.body)
    const ended = await endOwnSessions(database.session.pool, viewer, which)
    await security.note({ kind: 'session_ended', outcome: 'ok', says: `own: ${ended}` })
    return { success: true, data: { ended } }
  })
  app.post('/api/permission/generateHasuraToken', limited, (request, reply) =>
    sessionToken(context, request, reply),
  )
  app.post('/api/permission/logoutUser', limited, async (request) => {
    const viewer = await context.viewerOf(request)
    if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
    const person = parseInput(logoutInput, request.body)
    const contact_id = await inTransaction(database, (tx) => contactToSignOut(tx, viewer, person))
    const ended = await endSessionsOf(database.session.pool, contact_id)
    await security.note({ kind: 'session_ended', outcome: 'ok', ...person, says: `ended: ${ended}` })
    return { success: true, data: { ended } }
  })
}
