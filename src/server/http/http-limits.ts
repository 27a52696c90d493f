/** Limits of connections and bodies, so that half-open and slow clients hold no descriptor for long. */
import type { IncomingMessage, Server } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const HTTP_LIMITS = {
  headers_ms: 10_000,
  header_bytes: 16 * 1024,
  header_fields: 100,
  /** A whole body of a normal route. */
  body_ms: 15_000,
  /** A whole request with an upload. */
  upload_ms: 300_000,
  /** The least bytes of an upload in each stretch. */
  upload_stretch_ms: 10_000,
  upload_stretch_bytes: 80 * 1024,
  keep_alive_ms: 20_000,
  requests_a_connection: 1000,
  connections: 6000,
  connections_an_address: 100,
  /** How often Node looks for late headers and bodies. */
  look_ms: 2000,
} as const

export type HttpLimits = { readonly [K in keyof typeof HTTP_LIMITS]: number }

/** The part of the limits that Node holds by itself, as options of Fastify. */
export function serverLimits(limits: HttpLimits) {
  return {
    requestTimeout: limits.upload_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    maxRequestsPerSocket: limits.requests_a_connection,
    http: {
      headersTimeout: limits.headers_ms,
      maxHeaderSize: limits.header_bytes,
      connectionsCheckingInterval: limits.look_ms,
    },
  }
}

/** The holder of an address: one IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (isIP(plain) !== 6) return plain
  const [before = '', after] = plain.split('%')[0]?.split('::') ?? []
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const all = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/** Closes connections over the limit of their address as they are accepted. `isExempt`: a trusted proxy. */
export function limitConnections(
  server: Server,
  limits: HttpLimits,
  isExempt: (address: string) => boolean,
): void {
  const open = new Map<string, number>()
  server.maxConnections = limits.connections
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isExempt(address)) return
    const key = addressKey(address)
    const count = (open.get(key) ?? 0) + 1
    if (count > limits.connections_an_address) {
      socket.destroy()
      return
    }
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    })
  })
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node itself ends a request that took too long: 408, and the connection is closed. */
function endLate(server: Server, reply: FastifyReply, socket: Socket): void {
  if (reply.raw.headersSent) socket.destroy()
  else
    server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

/** Ends the request if its body is not whole in time, or an upload comes too slowly. */
function watchBody(server: Server, request: FastifyRequest, reply: FastifyReply, limits: HttpLimits): void {
  const { raw } = request
  const { socket } = raw
  const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
  let had = socket.bytesRead
  const isLate = (): boolean => {
    if (!isUpload) return true
    const brought = socket.bytesRead - had
    had = socket.bytesRead
    return brought < limits.upload_stretch_bytes
  }
  const look = setInterval(
    () => {
      if (raw.complete || socket.destroyed) clearInterval(look)
      else if (isLate()) {
        clearInterval(look)
        endLate(server, reply, socket)
      }
    },
    isUpload ? limits.upload_stretch_ms : limits.body_ms,
  ).unref()
  raw.once('end', () => clearInterval(look))
}

/** Refuses too many header fields, and ends bodies that come too slowly. */
export function limitRequests(app: FastifyInstance, limits: HttpLimits): void {
  // Node would drop the fields past its limit without a word, so it reads twice as many as we allow.
  app.server.maxHeadersCount = 2 * limits.header_fields
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (raw.httpVersion === '1.0') void reply.header('connection', 'close')
    if (raw.rawHeaders.length / 2 > limits.header_fields) {
      void reply.code(431).header('connection', 'close').send({
        success: false,
        message: 'The request has too many header fields',
        code: 'invalid',
      })
      return
    }
    // Requests of a test come without a socket.
    if (bringsBody(raw) && raw.socket instanceof Socket) watchBody(app.server, request, reply, limits)
    done()
  })
}
