/** A person at a real server: sends requests over kept connections, and says how each was answered. */
import http from 'node:http'

export interface Answered {
  /** 0 where the connection ended before an answer. */
  readonly status: number
  readonly took_ms: number
  readonly retry_after: string | undefined
  readonly text: string
}

/** Told of each answer of an attack. */
export type Tell = (answer: Answered) => void

export interface Person {
  readonly get: (path: string) => Promise<Answered>
  readonly post: (path: string, body: unknown) => Promise<Answered>
  readonly upload: (path: string, form: Form) => Promise<Answered>
  readonly close: () => void
}

/** The fields of a form, and its file. */
export type Form = {
  readonly fields: Readonly<Record<string, string>>
  readonly file_name: string
  readonly bytes: Buffer
}

const BOUNDARY = 'the-boundary-of-a-benchmark'

/** The form as a browser sends it. */
export function multipart({ fields, file_name, bytes }: Form): {
  readonly type: string
  readonly body: Buffer
} {
  const part = (name: string, more: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`)
  const body = Buffer.concat([
    Buffer.from(
      `${head.join('')}${part('file', `; filename="${file_name}"\r\ncontent-type: application/octet-stream`)}`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body }
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly body?: Buffer
  readonly type?: string
}

/** @param from the loopback addresses that the connections come from, in turn */
export function openPerson(
  server: string,
  headers: Readonly<Record<string, string>>,
  from: readonly string[] = ['127.0.0.1'],
): Person {
  const { hostname, port } = new URL(server)
  const agents = from.map((localAddress) => ({ localAddress, agent: new http.Agent({ keepAlive: true }) }))
  let no = 0
  const send = ({ method, path, body, type }: Sent) =>
    new Promise<Answered>((resolve) => {
      const from_ms = performance.now()
      const answered = (status: number, text = '', retry_after?: string) =>
        resolve({ status, text, retry_after, took_ms: performance.now() - from_ms })
      const way = agents[no % agents.length]
      no += 1
      const own = body && type ? { 'content-type': type, 'content-length': String(body.length) } : {}
      const request = http.request({
        host: hostname,
        port,
        ...way,
        method,
        path,
        headers: { ...headers, ...own },
      })
      request.once('error', () => answered(0))
      request.once('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', () => answered(0))
        response.once('end', () =>
          answered(
            response.statusCode ?? 0,
            Buffer.concat(parts).toString(),
            response.headers['retry-after'],
          ),
        )
      })
      request.end(body)
    })
  return {
    get: (path) => send({ method: 'GET', path }),
    post: (path, body) =>
      send({ method: 'POST', path, body: Buffer.from(JSON.stringify(body)), type: 'application/json' }),
    upload: (path, form) => send({ method: 'POST', path, ...multipart(form) }),
    close: () => {
      for (const { agent } of agents) agent.destroy()
    },
  }
}

/** The headers of a signed-in person. */
export const headersOf = (cookie: string): Readonly<Record<string, string>> => ({
  cookie,
  'x-stint-csrf': '1',
})

/** Loopback addresses of one network, so that the limits of an address are not those of a business. */
export const addresses = (net: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `127.0.${net}.${n + 1}`)
