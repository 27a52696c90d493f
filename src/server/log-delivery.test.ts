import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LogDelivery } from './log-delivery.ts'

type Taken = { readonly body: string; readonly authorization: string | undefined }
const taken: Taken[] = []
let status = 204
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += String(part)
  if (status < 300) taken.push({ body, authorization: request.headers.authorization })
  response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end()
})
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lines` // It listens on a port.
})
afterAll(() => server.close())
beforeEach(() => {
  taken.length = 0
  status = 204
})

const lineOf = (no: number) => `${JSON.stringify({ level: 30, msg: 'request', no })}\n`
const numbers = () =>
  taken.flatMap(({ body }) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { no?: number; lost?: number }).no ?? 'lost'),
  )

test('log server: takes all lines in their order, with the token', async () => {
  const delivery = new LogDelivery({ url, token: 'a token of this test' }, () => undefined)
  for (let no = 0; no < 1200; no += 1) delivery.write(lineOf(no))
  await delivery.close()
  expect(numbers()).toEqual(Array.from({ length: 1200 }, (_, no) => no))
  expect(new Set(taken.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer a token of this test']),
  )
})

test.each([503, 302, 401])(
  'log server: a refusal (%i) keeps the lines, and is told once',
  async (refusal) => {
    const told: string[] = []
    const delivery = new LogDelivery({ url, token: null }, (sentence) => void told.push(sentence))
    status = refusal
    delivery.write(lineOf(1))
    await delivery.flush()
    delivery.write(lineOf(2))
    await delivery.flush()
    expect(taken).toEqual([])
    status = 204
    await delivery.close()
    expect(numbers()).toEqual([1, 2])
    expect(told).toEqual([
      expect.stringContaining('The log server does not take lines'),
      'The log server takes lines again.',
    ])
  },
)

test('log server: away for long, the oldest lines are lost and their count is told', async () => {
  const delivery = new LogDelivery({ url, token: null }, () => undefined)
  status = 503
  for (let no = 0; no < 20_010; no += 1) delivery.write(lineOf(no))
  await delivery.flush()
  status = 204
  await delivery.close()
  const [first, second] = numbers()
  expect([first, second, numbers().length]).toEqual(['lost', 10, 20_001])
  expect(taken[0]?.body).toContain('"lost":10')
})
