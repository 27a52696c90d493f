/**
 * Subscriptions over a WebSocket, in the protocol `graphql-transport-ws` of graphql-ws and in its older `graphql-ws`.
 * Answers are passed on as the text PostgreSQL made, so that the protocol is spoken here rather than by a library that
 * takes objects.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Viewer } from '#entity/access.ts'
import type { HttpContext } from '#server/http-context.ts'
import type { DataEndpoint, DataRequest } from './execute.server.ts'
import { DataFault, faultBody, faultOf } from './fault.ts'
import { LIMITS } from './limits.ts'
import type { LiveQueries } from './live.server.ts'

const PATHS: ReadonlySet<string> = new Set(['/graphql', '/v1/graphql'])
const INIT_WAIT_MS = 5_000
const PING_MS = 15_000
/** Signals of these tables may end a session or change what it may do. */
const SESSION_TABLES: ReadonlySet<string> = new Set([
  'auth.session',
  'platform.user',
  'business.business_contact',
  'business.business',
])

/** The words of each protocol for the same things. */
const WORDS = {
  'graphql-transport-ws': { subscribe: 'subscribe', next: 'next', stop: 'complete', is_old: false },
  'graphql-ws': { subscribe: 'start', next: 'data', stop: 'stop', is_old: true },
} as const
type Protocol = keyof typeof WORDS

const isProtocol = (name: string): name is Protocol => Object.hasOwn(WORDS, name)

interface Message {
  readonly type: string
  readonly id: string
  readonly payload: unknown
}

function parseMessage(data: RawData): Message | null {
  try {
    const text = Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString() // ws gives buffers.
    const { type, id, payload } = JSON.parse(text) as Record<string, unknown> // Anything at all: read below.
    return typeof type === 'string' ? { type, id: typeof id === 'string' ? id : '', payload } : null
  } catch {
    return null
  }
}

interface SocketParts {
  readonly socket: WebSocket
  readonly protocol: Protocol
  readonly endpoint: DataEndpoint
  readonly live: LiveQueries
  /** Reads the session afresh; null when it is over. */
  readonly viewer: () => Promise<Viewer | null>
}

/** One connection: who it is, and what it listens to. */
class Connection {
  readonly #parts: SocketParts
  readonly #ends = new Map<string, () => void>()
  #viewer: Viewer | null = null
  #isInit = false
  readonly #patience: NodeJS.Timeout

  constructor(parts: SocketParts) {
    this.#parts = parts
    this.#patience = setTimeout(() => this.#close(4408, 'Connection initialisation timeout'), INIT_WAIT_MS)
  }

  #send(message: string): void {
    if (this.#parts.socket.readyState === this.#parts.socket.OPEN) this.#parts.socket.send(message)
  }

