/** Documenso's API as far as we call it: envelopes in memory, signed and declined by the test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { present } from '#kernel/assert.ts'

type Recipient = {
  id: number
  email: string
  role: string
  token: string
  sendStatus: string
  readStatus: string
  signingStatus: string
  rejectionReason: string | null
  fields: readonly Readonly<Record<string, unknown>>[]
}
type Kept = {
  id: string
  status: string
  externalId: string
  title: string
  recipients: Recipient[]
  file: Buffer
  cancelled: string | null
  reminded: number[]
}

export class DocumensoStub {
  readonly envelopes: Kept[] = []
  readonly token = 'api_test_token'
  url = ''
  /** Answers nothing but this status, as a service that is down. */
  down: number | null = null
  readonly #server = createServer((request, response) => void this.#take(request, response))

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

  get last(): Kept {
    return present(this.envelopes.at(-1), 'an envelope')
  }

  /** The recipient of an address does this; the envelope completes with the last signature. */
  sign(email: string): void {
    this.#recipient(email).signingStatus = 'SIGNED'
    if (this.last.recipients.every(({ role, signingStatus }) => role === 'CC' || signingStatus === 'SIGNED'))
      this.last.status = 'COMPLETED'
  }
  open(email: string): void {
    this.#recipient(email).readStatus = 'OPENED'
  }
  reject(email: string, reason: string): void {
    Object.assign(this.#recipient(email), { signingStatus: 'REJECTED', rejectionReason: reason })
    this.last.status = 'REJECTED'
  }

  #recipient(email: string): Recipient {
    return present(
      this.last.recipients.find((one) => one.email === email),
      `the recipient ${email}`,
    )
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    if (request.headers.authorization !== this.token) return void response.writeHead(401).end()
    if (this.down !== null) return void response.writeHead(this.down).end()
    const answer = await this.#answer(request, Buffer.concat(parts))
    if (answer === null) return void response.writeHead(404).end()
    const isFile = Buffer.isBuffer(answer)
    response.setHeader('content-type', isFile ? 'application/pdf' : 'application/json')
    response.end(isFile ? answer : JSON.stringify(answer))
  }

  async #answer({ url = '', headers }: IncomingMessage, body: Buffer): Promise<object | null> {
    const path = url.replace('/api/v2/envelope/', '')
    if (path === 'create') return this.#create(headers['content-type'] ?? '', body)
    const item = /^item\/item_(\w+)\/download\?version=signed$/.exec(path)
    if (item)
      return Buffer.concat([present(this.#kept(item[1] ?? ''), 'an item').file, Buffer.from('\n% signed\n')])
    const isStep = path === 'distribute' || path === 'redistribute' || path === 'cancel'
    const asked = isStep
      ? (JSON.parse(body.toString('utf8')) as { envelopeId: string; recipients?: number[]; reason?: string }) // As we call it.
      : { envelopeId: path }
    const envelope = this.#kept(asked.envelopeId)
    if (!envelope) return null
    if (path === 'distribute') {
      envelope.status = 'PENDING'
      for (const one of envelope.recipients) one.sendStatus = 'SENT'
    }
    if (path === 'redistribute') envelope.reminded.push(...(asked.recipients ?? []))
    if (path === 'cancel') Object.assign(envelope, { status: 'CANCELLED', cancelled: asked.reason ?? '' })
    const { file: _, ...facts } = envelope
    return { ...facts, envelopeItems: [{ id: `item_${envelope.id}` }] }
  }

  #kept(id: string): Kept | undefined {
    return this.envelopes.find((one) => one.id === id)
  }

  async #create(type: string, body: Buffer): Promise<object> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const payload = JSON.parse(String(form.get('payload'))) as {
      externalId: string
      title: string
      recipients: { email: string; role: string; fields: Recipient['fields'] }[]
    } // As we call it.
    const file = form.get('files') as File // As we call it.
    const id = `envelope${this.envelopes.length + 1}`
    this.envelopes.push({
      id,
      status: 'DRAFT',
      externalId: payload.externalId,
      title: payload.title,
      cancelled: null,
      reminded: [],
      file: Buffer.from(await file.arrayBuffer()),
      recipients: payload.recipients.map((one, at) => ({
        id: at + 1,
        email: one.email,
        role: one.role,
        fields: one.fields,
        token: `${id}-${at + 1}`,
        sendStatus: 'NOT_SENT',
        readStatus: 'NOT_OPENED',
        signingStatus: 'NOT_SIGNED',
        rejectionReason: null,
      })),
    })
    return { id }
  }
}
