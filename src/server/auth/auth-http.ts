/** Sign-in calls of spec §7, and those of a demo database. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clearSession, type HttpContext, SignedOutError, sendSession } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { authContext } from './auth-context.server.ts'
import { demoLogin, listPersonas } from './auth-demo.server.ts'
import { type LoginDeps, login } from './auth-login.server.ts'
import { closeSession, switchContact, type Visitor } from './auth-session.server.ts'

const switchInput = z.object({ business_contact_id: z.uuid() })

const visitorOf = (request: FastifyRequest): Visitor => ({
  ip: request.ip,
  user_agent: request.headers['user-agent'] ?? '',
})

/** /api/auth: signing in and out, the session as the browser shows it, switching business. */
export function authRoutes(app: FastifyInstance, context: HttpContext): void {
  const { database, clock, settings, cookie } = context
  const deps: LoginDeps = { database, clock, support_email: settings.supportEmail }
  const limited = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

  const answerContext = async (token: string) => {
    const viewer = await context.viewerOfToken(token)
    if (viewer === null) throw new SignedOutError()
    return { success: true, data: await authContext(database, clock, viewer, settings.supportEmail) }
  }

  /** A new session replaces the browser's former one. */
  const begin = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const old = context.tokenOf(request.headers)
    if (old !== null) await closeSession(database, old)
    sendSession(reply, token, cookie)
    return answerContext(token)
  }

  app.post('/api/auth/login', limited, async (request, reply) =>
    begin(request, reply, await login(deps, request.body, visitorOf(request))),
  )
  app.get('/api/auth/logout', async (request, reply) => {
    const token = context.tokenOf(request.headers)
    if (token !== null) await closeSession(database, token)
    clearSession(reply, cookie)
    return { success: true, data: null }
  })
  app.get('/api/auth/session', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    return { success: true, data: await authContext(database, clock, viewer, settings.supportEmail) }
  })
  app.post('/api/auth/switch', async (request) => {
    const viewer = await context.viewerOf(request)
    const token = context.tokenOf(request.headers)
    if (token === null) throw new SignedOutError()
    const { business_contact_id } = parseInput(switchInput, request.body)
    await switchContact(database, token, viewer, business_contact_id)
    return answerContext(token)
  })
  app.get('/api/auth/demo', async () => ({ success: true, data: await listPersonas(database) }))
  app.post('/api/auth/demo', limited, async (request, reply) =>
    begin(request, reply, await demoLogin(deps, request.body, visitorOf(request))),
  )
}
