/** A gateway that keeps the texts it gets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Sent = { readonly authorization: string | undefined; readonly to: string; readonly text: string }

export class SmsGateway {
  readonly sent: Sent[] = []
  url = ''
  answer: (response: ServerResponse) => void = (response) => response.end()
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { to, text } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Sent
    this.sent.push({ authorization: request.headers.authorization, to, text })
    this.answer(response)
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = this.#server.address() as AddressInfo // It listens on a port.
    this.url = `http://127.0.0.1:${port}/send`
    return this.url
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The code of the last text. */
  get code(): string {
    return /code is (\d{6})/.exec(this.sent.at(-1)?.text ?? '')?.[1] ?? ''
  }
}
