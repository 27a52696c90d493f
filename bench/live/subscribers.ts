/** Clients with live lists, who note when a marked change reaches them. */
import { WebSocket } from 'ws'

/** The list that a subscriber watches; each is another query, so that none shares a run with the next. */
const LISTS = [
  { where: {}, limit: 10 },
  { where: { status: { _eq: 'open' } }, limit: 10 },
  { where: { status: { _in: ['open', 'closed'] } }, limit: 10 },
  { where: { _and: [{ status: { _eq: 'open' } }] }, limit: 20 },
] as const
export const LISTS_OF_AGENCY = LISTS.length

const QUERY = `subscription invoices($where: transaction_invoice_bool_exp!, $limit: Int) {
  count: transaction_invoice_aggregate(where: $where, limit: 10000) { aggregate { count } }
  records: transaction_invoice(where: $where, order_by: [{ updated_at: desc }], limit: $limit) {
    id human_id type status finance_status total_amount outstanding_balance due_date po_number updated_at
    client { id name }
    currency { id alpha_code }
  }
}`

/** What a change writes into po_number. */
export const markOf = (n: number): string => `MARK${n}`
const MARKS = /"po_number"\s*:\s*"(MARK\d+)"/g

export interface Subscriber {
  readonly agency: number
  readonly close: () => void
  /** The moment the server ended the connection, and why. */
  readonly ended: Promise<{ readonly at: number; readonly code: number }>
}

/** Told when a subscriber sees a mark, more than once if it stays in the list. */
type OnMark = (subscriber: Subscriber, mark: string, at: number) => void

interface SubscriberParts {
  /** Address of the node, http. */
  readonly server: string
  readonly cookie: string
  readonly agency: number
  /** Which of the lists. */
  readonly list: number
  readonly onMark: OnMark
  /** Told of every answer after the first. */
  readonly onAnswer: () => void
}

/** Subscribes. Resolves with the first answer. @throws when there is none; who is cut off later misses changes */
export function subscribe(parts: SubscriberParts): Promise<Subscriber> {
  const { server, cookie, agency, list, onMark, onAnswer } = parts
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
  })
  let isClosing = false
  const close = () => {
    isClosing = true
    socket.close()
  }
  const ended = new Promise<{ at: number; code: number }>((resolve) => {
    socket.once('close', (code) => resolve({ at: performance.now(), code }))
  })
  const subscriber = { agency, close, ended }
  return new Promise((resolve, reject) => {
    let isFirst = true
    socket.on('open', () => socket.send('{"type":"connection_init"}'))
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      if (!isClosing) reject(new Error(`A subscriber was cut off: ${code} ${reason.toString()}`))
    })
    socket.on('message', (data: Buffer) => {
      const at = performance.now()
      const text = data.toString()
      if (text.startsWith('{"type":"connection_ack"')) {
        const payload = { query: QUERY, variables: LISTS[list] }
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
      } else if (!text.startsWith('{"id":"1","type":"next"')) {
        reject(new Error(`A subscriber was told ${text.slice(0, 300)}`))
      } else if (isFirst) {
        isFirst = false
        resolve(subscriber)
      } else {
        onAnswer()
        for (const found of text.matchAll(MARKS)) onMark(subscriber, found[1] ?? '', at)
      }
    })
  })
}
