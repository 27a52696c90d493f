/** A server of ranges like Pwned Passwords, which answers as a test says and keeps what it was asked. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
/** Rows of other passwords with this beginning. */
const others = ['0018A45C4D1DEF81644B54AB7F969B88D65:3', '00D4F6E8FA6EECAD2A3AA415EEC418D38EC:2']

export class PwnedRanges {
  readonly asked: { readonly path: string; readonly padding: string | string[] | undefined }[] = []
  url = ''
  /** Passwords that the server knows, with the times that each was found. */
  readonly known = new Map<string, number>()
  answer: (request: IncomingMessage, response: ServerResponse) => void = (request, response) =>
    this.rows(request, response)
  readonly #server = createServer((request, response) => {
    this.asked.push({ path: request.url ?? '', padding: request.headers['add-padding'] })
    this.answer(request, response)
  })

  rows({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const prefix = url.split('/').at(-1) ?? ''
    const found = [...this.known]
      .map(([password, count]) => ({ hash: hashOf(password), count }))
      .filter(({ hash }) => hash.startsWith(prefix))
      .map(({ hash, count }) => `${hash.slice(5)}:${count}`)
    response.setHeader('content-type', 'text/plain')
    response.end([...others, ...found].join('\r\n'))
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = this.#server.address() as AddressInfo // It listens on a port.
    this.url = `http://127.0.0.1:${port}`
    return this.url
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
