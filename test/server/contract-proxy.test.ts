/** That the proxy of the every-verb test judges: it refuses calls and answers that the contract does not describe. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { prismProxy } from '../fixtures/prism.ts'

const id = '01990000-0000-7000-8000-00000000beef'
let asked = 0
let status = 200
let answer: unknown
const upstream = createServer((_request, response) => {
  asked += 1
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
afterAll(() => upstream.close())
const { port } = upstream.address() as AddressInfo // It listens on a port.
const proxy = await prismProxy(
  new URL('../../docs/openapi.json', import.meta.url),
  `http://127.0.0.1:${port}`,
)

const pause = { client_id: id, until: '2026-12-01', reason: 'They asked for a week' }
const sent = { authorization: 'Bearer a', 'idempotency-key': 'k', 'content-type': 'application/json' }

async function call(input: object, headers: Record<string, string> = sent) {
  const url = `${proxy}/api/v1/actions/business.chase_pause.set`
  const answered = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
  return [answered.status, answered.headers.get('content-type'), await answered.text()] as const
}
const problem = 'application/problem+json'

beforeEach(() => {
  asked = 0
  status = 200
  answer = { success: true, data: { id } }
})

test('contract proxy: a call and an answer of the contract pass', async () => {
  expect(await call(pause)).toEqual([200, 'application/json', JSON.stringify(answer)])
  expect(asked).toBe(1)
})

describe('an answer beside the contract becomes an error', () => {
  test.each<[string, number, unknown, string]>([
    ['another type', 200, { success: true, data: { id: 7 } }, 'must be string'],
    ['no UUID', 200, { success: true, data: { id: 'seven' } }, 'uuid'],
    ['a field too many', 200, { success: true, data: { id, secret: 'x' } }, 'secret'],
    ['a field too few', 200, { success: true, data: {} }, "required property 'id'"],
    ['a refusal without its code', 404, { success: false, message: 'Not found' }, "required property 'code'"],
    ['a status that is not in it', 201, { success: true, data: { id } }, 'returned status code'],
  ])('%s', async (_, code, body, word) => {
    status = code
    answer = body
    const [got, type, text] = await call(pause)
    expect([got, type]).toEqual([500, problem])
    expect(text).toContain(word)
  })
})

describe('a call beside the contract does not reach the server', () => {
  test.each<[string, object, Record<string, string>, number]>([
    ['an unknown field', { ...pause, and: 'more' }, sent, 422],
    ['another type', { ...pause, client_id: 7 }, sent, 422],
    ['no reason', { client_id: id, until: '2026-12-01' }, sent, 422],
    ['no key', pause, { authorization: 'Bearer a', 'content-type': 'application/json' }, 422],
    ['no token', pause, { 'idempotency-key': 'k', 'content-type': 'application/json' }, 401],
  ])('%s', async (_, input, headers, code) => {
    const [got, type] = await call(input, headers)
    expect([got, type, asked]).toEqual([code, problem, 0])
  })
})
