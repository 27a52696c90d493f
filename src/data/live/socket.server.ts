/**
 * Subscriptions over a WebSocket, in the protocol `graphql-transport-ws` of graphql-ws and in its older `graphql-ws`.
 * Answers are passed on as the text PostgreSQL made, so that the protocol is spoken here rather than by a library that
 * takes objects.
 */
import type { IncomingMessage, Server } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Viewer } from '#entity/access.ts'
import type { Instant } from '#kernel/instant.ts'
import { callerAddress } from '#server/http/client-address.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { endSockets } from '#server/http/http-drain.ts'
import { serveUpgrades, upgradeAddress } from '#server/http/http-upgrade.ts'
import { viewer_tables } from '#server/viewer-read.server.ts'
import type { DataEndpoint, DataRequest } from '../execute.server.ts'
import { DataFault } from '../fault.ts'
import { LIMITS } from '../limits.ts'
import { catalog } from '../registry.ts'
import type { LiveQueries } from './live.server.ts'
import { liveListOf } from './live-list.server.ts'
import { bearerIn, type Caller, claimsOf, readCaller } from './socket-caller.ts'
import { type Message, parseMessage } from './socket-message.ts'
import type { SocketParts } from './socket-parts.ts'
import { Rechecks, type Watched } from './socket-recheck.server.ts'
import { type Asked, isProtocol, WORDS } from './socket-words.ts'

const PATHS: ReadonlySet<string> = new Set(['/graphql', '/v1/graphql'])
const INIT_WAIT_MS = 5_000
const PING_MS = 15_000
/** Time for the client's answer to a close; then its connection is cut. */
const CLOSE_WAIT_MS = 2_000
const EXPIRE_MS = 500
/** One connection: its viewer and its subscriptions. */
class Connection implements Watched {
  #bearer: string | null = null
  #ends_at: Instant | null = null
  readonly #parts: SocketParts
  readonly #asked = new Map<string, Asked>()
  /** Bytes of all requests that are being answered. */
  #bytes = 0
  #viewer: Viewer | null = null
  #isInit = false
  readonly #patience: NodeJS.Timeout
  #parting: NodeJS.Timeout | null = null
  /** Its turn as an open connection. */
  #release: () => void = () => undefined
  #isOver = false

  constructor(parts: SocketParts) {
    this.#parts = parts
    this.#patience = setTimeout(() => this.#close(4408, 'Connection initialisation timeout'), INIT_WAIT_MS)
  }

  #send(message: string): void {
    if (this.#parts.socket.readyState === this.#parts.socket.OPEN) this.#parts.socket.send(message)
  }

