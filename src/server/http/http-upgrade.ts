/** Upgrade requests. Node hands their sockets over for good, so each is either taken or closed here. */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusalHeaders } from './early-headers.ts'
import { addressKey } from './http-limits.ts'

type UpgradeOptions = {
  readonly paths: ReadonlySet<string>
  readonly publicUrl: string | null
  /** Does the request name this server? */
  readonly isServed: (request: IncomingMessage) => boolean
  /** May this address open one more socket without a session? */
  readonly hasRoom: (address: string) => boolean
  /** Is one of these the protocol of our sockets? */
  readonly speaks: (protocols: readonly string[]) => boolean
  readonly take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/** Is the opening page ours? A browser sends the cookie for any page. */
function isOurs({ headers }: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return (publicUrl !== null && origin === new URL(publicUrl).origin) || new URL(origin).host === host
}

function refuse(socket: Duplex, status: number, is_https: boolean): void {
  const headers = {
    connection: 'close',
    'content-length': '0',
    ...(status === 429 ? { 'retry-after': '5' } : {}),
    ...refusalHeaders(is_https, randomUUID()),
  }
  const lines = Object.entries(headers).map((line) => `${line.join(': ')}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy())
}

/** The status that refuses this request, or null. */
function refusalOf(request: IncomingMessage, options: UpgradeOptions): number | null {
  const path = request.url?.split('?')[0] ?? ''
  if (!options.paths.has(path)) return 404
  if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') return 400
  if (!options.isServed(request)) return 421
  if (!isOurs(request, options.publicUrl)) return 403
  if (!options.hasRoom(upgradeAddress(request))) return 429
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return options.speaks(protocols) ? null : 400
}

/** The holder of the address that a socket comes from. */
export function upgradeAddress({ socket }: IncomingMessage): string {
  return addressKey(socket.remoteAddress ?? '')
}

/** Answers every upgrade request of the server. @returns its end */
export function serveUpgrades(server: Server, options: UpgradeOptions): () => void {
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // First of all: a reset before the handshake would end the process.
    socket.on('error', () => socket.destroy())
    const status = refusalOf(request, options)
    if (status === null) options.take(request, socket, head)
    else refuse(socket, status, options.publicUrl?.startsWith('https:') ?? false)
  }
  server.on('upgrade', upgrade)
  return () => server.off('upgrade', upgrade)
}
