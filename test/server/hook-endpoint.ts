/** An endpoint of webhooks, with a certificate of the tests. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { test_ca, test_certificate, test_certificate_key } from '../fixtures/tls.ts'

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly url: string }

export type Answering = (response: ServerResponse, received: Received) => void

/** This process trusts the authority of the tests from here on. */
export function trustTests(): void {
  const known = getCACertificates('default')
  if (!known.includes(test_ca)) setDefaultCACertificates([...known, test_ca])
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

export class HookEndpoint {
  readonly received: Received[] = []
  connections = 0
  answer: Answering = (response) => response.end()
  readonly #server: Server
  #waiting: (() => void)[] = []

  constructor() {
    this.#server = createServer(
      { cert: test_certificate, key: test_certificate_key },
      (request, response) => void this.#take(request, response),
    )
    this.#server.on('connection', () => {
      this.connections += 1
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { headers: request.headers, body: await bodyOf(request), url: request.url ?? '' }
    this.received.push(received)
    this.answer(response, received)
    for (const tell of this.#waiting.splice(0)) tell()
  }

  /** Until so many requests have come. */
  async until(count: number): Promise<void> {
    while (this.received.length < count)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
  }

  async listen(host = '127.0.0.1'): Promise<number> {
    trustTests()
    await new Promise<void>((resolve) => {
      this.#server.listen(0, host, resolve)
    })
    return this.port
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port // It listens on a port.
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hooks`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }
}
