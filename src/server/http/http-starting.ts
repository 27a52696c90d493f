/** The address while the product starts: a page with its progress, and a 503 for every call. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { LOOPBACK } from '../settings/settings-kinds.ts'
import { earlyHeaders } from './early-headers.ts'

/** Shown by scripts/launch.mjs as well, while packages are installed. */
const page = readFileSync(new URL('starting-page.html', import.meta.url), 'utf8')

export type Progress = {
  /** A sentence about the step under way. */
  readonly step: string
  /** The part of the step that is done, from 0 to 1; absent where it is not known. */
  readonly done?: number
}

export type Starting = {
  readonly port: number
  readonly show: (progress: Progress) => void
  readonly close: () => Promise<void>
}

/** Answers at the address until it is closed. `is_https`: browsers reach the address by https. */
export async function serveStarting(host: string, port: number, is_https = false): Promise<Starting> {
  let progress: Progress | null = null
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    response.writeHead(503, {
      ...earlyHeaders(is_https),
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      connection: 'close',
    })
    response.end(isPage ? page : waiting(progress))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    show: (next) => {
      progress = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const waiting = (progress: Progress | null) =>
  JSON.stringify({
    success: false,
    code: 'unavailable',
    message: 'Stint is starting. Please wait.',
    progress,
  })

/**
 * The address of a listening host and port, for people. This machine and a wildcard are reached as localhost: browsers offer
 * no passkey at the number of a machine.
 */
export function addressOf(host: string, port: number): string {
  const isHere = LOOPBACK.includes(host) || ['0.0.0.0', '::'].includes(host)
  const name = isHere ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
