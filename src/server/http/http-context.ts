import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { traced } from '#kernel/tracing.ts'
import { type CookieKind, type CookieOptions, setCookie, signToken, tokenOf } from '../auth/auth-cookie.ts'
import { isRenewalDue, renewSession, SESSION_IDLE_SECONDS } from '../auth/auth-session.server.ts'
import type { Database } from '../database.ts'
import type { Log } from '../log.ts'
import { openMachineCalls, requireTokenRoute } from '../machine/machine-calls.ts'
import { bearerOf, type Machines, openMachines } from '../machine/machines.server.ts'
import { openNames } from '../outside/names.server.ts'
import type { CodeReadings } from '../security/code-readings.server.ts'
import { requestFacts } from '../security/request-facts.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import type { Settings } from '../settings.ts'
import type { Files } from '../storage.server.ts'
import type { DayBudget } from '../turns/day-budget.server.ts'
import type { ServerTurns } from '../turns/open-turns.ts'
import type { RequestRates } from '../turns/request-rates.ts'
import type { Shedding } from '../turns/shedding.ts'
import type { VerbContext } from '../verb.ts'
import { readViewer, SESSION_TOKEN_MARK, type SignedIn } from '../viewer-read.server.ts'
import { type IsProxy, trustedProxies } from './client-address.ts'
import { FreshReads } from './fresh-reads.ts'
import { comesEncrypted, hostOf, isServedHost, namesOneHost, servedHosts } from './served-host.ts'
import { BadTokenError, SignedOutError } from './signed-out.ts'

/** Begins and answers the session of a person after any way of signing in. */
export type Begin = (
  request: FastifyRequest,
  reply: FastifyReply,
  entered: { readonly token: string; readonly device_id: string | null },
) => Promise<unknown>

/** The context of the server's and the data endpoint's routes. */
export type HttpContext = {
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
  readonly files: Files
  readonly log: Log
  readonly cookie: CookieOptions
  readonly security: SecurityLog
  /** Readings of tax codes, in the security log. */
  readonly readings: CodeReadings
  /** Turns at the work of this server, and requests a second. */
  readonly turns: ServerTurns
  readonly rates: RequestRates
  /** Changes, exports and reads of each person in a day. */
  readonly budget: DayBudget
  /** Refuses work while the server has too much to do. */
  readonly shedding: Shedding
  /** The viewer of this request, read afresh once per request. @throws SignedOutError */
  readonly viewerOf: (request: FastifyRequest, reply?: FastifyReply) => Promise<Viewer>
  /** The same for a bare token. Null = signed out. */
  readonly viewerOfToken: (token: string) => Promise<Viewer | null>
  /** With the end of the session, for live connections. */
  readonly sessionOfToken: (token: string) => Promise<SignedIn | null>
  /** The TXT records of a domain. */
  readonly txtOf: VerbContext['txtOf']
  /** Programs with an API token. */
  readonly machines: Machines
  /** The session token of a request's cookie, or null. */
  readonly tokenOf: (headers: { readonly cookie?: string | undefined }) => string | null
  /** Whether an address is of a configured proxy. */
  readonly isProxy: IsProxy
  /** Whether the request names this server, and came encrypted where the operator says how. */
  readonly isServed: (request: IncomingMessage) => boolean
}

type Base = Omit<
  HttpContext,
  'viewerOf' | 'viewerOfToken' | 'sessionOfToken' | 'machines' | 'tokenOf' | 'isProxy' | 'isServed' | 'txtOf'
>

