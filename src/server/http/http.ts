/** The web server: product API, data endpoint and pages on one port. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { magicRoutes } from '#business/decisions/magic.http.ts'
import { templateRoutes } from '#business/document-templates/make-document.http.ts'
import { importRoutes } from '#business/imports/import.http.ts'
import { unsubscribeRoutes } from '#business/inbox/unsubscribe.http.ts'
import { ledgerCheckRoutes } from '#business/ledger/ledger-check.http.ts'
import { ownDetailsRoutes } from '#business/own-details/own-details.http.ts'
import { documensoRoutes } from '#business/signing/documenso.http.ts'
import { prefillRoutes } from '#business/signing/prefill.http.ts'
import { signingRoutes } from '#business/signing/signing.http.ts'
import { dataRoutes } from '#data/http.server.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { authRoutes } from '../auth/auth-http.ts'
import { sessionRoutes } from '../auth/auth-session-http.ts'
import type { Installation } from '../commands/command-installation.ts'
import type { Served } from '../commands/command-parts.ts'
import { categories } from '../database-roles.ts'
import { healthRoutes } from '../health/health-http.ts'
import { openReadiness, type Readiness } from '../health/readiness.server.ts'
import { noteRequests } from '../health/request-line.ts'
import { type Log, openLog } from '../log.ts'
import { lookupRoutes } from '../lookups/lookup-http.ts'
import { pdfRoutes } from '../pdf/pdf-http.ts'
import { openCodeReadings } from '../security/code-readings.server.ts'
import { keepRequestFacts } from '../security/request-facts.ts'
import { noteRefusal, openSecurityLog } from '../security/security-log.server.ts'
import { installationRoutes } from '../setup/installation-http.ts'
import { setupRoutes } from '../setup/setup-http.ts'
import { signingCertificateRoutes } from '../signing/signing-certificate-http.ts'
import { openFiles } from '../storage.server.ts'
import { traceRequests } from '../trace/trace-requests.ts'
import { openDayBudget } from '../turns/day-budget.server.ts'
import { countNodes } from '../turns/live-nodes.server.ts'
import { openTurns } from '../turns/open-turns.ts'
import { requestRates } from '../turns/request-rates.ts'
import { openShedding } from '../turns/shedding.ts'
import { keepException } from './api-exception.server.ts'
import { peopleRoutes } from './api-people.ts'
import { permissionRoutes } from './api-permission.ts'
import { trustedProxies } from './client-address.ts'
import { fileRoutes } from './file-routes.ts'
import { type HttpContext, httpContext } from './http-context.ts'
import { drainOnClose } from './http-drain.ts'
import { answerBroken, answerFailures, answerUnreadable } from './http-errors.ts'
import { HTTP_LIMITS, type HttpLimits, limitConnections, limitRequests, serverLimits } from './http-limits.ts'
import { addSecurityHeaders, refuseForeignHosts, refuseForgery, warnOfProxy } from './http-security.ts'
import { addressOf } from './http-starting.ts'
import { serveWeb } from './http-web.ts'
import { listenAtFirst } from './listen-ports.ts'
import { limitStrangers } from './stranger-rate.ts'

const BODY_BYTES_MAX = 2 * 1024 * 1024

type HttpOptions = {
  readonly installation: Pick<Installation, 'settings' | 'database' | 'sessionSecret'>
  readonly host: string
  readonly webFolder: string
  /** The system's when absent. */
  readonly clock?: Clock
  readonly log?: Log
  /** Of the process; the application's own when absent. */
  readonly readiness?: Readiness
  /** Over `HTTP_LIMITS`. */
  readonly limits?: Partial<HttpLimits>
}

/** Calls that their rooms and parts answer themselves. */
const own_routes = [
  documensoRoutes,
  importRoutes,
  ledgerCheckRoutes,
  lookupRoutes,
  magicRoutes,
  signingCertificateRoutes,
  ownDetailsRoutes,
  prefillRoutes,
  signingRoutes,
  templateRoutes,
  unsubscribeRoutes,
]

