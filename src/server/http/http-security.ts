/** Headers of every answer, and checks of every state-changing call. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notAllowed } from '#kernel/errors.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import { bearerOf } from '../machine/machines.server.ts'
import type { Settings } from '../settings.ts'
import type { HttpContext } from './http-context.ts'
import { isHealthPath } from './served-host.ts'

const CSRF_HEADER = 'x-stint-csrf'
const crossSite = 'This call did not come from a page of Stint. Please reload the page and try again.'

/** No inline script or style anywhere; pages are framed nowhere, and frame nothing. */
export async function addSecurityHeaders(app: FastifyInstance, is_https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(is_https ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: is_https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}

/** Reads are free; sign-out is a GET in the spec (§7) and yet changes state. */
function changesState(request: FastifyRequest): boolean {
  if (request.url.split('?')[0] === '/api/auth/logout') return true
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
}

const hostOf = (host: string | undefined): string | null =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : null

function isOurOrigin(request: FastifyRequest, settings: Settings): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (settings.publicUrl !== null && origin === new URL(settings.publicUrl).origin) return true
  // Both through URL, since browsers leave the usual port out and others do not.
  return URL.canParse(origin) && new URL(origin).host === hostOf(host)
}

/** A page whose name leads here by a trick of its DNS sends its own name as Host. */
export function refuseForeignHosts(
  app: FastifyInstance,
  { isServed, security }: Pick<HttpContext, 'isServed' | 'security'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isHealthPath(request.url) || isServed(request.raw)) return
    await security.note({ kind: 'host_refused', outcome: 'blocked', user_id: null })
    return reply
      .code(421)
      .send({ success: false, code: 'not_allowed', message: 'This address is not served here' })
  })
}

const HOUR_MS = 60 * 60 * 1000

/** A proxy that nobody configured hides all callers behind one address. */
export function warnOfProxy(
  app: FastifyInstance,
  { settings, clock, isProxy }: Pick<HttpContext, 'settings' | 'clock' | 'isProxy'>,
): void {
  if (settings.publicUrl === null) return
  let last: Instant | null = null
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress
    if (request.headers['x-forwarded-for'] === undefined || isProxy(peer)) return
    const now = clock.now()
    if (last !== null && toMs(now) - toMs(last) < HOUR_MS) return
    last = now
    request.log.warn(
      `X-Forwarded-For from ${peer} is ignored. If that is your proxy, set TRUSTED_PROXIES to its address.`,
    )
  })
}

/** Calls of mailed links. */
const linked_paths = ['/api/magic/', '/api/sign/', '/api/details/']

/** A foreign page can make the browser send our cookie, but can neither send our header nor hide its origin. */
export function refuseForgery(
  app: FastifyInstance,
  { settings, security, tokenOf }: Pick<HttpContext, 'settings' | 'security' | 'tokenOf'>,
): void {
  app.addHook('onRequest', async (request) => {
    if (!changesState(request)) return
    // No page can make a browser send a token; with a cookie beside it the call is refused later.
    if (bearerOf(request.headers.authorization) !== null && tokenOf(request.headers) === null) return
    // A mailed link is its own proof, and its calls read no cookie.
    const isLinked = linked_paths.some((path) => request.url.startsWith(path))
    if (isLinked && request.headers.token !== undefined) return
    // So is the link that ends a mail: mail programs press its button.
    if (request.url.startsWith('/unsubscribe/')) return
    // A webhook of a service is proved by the secret in its header, and reads no cookie.
    if (request.url === '/api/hooks/documenso' && request.headers['x-documenso-secret'] !== undefined) return
    const carries = request.headers[CSRF_HEADER] === '1'
    const foreign = request.headers['sec-fetch-site'] === 'cross-site' || !isOurOrigin(request, settings)
    if (carries && !foreign) return
    await security.note({ kind: 'csrf_refused', outcome: 'blocked', user_id: null })
    throw notAllowed(crossSite)
  })
}
