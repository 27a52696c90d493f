/** Connections that are held: half-open ones, slow uploads, and live queries. */
import http from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { pdf } from '#test/fixtures/files.ts'
import type { Tell } from './client.ts'
import { addresses, headersOf, multipart } from './client.ts'

/** As many as one address may have, with room for connections that still close. */
const AN_ADDRESS = 90

const UPGRADE =
  'GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
const HALF = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
const SLOW =
  'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'

type Counts = { readonly upgrades: number; readonly halves: number; readonly bodies: number }

/** Opens raw connections, sends a few bytes on each, and holds them. */
export async function hold(
  server: string,
  signal: AbortSignal,
  { upgrades, halves, bodies }: Counts,
): Promise<void> {
  const { hostname, port } = new URL(server)
  const texts = [
    ...Array.from({ length: upgrades }, () => UPGRADE),
    ...Array.from({ length: halves }, () => HALF),
    ...Array.from({ length: bodies }, () => SLOW),
  ]
  const from = addresses(4, Math.ceil(texts.length / AN_ADDRESS))
  const sockets = texts.map((text, n) => {
    const localAddress = from[Math.floor(n / AN_ADDRESS)] ?? '127.0.0.1'
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    socket.on('error', () => undefined).resume()
    socket.write(text)
    return socket
  })
  while (!signal.aborted) await pause(50)
  for (const socket of sockets) socket.destroy()
}

type Uploads = {
  readonly cookie: string
  readonly timesheet_id: string
  readonly count: number
  readonly bytes: number
}

const TICK_MS = 100
const BYTES_A_TICK = 5_000

/** Uploads at 50 kB a second each. */
export async function trickle(
  server: string,
  signal: AbortSignal,
  tell: Tell,
  { cookie, timesheet_id, count, bytes }: Uploads,
): Promise<void> {
  const { hostname, port } = new URL(server)
  const agent = new http.Agent()
  const file = Buffer.concat([pdf('slow'), Buffer.alloc(bytes)])
  const one = async (n: number) => {
    const { type, body } = multipart({
      fields: { parent_entity: 'transaction.timesheet', path: `${timesheet_id}/Slow ${n}.pdf` },
      file_name: `Slow ${n}.pdf`,
      bytes: file,
    })
    const from_ms = performance.now()
    const headers = { ...headersOf(cookie), 'content-type': type, 'content-length': String(body.length) }
    const path = '/api/storage/upload'
    const request = http.request({ host: hostname, port, agent, method: 'POST', path, headers })
    let isOver = false
    request.once('error', () => {
      isOver = true
    })
    request.once('response', (response) => {
      isOver = true
      let text = ''
      response.on('data', (part: Buffer) => {
        text += part.toString()
      })
      tell({
        status: response.statusCode ?? 0,
        took_ms: performance.now() - from_ms,
        retry_after: response.headers['retry-after'],
        text,
      })
    })
    for (let at = 0; at < body.length && !isOver && !signal.aborted; at += BYTES_A_TICK) {
      request.write(body.subarray(at, at + BYTES_A_TICK))
      await pause(TICK_MS)
    }
    while (!isOver && !signal.aborted) await pause(TICK_MS)
    request.destroy()
  }
  await Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  agent.destroy()
}

const watched = (n: number) => ({
  query: `subscription { rows: transaction_timesheet(limit: ${1 + (n % 50)}, order_by: [{ updated_at: desc }]) { id human_id status updated_at client { id name } } }`,
})

/** Opens sockets with live queries. @returns once all are subscribed or refused */
export async function liveLists(
  server: string,
  cookie: string,
  sockets: number,
  queries: number,
): Promise<{ readonly close: () => void }> {
  const opened = await Promise.all(
    Array.from(
      { length: sockets },
      (_, no) =>
        new Promise<WebSocket>((resolve) => {
          const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
            headers: { cookie },
            localAddress: addresses(5, sockets)[no],
          })
          socket.on('error', () => resolve(socket))
          socket.on('open', () => socket.send('{"type":"connection_init"}'))
          socket.on('message', (data: Buffer) => {
            if (!data.toString().startsWith('{"type":"connection_ack"')) return
            for (let n = 0; n < queries; n += 1)
              socket.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: watched(n) }))
            resolve(socket)
          })
          socket.on('close', () => resolve(socket))
        }),
    ),
  )
  return {
    close: () => {
      for (const socket of opened) socket.terminate()
    },
  }
}