  #close(code: number, reason: string): void {
    const { socket } = this.#parts
    socket.close(code, reason)
    this.#parting ??= setTimeout(() => socket.terminate(), CLOSE_WAIT_MS)
  }

  async receive(data: RawData): Promise<void> {
    // Messages still come until the client answers the close.
    if (this.#parts.socket.readyState !== this.#parts.socket.OPEN) return
    const message = parseMessage(data)
    if (!message) return this.#close(4400, 'Invalid message received')
    const words = WORDS[this.#parts.protocol]
    switch (message.type) {
      case 'connection_init':
        return this.#init(message.payload)
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

  async #init(payload: unknown): Promise<void> {
    if (this.#isInit) return this.#close(4429, 'Too many initialisation requests')
    this.#isInit = true
    this.#bearer = bearerIn(payload)
    if (this.#bearer !== null && this.#parts.token !== null)
      return this.#close(4400, 'Send either a session or a token')
    // Starts before the session is read, so that no signal of its end is missed.
    await this.#parts.live.start()
    const caller = await this.read()
    if (!caller) return this.#close(4403, this.#bearer === null ? 'Please sign in' : 'The token is not valid')
    const { viewer } = caller
    this.#ends_at = caller.ends_at
    if (this.#isOver) return undefined
    try {
      this.#release = this.#parts.turns.socket.hold(viewer)
    } catch {
      return this.#close(4429, 'Too many connections')
    }
    this.#viewer = viewer
    clearTimeout(this.#patience)
    this.#send('{"type":"connection_ack"}')
    if (WORDS[this.#parts.protocol].is_old) this.#send('{"type":"ka"}')
  }

  /** The credentials at the opening of the connection. */
  get key(): string {
    const { token, address } = this.#parts
    return JSON.stringify(this.#bearer === null ? [token] : [this.#bearer, address])
  }

  /** Its caller as of now. */
  read(): Promise<Caller | null> {
    return this.#parts.caller(this.#bearer)
  }

  get ends_at(): Instant | null {
    return this.#ends_at
  }

  /** The session it was opened for; null before it has said so. */
  get session(): string | null {
    return this.#viewer?.session_id ?? null
  }

  get address(): string {
    return this.#parts.address
  }

  async #subscribe({ id, payload, bytes }: Message): Promise<void> {
    const viewer = this.#viewer
    if (!viewer) return this.#close(4401, 'Unauthorized')
    if (id === '') return this.#close(4400, 'Invalid message received')
    if (this.#asked.has(id)) return this.#close(4409, `Subscriber for ${id} already exists`)
    try {
      if (this.#asked.size >= LIMITS.subscriptions) {
        throw new DataFault(
          'limit-exceeded',
          `more than ${LIMITS.subscriptions} subscriptions on one connection`,
        )
      }
      if (this.#bytes + bytes > LIMITS.subscription_bytes)
        throw new DataFault('limit-exceeded', 'the subscriptions of this connection are too large')
      if (typeof payload !== 'object' || payload === null)
        throw new DataFault('invalid-json', 'the payload must be an object')
      // The name is taken at once: a second message with it must not slip in while we wait.
      this.#asked.set(id, { bytes, end: () => undefined })
      this.#bytes += bytes
      if (viewer.token) await this.#parts.count(viewer.token.id)
      const list = liveListOf(catalog(), viewer, payload)
      if (list) await this.#listen(viewer, id, list.request, list.answer)
      else await this.#begin(viewer, id, payload as DataRequest) // Its keys are checked by the endpoint.
    } catch (error) {
      this.#error(id, await this.#parts.endpoint.refused(viewer, error))
    }
  }

  async #begin(viewer: Viewer, id: string, request: DataRequest): Promise<void> {
    const { endpoint, turns, budget } = this.#parts
    await endpoint.ready()
    const kind = endpoint.kindOf(viewer, request)
    if (kind !== 'subscription') {
      // The signal of a session's end may come later than this message.
      this.meet(await this.read())
      if (this.#parts.socket.readyState !== this.#parts.socket.OPEN) return
      if (kind === 'mutation') await budget.take(viewer, 'change')
      const taken = kind === 'mutation' ? turns.verb : turns.read
      const answered = () => budget.read(viewer, () => endpoint.execute(viewer, request))
      this.#next(id, await taken.take(viewer, answered))
      return this.#complete(id)
    }
    await this.#listen(viewer, id, request, (body) => body)
  }

  async #listen(
    viewer: Viewer,
    id: string,
    request: DataRequest,
    answer: (body: string) => string,
  ): Promise<void> {
    const { endpoint, live, shedding, budget } = this.#parts
    shedding.admit('live_query')
    await endpoint.ready()
    const prepared = endpoint.prepareRequest(viewer, request)
    await endpoint.noteLive(viewer, prepared, request)
    // Later answers are asked for by changes, not by the person.
    let count = await budget.beginRead(viewer)
    await live.start()
    const asked = this.#asked.get(id)
    if (!asked) return
    const release = this.#parts.turns.live_query.hold(viewer)
    let unsubscribe = () => {}
    const end = () => {
      unsubscribe()
      release()
    }
    try {
      unsubscribe = live.subscribe(viewer, prepared, (body) => {
        count(body)
        count = () => undefined
        this.#next(id, answer(body))
      })
    } catch (error) {
      release()
      throw error
    }
    // An answer that is known already may have ended it.
    if (this.#asked.get(id) === asked) asked.end = end
    else end()
  }

  #next(id: string, body: string): void {
    if (!this.#asked.has(id)) return
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
    const asked = this.#asked.get(id)
    if (!asked) return
    this.#asked.delete(id)
    this.#bytes -= asked.bytes
    asked.end()
  }

  /** Ends the connection unless its session is as it was: another business or role is another viewer. */
  meet(now: Caller | null): void {
    const before = this.#viewer
    if (!before) return
    this.#ends_at = now?.ends_at ?? null
    const isSame = now !== null && claimsOf(now.viewer) === claimsOf(before)
    if (!isSame) this.#close(4403, 'Please sign in')
  }

  end(): void {
    clearTimeout(this.#patience)
    if (this.#parting) clearTimeout(this.#parting)
    this.#isOver = true
    this.#release()
    for (const { end } of this.#asked.values()) end()
    this.#asked.clear()
  }
}

interface SocketServer {
  readonly close: () => void
}

interface SocketOptions {
  readonly endpoint: DataEndpoint
  readonly live: LiveQueries
}

/** Connections that are open, each until its socket is closed. */
class Connections {
  readonly #open = new Map<WebSocket, Connection>()
  /** Those that have been sent a ping and have not answered yet. */
  readonly #asked = new WeakSet<WebSocket>()
  readonly #options: SocketOptions
  readonly #context: HttpContext

  constructor(options: SocketOptions, context: HttpContext) {
    this.#options = options
    this.#context = context
  }

  get all(): Iterable<Connection> {
    return this.#open.values()
  }

  /** Asks each whether it is still there, and ends those that did not say so since they were last asked. */
  ping(): void {
    for (const socket of this.#open.keys()) {
      if (this.#asked.delete(socket)) socket.terminate()
      else {
        this.#asked.add(socket)
        socket.ping()
      }
    }
  }

  end(): void {
    endSockets([...this.#open.keys()])
  }

  /** Connections without a session yet are limited for each address and in all: anybody can open one. */
  readonly hasRoomFor = (address: string): boolean => {
    let all = 0
    let own = 0
    for (const connection of this.#open.values()) {
      if (connection.session !== null) continue
      all += 1
      if (connection.address === address) own += 1
    }
    // A tenth of its connections: 10 of the usual 100.
    return all < LIMITS.strangers && own < this.#context.settings.connectionsPerAddress / 10
  }

  readonly onError = (error: unknown): void => {
    this.#context.log.error({ err: error }, 'live connection failed')
  }

  join(socket: WebSocket, request: IncomingMessage): void {
    const { protocol } = socket
    // The upgrade has refused other protocols already.
    if (!isProtocol(protocol)) {
      socket.terminate()
      return
    }
    const token = this.#context.tokenOf(request.headers)
    const { turns, budget, shedding, machines } = this.#context
    const ip = callerAddress(request, this.#context.isProxy)
    const caller = (bearer: string | null) => readCaller(this.#context, { token, bearer, ip })
    const count = (token_id: string) => machines.permits.take(token_id, 'call')
    const address = upgradeAddress(request)
    const tools = { turns, budget, shedding, caller, count }
    const parts = { ...this.#options, ...tools, socket, protocol, token, address }
    const connection = new Connection(parts)
    this.#open.set(socket, connection)
    let turn = Promise.resolve()
    let waiting = 0
    // One after the other: an init must be done before the subscription that follows it.
    socket.on('message', (data) => {
      waiting += 1
      if (waiting > LIMITS.socket_messages) return socket.close(4429, 'Too many messages at once')
      turn = turn
        .then(() => connection.receive(data))
        .catch(this.onError)
        .finally(() => {
          waiting -= 1
        })
    })
    socket.on('pong', () => this.#asked.delete(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#open.delete(socket)
      connection.end()
    })
  }
}

/** Answers the upgrade requests of the data endpoint's paths. */
export function serveSockets(server: Server, options: SocketOptions, context: HttpContext): SocketServer {
  const handleProtocols = (names: Set<string>) => [...names].find(isProtocol) ?? false
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.body_bytes, handleProtocols })
  const connections = new Connections(options, context)
  const unserve = serveUpgrades(server, {
    paths: PATHS,
    publicUrl: context.settings.publicUrl,
    isServed: context.isServed,
    hasRoom: connections.hasRoomFor,
    speaks: (names) => names.some(isProtocol),
    take: (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (one) => connections.join(one, request)),
  })

  const rechecks = new Rechecks({
    watched: () => connections.all,
    onError: connections.onError,
  })
  const unwatch = options.live.watch((signal) => {
    if (signal === null || viewer_tables.has(signal.table)) rechecks.request()
  })
  const pings = setInterval(() => connections.ping(), PING_MS).unref()
  const ends = setInterval(() => rechecks.expire(context.clock.now()), EXPIRE_MS).unref()
  return {
    close: () => {
      clearInterval(pings)
      clearInterval(ends)
      unwatch()
      unserve()
      connections.end()
      sockets.close()
    },
  }
}
