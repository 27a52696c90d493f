/** Sign-in calls of spec §7, and those of a demo database. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endImpersonation } from '#business/impersonation/end-impersonation.server.ts'
import type { Viewer } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { addressRoutes } from '../address/address-http.ts'
import { refuseActing, returnToFirst } from '../http/acting-http.ts'
import type { Begin } from '../http/http-context.ts'
import {
  callerCookie,
  clearSession,
  type HttpContext,
  sendCookie,
  sendSession,
} from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { SignedOutError } from '../http/signed-out.ts'
import { companyRoutes } from '../outside/company-http.ts'
import { outsideRoutes } from '../outside/outside-http.ts'
import { perform } from '../perform.server.ts'
import { LINK_SECONDS } from './auth-challenge.server.ts'
import { loginByCode, type SecondCaller } from './auth-code.server.ts'
import { authContext } from './auth-context.server.ts'
import type { CookieOptions } from './auth-cookie.ts'
import { demoLogin, listPersonas } from './auth-demo.server.ts'
import { factorRoutes } from './auth-factor-http.ts'
import { type ByMail, type Caller, type LoginDeps, login, loginByLink } from './auth-login.server.ts'
import { SECOND_STEP_SECONDS, type SecondStep } from './auth-second.server.ts'
import { closeSession, switchContact } from './auth-session.server.ts'
import { invitationRoutes } from './invitation-http.ts'
import { loginByPasskey } from './passkey-http.ts'
import { passwordRoutes } from './password-http.ts'

const verifyInput = z.object({ method: z.enum(['mail', 'totp', 'recovery_code', 'passkey']) })
const switchInput = z.object({ business_contact_id: z.uuid() })

const DEVICE_SECONDS = 400 * 24 * 60 * 60

const personOf = ({ user_id, business_id }: Viewer) => ({ user_id, business_id })

/** The link goes out after the answer, so that the answer's time says nothing of the password. */
function goOnByMail(
  { settings, cookie }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { challenge, send }: ByMail,
) {
  const base = settings.publicUrl ?? `${request.protocol}://${request.host}`
  sendCookie(reply, 'challenge', challenge.browser, LINK_SECONDS, cookie)
  reply.raw.once('finish', () => {
    send(`${base}/auth/login?link=${challenge.token}`).catch((error: unknown) =>
      request.log.error({ err: error }, 'a sign-in link was not mailed'),
    )
  })
  return { success: true, data: { step: 'mail', expires_at: challenge.expires_at } }
}

/** /api/auth: signing in and out, the session as the browser shows it, switching business. */
export function authRoutes(app: FastifyInstance, context: HttpContext): void {
  refuseActing(app, context)
  const { database, clock, settings, cookie } = context
  const deps: LoginDeps = {
    database,
    clock,
    support_email: settings.supportEmail,
    help_url: settings.helpUrl,
    secret: cookie.secret,
    sends_mail: settings.smtpUrl !== null,
    sends_returns: settings.hmrc !== null,
    sends_messages: settings.messaging !== null,
    checks_vat: settings.vatRegister !== null,
    security: context.security,
    settings,
  }
  const callerOf = (request: FastifyRequest): SecondCaller => ({
    ip: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    device_id: callerCookie(request, 'device', cookie),
    challenge: callerCookie(request, 'challenge', cookie),
  })

  const answerContext = async (token: string) => {
    const viewer = await context.viewerOfToken(token)
    if (viewer === null) throw new SignedOutError()
    return { success: true, data: await authContext(database, clock, viewer, deps) }
  }

  /** A new session replaces the browser's former one. */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, device_id }: { readonly token: string; readonly device_id: string | null },
  ) => {
    const old = context.tokenOf(request.headers)
    if (old !== null) await closeSession(database, old)
    sendSession(reply, token, cookie)
    if (device_id !== null) sendCookie(reply, 'device', device_id, DEVICE_SECONDS, cookie)
    return answerContext(token)
  }

  app.post('/api/auth/login', async (request, reply) => {
    const done = await login(deps, request.body, callerOf(request))
    if ('step' in done) return goOn(reply, done, cookie)
    return 'token' in done ? begin(request, reply, done) : goOnByMail(context, request, reply, done)
  })
  app.post('/api/auth/verify', async (request, reply) => {
    const { method } = parseInput(verifyInput, request.body)
    const verify = method === 'mail' ? loginByLink : loginByCode
    const done =
      method === 'passkey'
        ? await loginByPasskey(deps, context, request, callerOf(request))
        : await verify(deps, request.body, callerOf(request))
    if ('step' in done) return goOn(reply, done, cookie)
    const answer = await begin(request, reply, done)
    sendCookie(reply, 'challenge', '', 0, cookie)
    return answer
  })
  sessionRoutes(app, context, deps, answerContext)
  const answerStep = (reply: FastifyReply, step: SecondStep) => goOn(reply, step, cookie)
  const answerMail = (request: FastifyRequest, reply: FastifyReply, by_mail: ByMail) =>
    goOnByMail(context, request, reply, by_mail)
  factorRoutes(app, context, deps, { callerOf, begin, answerStep })
  invitationRoutes(app, context, { deps, callerOf, begin, answerStep, answerContext })
  const ways = { deps, callerOf, begin, answerStep, answerMail }
  outsideRoutes(app, context, ways)
  companyRoutes(app, context, ways)
  passwordRoutes(app, context, deps, callerOf)
  addressRoutes(app, context, deps)
  demoRoutes(app, context, callerOf, begin)
}

