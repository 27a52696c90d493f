/** Clients that each keep one connection and ask again as soon as they were answered. */
import { connect, type Socket } from 'node:net'
import type { ListCase } from './list.ts'

export interface Asked {
  readonly body: string
  readonly agency: number
}

export interface Measured {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[]
}

/** A sequence of numbers below 1, the same for every server that is compared. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const STATUSES = ['open', 'closed', 'cancelled']

/** One request in five is the largest agency's; the rest go round the others. */
export function caseOf(random: () => number, agencies: number): ListCase {
  const agency = random() < 0.2 ? 1 : 2 + Math.floor(random() * (agencies - 1))
  return { agency, status: STATUSES[Math.floor(random() * STATUSES.length)] ?? 'open' }
}

function message({ body, agency }: Asked): string {
  return `POST / HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nX-Agency: ${agency}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Sends one request and waits for the whole answer. @returns the body */
export function roundTrip(socket: Socket, asked: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    let got: Buffer = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk])
      const head = got.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(got.toString('latin1', 0, head))?.[1])
      if (got.length < head + 4 + length) return
      socket.off('data', onData)
      socket.off('error', reject)
      resolve(got.toString('utf8', head + 4))
    }
    socket.on('data', onData)
    socket.on('error', reject)
    socket.write(message(asked))
  })
}

export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })

/** Loads a server with `clients` for `seconds`. @throws when an answer is not what was asked for */
export async function load(
  port: number,
  clients: number,
  seconds: number,
  next: () => Asked,
): Promise<Measured> {
  const latencies: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const socket = await openSocket(port)
      while (performance.now() < until) {
        const asked = next()
        const from = performance.now()
        const body = await roundTrip(socket, asked)
        latencies.push(performance.now() - from)
        if (!body.startsWith('{"data":')) throw new Error(`The server answered ${body.slice(0, 300)}`)
      }
      socket.destroy()
    }),
  )
  const took = (performance.now() - started) / 1000
  return { requests: latencies.length, seconds: took, latencies: latencies.sort((a, b) => a - b) }
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
