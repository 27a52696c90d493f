/** Spans reach an OTLP/HTTP receiver, and those of a request, its job's kind of work and its mail are one trace. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { traced, traceparent } from '#kernel/tracing.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { startTracing } from '#server/trace/start-tracing.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

type Sent = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly unknown[]
}
type Body = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }

const received: Sent[] = []
const bodies: string[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  request.on('end', () => {
    bodies.push(text)
    const { resourceSpans } = JSON.parse(text) as Body // OTLP's JSON form.
    received.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
})

const database = await freshDatabase()
const clock = testClock()
const { app, settings, folder } = await testApp(database, clock)

beforeAll(() => new Promise<void>((done) => void collector.listen(0, '127.0.0.1', done)))
afterAll(() => void collector.close())

/** The spans of `work`, as the receiver has them at the end. */
async function spansOf(ratio: number, work: () => Promise<unknown>): Promise<readonly Sent[]> {
  received.length = 0
  const { port } = collector.address() as AddressInfo // Of a TCP server.
  const end = await startTracing({ endpoint: `http://127.0.0.1:${port}`, ratio })
  try {
    await work()
  } finally {
    await end?.()
  }
  return [...received]
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('without an address nothing is noted, and kept work has no trace', async () => {
  expect(await startTracing(null)).toBeNull()
  expect(await traced('anything', {}, async () => traceparent())).toBeNull()
})

test('a request continues its caller’s trace; its session, statements and mail are parts of it', async () => {
  const { agency_id } = await sampleBusinesses(database)
  const person = await samplePerson(database, clock, agency_id, ['agency_consultant'])
  const browser = new Browser(app)
  await browser.login(person.email)
  const outbox_id = async () =>
    (await database.owner.query<{ id: string }>(`select id from platform.outbox where fact_key = 'traced'`))
      .rows[0]?.id ?? ''
  const written: string[] = []
  const topic = {
    topic: 'test',
    deliver: async () => {
      written.push(traceparent() ?? '')
    },
  }
  const spans = await spansOf(1, async () => {
    await browser.send({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ platform_user { id email } }' },
      headers: { traceparent: `00-${TRACE}-${SPAN}-01` },
    })
    await traced(
      'cause',
      {},
      () =>
        inTransaction(database, (tx) =>
          writeOutbox(tx, [{ topic: 'test', fact_key: 'traced', payload: { to: person.email } }]),
        ),
      `00-${TRACE}-${SPAN}-01`,
    )
    const deps = { database, clock, settings, files: folderFiles(folder) }
    await deliverOutbox(deps, new Map([['test', topic]]), await outbox_id())
  })
  const named = (name: string) => spans.find((one) => one.name === name)
  const request = named('POST /graphql')
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN })
  expect(named('session read')).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId })
  expect(named('data plan')?.traceId).toBe(TRACE)
  // The row of the message carries the trace over to whoever delivers it.
  const statement = spans.find(({ name }) => name === 'with platform.outbox')
  const delivery = named('delivery')
  expect(delivery).toMatchObject({ traceId: TRACE, parentSpanId: named('cause')?.spanId })
  expect(statement?.parentSpanId).toBe(named('cause')?.spanId)
  expect(spans.some(({ name }) => name === 'update platform.outbox')).toBe(true)
  expect(written[0]).toContain(TRACE)
  // Names alone: no text of a statement, no value.
  expect(bodies.join()).not.toContain(person.email)
  expect(bodies.join()).not.toMatch(/fact_key|delivered_at|skip locked/)
})

test('of traces without an error a share is kept; one with an error always', async () => {
  const spans = await spansOf(0, async () => {
    await traced('well', {}, async () => undefined)
    await traced('bad', {}, () => traced('worse', {}, () => Promise.reject(new Error('secret words')))).catch(
      () => {},
    )
  })
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['bad', 'worse'])
  expect(bodies.join()).not.toContain('secret words')
})