  #close(code: number, reason: string): void {
    this.#parts.socket.close(code, reason)
  }

  async receive(data: RawData): Promise<void> {
    const message = parseMessage(data)
    if (!message) return this.#close(4400, 'Invalid message received')
    const words = WORDS[this.#parts.protocol]
    switch (message.type) {
      case 'connection_init':
        return this.#init()
      case 'ping':
        return this.#send('{"type":"pong"}')
      case 'pong':
        return undefined
      case 'connection_terminate':
        return this.#close(1000, 'Terminated')
      case words.subscribe:
        return this.#subscribe(message)
      case words.stop:
        return this.#stop(message.id)
      default:
        return this.#close(4400, 'Invalid message received')
    }
  }

  async #init(): Promise<void> {
    if (this.#isInit) return this.#close(4429, 'Too many initialisation requests')
    this.#isInit = true
    this.#viewer = await this.#parts.viewer()
    if (!this.#viewer) return this.#close(4403, 'Please sign in')
    clearTimeout(this.#patience)
    this.#send('{"type":"connection_ack"}')
    if (WORDS[this.#parts.protocol].is_old) this.#send('{"type":"ka"}')
  }

  async #subscribe({ id, payload }: Message): Promise<void> {
    const viewer = this.#viewer
    if (!viewer) return this.#close(4401, 'Unauthorized')
    if (id === '') return this.#close(4400, 'Invalid message received')
    if (this.#ends.has(id)) return this.#close(4409, `Subscriber for ${id} already exists`)
    try {
      if (this.#ends.size >= LIMITS.subscriptions) {
        throw new DataFault(
          'limit-exceeded',
          `more than ${LIMITS.subscriptions} subscriptions on one connection`,
        )
      }
      if (typeof payload !== 'object' || payload === null)
        throw new DataFault('invalid-json', 'the payload must be an object')
      await this.#begin(viewer, id, payload as DataRequest) // Its keys are checked by the endpoint.
    } catch (error) {
      this.#error(id, faultBody(faultOf(error)))
    }
  }

  async #begin(viewer: Viewer, id: string, request: DataRequest): Promise<void> {
    const { endpoint, live } = this.#parts
    // The name is taken at once: a second message with it must not slip in while we wait.
    this.#ends.set(id, () => undefined)
    await endpoint.ready()
    const kind = endpoint.kindOf(viewer, request)
    if (kind !== 'subscription') {
      this.#next(id, await endpoint.execute(viewer, request))
      return this.#complete(id)
    }
    const prepared = endpoint.prepareRequest(viewer, request)
    await live.start()
    if (!this.#ends.has(id)) return
    this.#ends.set(
      id,
      live.subscribe(viewer, prepared, (body) => this.#next(id, body)),
    )
  }

  #next(id: string, body: string): void {
    if (!this.#ends.has(id)) return
    const { next } = WORDS[this.#parts.protocol]
    if (body.startsWith('{"errors"')) this.#error(id, body)
    else if (this.#parts.socket.bufferedAmount > LIMITS.socket_bytes)
      this.#close(4429, 'Answers are not being read')
    else this.#send(`{"id":${JSON.stringify(id)},"type":"${next}","payload":${body}}`)
  }

  /** A refusal ends the subscription. The newer protocol sends the list of errors, the older one of them. */
  #error(id: string, body: string): void {
    this.#stop(id)
    const { errors } = JSON.parse(body) as { errors: unknown[] } // Made by faultBody.
    const payload = WORDS[this.#parts.protocol].is_old ? errors[0] : errors
    this.#send(JSON.stringify({ id, type: 'error', payload }))
  }

  #complete(id: string): void {
    this.#stop(id)
    this.#send(JSON.stringify({ id, type: 'complete' }))
  }

  #stop(id: string): void {
    this.#ends.get(id)?.()
    this.#ends.delete(id)
  }

  /** Ends the connection unless its session is as it was: another business or role is another viewer. */
  async recheck(): Promise<void> {
    const before = this.#viewer
    if (!before) return
    const now = await this.#parts.viewer()
    const isSame = now !== null && JSON.stringify(now) === JSON.stringify(before)
    if (!isSame) this.#close(4403, 'Please sign in')
  }

  end(): void {
    clearTimeout(this.#patience)
    for (const stop of this.#ends.values()) stop()
    this.#ends.clear()
  }
}

/** Is the page that opens the socket one of ours? A socket carries the cookie whoever opens it. */
function isOurs(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return (publicUrl !== null && origin === new URL(publicUrl).origin) || new URL(origin).host === host
}

export interface SocketServer {
  readonly close: () => void
}

/** Answers the upgrade requests of the data endpoint's paths. */
export function serveSockets(
  server: Server,
  endpoint: DataEndpoint,
  live: LiveQueries,
  context: HttpContext,
): SocketServer {
  const handleProtocols = (names: Set<string>) => [...names].find(isProtocol) ?? false
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.body_bytes, handleProtocols })
  const connections = new Map<WebSocket, Connection>()
  const onError = (error: unknown) => context.log.error({ err: error }, 'live connection failed')

  const join = (socket: WebSocket, request: IncomingMessage) => {
    if (!isProtocol(socket.protocol)) return socket.close(4406, 'Subprotocol not acceptable')
    const token = context.tokenOf(request.headers)
    const viewer = () => (token === null ? Promise.resolve(null) : context.viewerOfToken(token))
    const connection = new Connection({ socket, protocol: socket.protocol, endpoint, live, viewer })
    connections.set(socket, connection)
    let turn = Promise.resolve()
    // One after the other: an init must be done before the subscription that follows it.
    socket.on('message', (data) => {
      turn = turn.then(() => connection.receive(data)).catch(onError)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      connections.delete(socket)
      connection.end()
    })
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0] ?? ''
    if (!PATHS.has(path)) return
    if (!isOurs(request, context.settings.publicUrl)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (one) => join(one, request))
  }
  server.on('upgrade', upgrade)

  const recheckAll = () => {
    for (const connection of connections.values()) connection.recheck().catch(onError)
  }
  const unwatch = live.watch((signal) => {
    if (signal === null || SESSION_TABLES.has(signal.table)) recheckAll()
  })
  const pings = setInterval(() => {
    for (const socket of connections.keys()) socket.ping()
  }, PING_MS).unref()
  return {
    close: () => {
      clearInterval(pings)
      unwatch()
      server.off('upgrade', upgrade)
      for (const socket of connections.keys()) socket.terminate()
      sockets.close()
    },
  }
}