/** Builds the context of every route; `viewerOf` reads the session and throws without one. */
export function httpContext(base: Base): HttpContext {
  const { database, clock, cookie, rates } = base
  const token = (headers: { readonly cookie?: string | undefined }) => tokenOf(headers.cookie, cookie)
  const isProxy = trustedProxies(base.settings.trustedProxies)
  const hosts = servedHosts(base.settings)
  const isEncrypted = comesEncrypted(base.settings, isProxy)
  const sessions = new FreshReads((text) =>
    traced('session read', {}, () => readViewer(database, clock, text)),
  )
  const machines = openMachines(base)
  const viewerOfCall = openMachineCalls(machines)
  /** A token of a person's session. */
  const viewerOfSession = async (request: FastifyRequest, bearer: string): Promise<Viewer> => {
    await rates.session(bearer)
    const signedIn = await sessions.ask(bearer)
    if (signedIn === null) throw new BadTokenError()
    requireTokenRoute(request)
    const facts = requestFacts()
    if (facts) facts.viewer = signedIn.viewer
    return signedIn.viewer
  }
  return {
    ...base,
    txtOf: openNames(base.settings.dnsServers).txtOf,
    machines,
    tokenOf: token,
    isProxy,
    isServed: ({ url, headers, rawHeaders, socket }) =>
      namesOneHost(url, headers, rawHeaders) &&
      isEncrypted(headers, socket.remoteAddress) &&
      isServedHost(hostOf(headers, socket.remoteAddress, isProxy), hosts),
    viewerOfToken: async (text) => (await sessions.ask(text))?.viewer ?? null,
    sessionOfToken: (text) => sessions.ask(text),
    viewerOf: async (request, reply) => {
      const text = token(request.headers)
      const bearer = bearerOf(request.headers.authorization)
      if (bearer !== null) {
        if (text !== null) throw invalid({}, 'Send either a session or a token')
        const viewer = bearer.startsWith(SESSION_TOKEN_MARK)
          ? await viewerOfSession(request, bearer)
          : await viewerOfCall(request, reply, bearer)
        await rates.business(viewer)
        return viewer
      }
      if (text !== null) await rates.session(text)
      const signedIn = text === null ? null : await sessions.ask(text)
      if (text === null || signedIn === null) throw new SignedOutError()
      if (
        reply &&
        signedIn.viewer.impersonator_user_id === null &&
        isRenewalDue(signedIn.expires_at, clock.now()) &&
        (await renewSession(database, text, clock.now()))
      )
        sendSession(reply, text, cookie)
      const facts = requestFacts()
      if (facts) facts.viewer = signedIn.viewer
      const flag = request.headers[impersonated_header]
      if (request.method !== 'GET' && flag !== undefined) requireSamePerson(signedIn.viewer, flag === 'true')
      await rates.business(signedIn.viewer)
      return signedIn.viewer
    },
  }
}

/** Sent by the pages with calls that change something. */
const impersonated_header = 'x-stint-impersonated'

/** @throws conflict where the page shows another person than the session, since another tab began or ended acting */
export function requireSamePerson(viewer: Viewer, impersonated: boolean): void {
  if (impersonated !== (viewer.impersonator_user_id !== null))
    throw conflict(`You are acting as ${viewer.user_name} in this browser. Reload this page.`)
}

/** Gives the browser its session cookie. */
export function sendSession(reply: FastifyReply, token: string, { secret, secure }: CookieOptions): void {
  void reply.header('set-cookie', setCookie(signToken(token, secret), SESSION_IDLE_SECONDS, secure))
}

/** Gives the browser a signed cookie; 0 seconds clear it. */
export function sendCookie(
  reply: FastifyReply,
  kind: CookieKind,
  value: string,
  seconds: number,
  { secret, secure }: CookieOptions,
): void {
  void reply.header('set-cookie', setCookie(signToken(value, secret), seconds, secure, kind))
}

/** The value of a signed cookie, or null. */
export function callerCookie(
  request: FastifyRequest,
  kind: CookieKind,
  options: CookieOptions,
): string | null {
  return tokenOf(request.headers.cookie, options, kind)
}

export function clearSession(reply: FastifyReply, { secure }: CookieOptions): void {
  void reply.header('set-cookie', setCookie('', 0, secure))
}