/** The application without a socket; tests send it requests directly. */
export async function buildApp(options: HttpOptions): Promise<FastifyInstance> {
  const { settings, database, sessionSecret } = options.installation
  const is_https = settings.publicUrl?.startsWith('https:') ?? false
  const log = options.log ?? openLog(settings.logLevel)
  const limits: HttpLimits = {
    ...HTTP_LIMITS,
    connections_an_address: settings.connectionsPerAddress,
    ...options.limits,
  }
  const isProxy = trustedProxies(settings.trustedProxies)
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger, // Fastify's type of a logger is wider than pino's own.
    // Each request has one line of our own (request-line.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: isProxy,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable(is_https),
    clientErrorHandler: answerBroken(is_https, log),
    ...serverLimits(limits),
  })
  limitConnections(app.server, limits, isProxy)
  const clock = options.clock ?? systemClock
  const security = openSecurityLog({ database: database.session, clock, log })
  const context = httpContext({
    settings,
    database,
    clock,
    files: openFiles(settings.files),
    log,
    ...limitWork(app, options.installation, log),
    cookie: { secret: sessionSecret, secure: is_https },
    security,
    budget: openDayBudget({
      ...{ pool: database.session.pool, clock, security, secret: sessionSecret },
      most: settings.dayMost,
    }),
    readings: openCodeReadings({ database, clock, log, security }),
  })
  const readiness = options.readiness ?? ownReadiness(app, context)
  drainOnClose(app, readiness)
  traceRequests(app)
  keepRequestFacts(app)
  noteRequests(app)
  app.addHook('onClose', context.security.close)
  await addSecurityHeaders(app, is_https)
  limitRequests(app, limits)
  await app.register(compress, { threshold: 1024 })
  await app.register(rateLimit, { global: false })
  refuseForeignHosts(app, context)
  warnOfProxy(app, context)
  refuseForgery(app, context)
  limitStrangers(app, context)
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
  })
  answerFailures(app, await serveWeb(app, options.webFolder), {
    onFault: (request, error) => keepException(context, request, error),
    onRefusal: (code) => noteRefusal(context.security, code),
  })
  await addRoutes(app, context, readiness)
  return app
}

async function addRoutes(
  app: FastifyInstance,
  context: HttpContext,
  readiness: Parameters<typeof healthRoutes>[2],
): Promise<void> {
  healthRoutes(app, context, readiness)
  setupRoutes(app, context)
  installationRoutes(app, context)
  authRoutes(app, context)
  peopleRoutes(app, context)
  sessionRoutes(app, context)
  permissionRoutes(app, context)
  await dataRoutes(app, context)
  pdfRoutes(app, context)
  await fileRoutes(app, context)
  for (const routes of own_routes) routes(app, context)
}

/** Turns and rates of this server: its part of those of all live servers. */
function limitWork(
  app: FastifyInstance,
  { settings, database }: HttpOptions['installation'],
  log: Log,
): Pick<HttpContext, 'turns' | 'rates' | 'shedding'> {
  const { pool } = database.session
  const { count: nodes, look, close } = countNodes(pool)
  const shedding = openShedding({
    pools: [database.app, pool, ...categories.map(database.reader)],
    log,
    limit_ms: settings.shedDelayMs,
  })
  app.addHook('onListen', async () => shedding.start())
  app.addHook('onClose', async () => shedding.close())
  // Without a database the timer asks again.
  app.addHook('onListen', () => look().catch(() => undefined))
  app.addHook('onClose', async () => close())
  return {
    shedding,
    turns: openTurns({ nodes, node_id: randomUUID(), pool }),
    rates: requestRates({ a_second: settings.requestsPerSecond, nodes }),
  }
}

function ownReadiness(app: FastifyInstance, context: HttpContext): Readiness {
  const readiness = openReadiness(context)
  app.addHook('onClose', async () => readiness.close())
  return readiness
}

type Serving = Served & {
  /** Ends the connections that are still open. */
  readonly cut: () => void
}

/**
 * Serves until closed.
 * @param options.ports tried in turn
 * @param options.readiness says `stopping` from the call of `close` on
 * @param drain_ms answers go on for this long after `close`, so that a balancer finds other servers
 */
export async function serve(
  options: HttpOptions & { readonly readiness: Readiness; readonly ports: readonly number[] },
  drain_ms: number,
): Promise<Serving> {
  const app = await buildApp(options)
  const listening = await listenAtFirst(options.ports, (port) => app.listen({ host: options.host, port }))
  return {
    url: addressOf(options.host, Number(new URL(listening).port)),
    close: async () => {
      options.readiness.stop()
      await pause(drain_ms)
      await app.close()
    },
    cut: () => app.server.closeAllConnections(),
  }
}
