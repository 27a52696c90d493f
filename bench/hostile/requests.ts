/** One client of a real server: sends requests over connections that are kept, and says how long each took. */
import http from 'node:http'
import type { Shot } from '../../test/data/fuzz/hostile.ts'

export interface Answered {
  readonly status: number
  readonly text: string
  readonly took_ms: number
}

export interface Client {
  /** @returns null where the connection ended before an answer: the sender broke off, or the body was not read */
  readonly send: (shot: Shot) => Promise<Answered | null>
  readonly close: () => void
}

export function openClient(server: string, cookie: string): Client {
  const { hostname, port } = new URL(server)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ body, headers, drop }: Shot) =>
    new Promise<Answered | null>((resolve) => {
      const from = performance.now()
      const request = http.request({
        host: hostname,
        port,
        path: '/graphql',
        method: 'POST',
        agent,
        headers: {
          cookie,
          'x-stint-csrf': '1',
          'content-type': 'application/json',
          'content-length': body.length,
          ...headers,
        },
      })
      const leave = () => {
        request.destroy()
        resolve(null)
      }
      request.once('error', () => resolve(null))
      request.once('response', (response) => {
        if (drop) return leave()
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', () => resolve(null))
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            took_ms: performance.now() - from,
          }),
        )
      })
      if (drop === 'half') request.write(body.subarray(0, Math.floor(body.length / 2)), leave)
      else request.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** What a list page asks: its rows with their relations, and how many there are. */
export const LIST = {
  query: `query list($where: transaction_invoice_bool_exp!) {
    count: transaction_invoice_aggregate(where: $where, limit: 10000) { aggregate { count } }
    records: transaction_invoice(where: $where, order_by: [{ updated_at: desc }], limit: 10) {
      id human_id type status finance_status total_amount outstanding_balance due_date po_number updated_at
      client { id name } currency { id alpha_code }
    }
  }`,
  variables: { where: { status: { _eq: 'open' } } },
} as const

export const ordinary: Shot = { kind: 'ordinary', body: Buffer.from(JSON.stringify(LIST)) }