/** The session of the person signed in. */
function sessionRoutes(
  app: FastifyInstance,
  context: HttpContext,
  deps: LoginDeps,
  answerContext: (token: string) => Promise<unknown>,
): void {
  const { database, clock, cookie } = context
  app.get('/api/auth/logout', async (request, reply) => {
    const token = context.tokenOf(request.headers)
    const viewer = token === null ? null : await context.viewerOfToken(token)
    if (viewer && viewer.impersonator_user_id !== null)
      await perform(context, viewer, endImpersonation.action_id, {}, null)
    if (token !== null) await closeSession(database, token)
    if (viewer) await context.security.note({ kind: 'sign_out', outcome: 'ok', ...personOf(viewer) })
    clearSession(reply, cookie)
    return { success: true, data: null }
  })
  app.get('/api/auth/session', async (request, reply) => {
    const first = await returnToFirst(context, request, reply)
    if (first !== null) return answerContext(first)
    const viewer = await context.viewerOf(request, reply)
    return { success: true, data: await authContext(database, clock, viewer, deps) }
  })
  app.post('/api/auth/switch', async (request) => {
    const viewer = await context.viewerOf(request)
    const token = context.tokenOf(request.headers)
    if (token === null) throw new SignedOutError()
    const { business_contact_id } = parseInput(switchInput, request.body)
    await switchContact(database, clock, token, viewer, business_contact_id)
    const now = await context.viewerOfToken(token)
    if (now)
      await context.security.note({
        kind: 'switch',
        outcome: 'ok',
        ...personOf(now),
        says: `from ${viewer.business_name}`,
      })
    return answerContext(token)
  })
}

/** The second step belongs to the browser of the first. */
function goOn(reply: FastifyReply, { browser, ...step }: SecondStep, cookie: CookieOptions) {
  sendCookie(reply, 'challenge', browser, SECOND_STEP_SECONDS, cookie)
  return { success: true, data: step }
}

function demoRoutes(
  app: FastifyInstance,
  context: HttpContext,
  callerOf: (request: FastifyRequest) => Caller,
  begin: Begin,
): void {
  const { database, settings } = context
  const limited = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }
  app.get('/api/auth/demo', async () => {
    if (!settings.demo) throw notFound('Page')
    return { success: true, data: await listPersonas(database) }
  })
  app.post('/api/auth/demo', limited, async (request, reply) => {
    if (!settings.demo) throw notFound('Page')
    const token = await demoLogin(context, request.body, callerOf(request))
    const viewer = await context.viewerOfToken(token)
    if (viewer)
      await context.security.note({ kind: 'sign_in', outcome: 'ok', ...personOf(viewer), says: 'demo' })
    return begin(request, reply, { token, device_id: null })
  })
}
