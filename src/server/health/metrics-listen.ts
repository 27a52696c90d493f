/** The address of the metrics, apart from that of the product. */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Served } from '../commands/command-parts.ts'
import { earlyHeaders } from '../http/early-headers.ts'
import type { Log } from '../log.ts'
import type { MetricsAddress } from '../settings/settings-metrics.ts'
import { registry } from './metrics.ts'

function isRight({ headers }: IncomingMessage, token: string | null): boolean {
  if (token === null) return true
  const sent = Buffer.from(headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return sent.length === right.length && timingSafeEqual(sent, right)
}

/**
 * Answers `GET /metrics`.
 * @returns null where another program has the usual port
 * @throws Error where another program has the port that the settings name
 */
export async function serveMetrics({
  at,
  measure,
  log,
}: {
  readonly at: MetricsAddress
  readonly measure: () => Promise<void>
  readonly log: Pick<Log, 'error'>
}): Promise<Served | null> {
  const answer: RequestListener = async (request, response) => {
    response.setHeaders(new Map(Object.entries(earlyHeaders(at.tls !== null))))
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    if (!isRight(request, at.token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    try {
      await measure()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      response.writeHead(503).end()
    }
  }
  const server =
    at.tls === null ? createServer(answer) : createTlsServer({ ...at.tls, minVersion: 'TLSv1.2' }, answer)
  const opened = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve)
    server.listen(at.port, at.host, () => resolve(null))
  })
  if (opened !== null) {
    if (!at.isAsked) return null
    throw new Error(
      `The metrics cannot be served at ${at.host}:${at.port} (${opened.message}): set METRICS_ADDRESS to another address, or to off.`,
    )
  }
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `${at.tls === null ? 'http' : 'https'}://${at.host.includes(':') ? `[${at.host}]` : at.host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
