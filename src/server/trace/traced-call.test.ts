import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setTracer, type Tracer } from '#kernel/tracing.ts'
import { askRegister, RegisterDown } from '../lookups/register-call.server.ts'
import { SmsNotSent, sendSms } from '../sms/sms-gateway.server.ts'

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** The `traceparent` of each call. */
const called: (string | undefined)[] = []
let status = 200
const server = createServer((request, response) => {
  called.push(request.headers.traceparent as string | undefined) // One header: Node joins several.
  response.writeHead(status).end('{}')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/companies/01234567` // A TCP server.
})
afterAll(() => server.close())

/** Spans by name and facts, and how each ended. */
const spans: [name: string, facts: object, end: string][] = []
const tracer: Tracer = {
  span: async (name, facts, work) => {
    try {
      const done = await work()
      spans.push([name, facts, 'done'])
      return done
    } catch (error) {
      spans.push([name, facts, (error as Error).name]) // Only errors are thrown here.
      throw error
    }
  },
  traceparent: () => TRACE,
}

afterEach(() => {
  setTracer(null)
  spans.length = 0
  called.length = 0
  status = 200
})

const register = () => askRegister(url, { headers: { accept: 'application/json' } })
const gateway = () =>
  sendSms({ url, token: 'secret', countries: ['GB'] }, { to: '+447700900123', text: '1', reference: 'r' })
const facts = () => ({ 'server.address': new URL(url).host })

describe('a call to another server', () => {
  it.each([
    ['register', 'ask register', register],
    ['SMS gateway', 'send text', gateway],
  ])('%s: goes on with the trace, in a span that names the server alone', async (_, name, call) => {
    setTracer(tracer)
    await call()
    expect(called).toEqual([TRACE])
    expect(spans).toEqual([[name, facts(), 'done']])
  })

  it.each([
    ['register', register],
    ['SMS gateway', gateway],
  ])('%s: names no trace where none is kept', async (_, call) => {
    await call()
    expect(called).toEqual([undefined])
  })

  it('SMS gateway: a refused text is an error of its span', async () => {
    setTracer(tracer)
    status = 500
    await expect(gateway()).rejects.toThrow(SmsNotSent)
    expect(spans).toEqual([['send text', facts(), 'SmsNotSent']])
  })

  it('register: no answer is an error of its span', async () => {
    setTracer(tracer)
    await expect(askRegister('http://127.0.0.1:1/', {})).rejects.toThrow(RegisterDown)
    expect(spans).toEqual([['ask register', { 'server.address': '127.0.0.1:1' }, 'RegisterDown']])
  })
})
