/**
 * Hostile requests over the wire, to the running server: each is refused or served, nothing of the database's own wording
 * comes back, the process lives and its memory stays bounded. `npm run nightly -- fuzz` sends 5,000.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointOf } from '#data/execute.server.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from '#test/server/sample.ts'
import { randomFrom } from './documents.ts'
import { KINDS, type Shot, shot } from './hostile.ts'

const COUNT = process.env.STINT_NIGHTLY ? 5_000 : 200
const SEED = Number(process.env.FUZZ_SEED ?? 20260301)
const TIMEOUT_MS = process.env.STINT_NIGHTLY ? 1_800_000 : 120_000

/** Words of PostgreSQL, pg, Node and V8 that no caller may read. */
const LEAKS =
  /relation "|column "|syntax error at or near|pg_|plpgsql|violates|constraint "|duplicate key|node_modules|\bat \w+ \(|invalid input syntax|Unexpected token|out of range for type|stack|ECONN|\bselect .* from\b/i

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
let cookie = ''
let port = 0
let email = ''
let schema: ReturnType<ReturnType<typeof endpointOf>['schemaOf']>

beforeAll(async () => {
  const { agency_id } = await sampleBusinesses(database)
  const person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  email = person.email
  const browser = new Browser(app)
  await browser.login(email)
  cookie = browser.cookie
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
  const endpoint = endpointOf({ database, clock })
  await endpoint.ready()
  schema = endpoint.schemaOf(await viewerOf(database, person))
})

/** @returns null where the sender broke off on purpose */
function send({ body, headers, drop }: Shot): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      path: '/graphql',
      method: 'POST',
      agent: false,
      headers: {
        cookie,
        'x-stint-csrf': '1',
        'content-type': 'application/json',
        'content-length': body.length,
        ...headers,
      },
    })
    const end = () => {
      request.destroy()
      resolve(null)
    }
    request.once('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses the length of a body need not read it to its end.
      if (drop || error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve(null)
      else reject(error)
    })
    request.once('response', (response) => {
      if (drop) return end()
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      )
      response.once('error', reject)
    })
    if (drop === 'half') request.write(body.subarray(0, Math.floor(body.length / 2)), end)
    else request.end(body)
  })
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // What the flag gives.

function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

type Answer = { data?: unknown; errors?: { message: string; extensions: { code: string; path: string } }[] }

/** Every answer is one of the dialect, whatever was asked. */
function check(
  { kind, body }: Shot,
  { status, text }: { status: number; text: string },
): 'served' | 'refused' {
  const sent = `${kind}: ${body.toString().slice(0, 2_000)}`
  expect(status, sent).toBeLessThan(500)
  const parsed = JSON.parse(text) as Answer | Answer[]
  for (const answer of [parsed].flat()) {
    expect(Object.keys(answer), sent).toHaveLength(1)
    for (const { message, extensions } of answer.errors ?? []) {
      expect(message, sent).not.toMatch(LEAKS)
      expect(extensions.code, sent).not.toBe('unexpected')
      expect(message.length, sent).toBeLessThan(2_500)
    }
  }
  return status === 200 && !text.startsWith('{"errors"') ? 'served' : 'refused'
}

describe(`${COUNT} hostile requests`, () => {
  it('are of every kind', () => {
    expect(KINDS.length).toBeGreaterThan(25)
    expect(COUNT).toBeGreaterThan(KINDS.length * 2)
  })
  it(
    'are served or refused, leak nothing, and leave the server as it was',
    async () => {
      const random = randomFrom(SEED)
      const whole = schema.whole()
      const seen = { served: 0, refused: 0, dropped: 0 }
      const before = heapMegabytes()
      for (let n = 0; n < COUNT; n += 1) {
        const one = shot(random, whole, n)
        const answer = await send(one)
        if (answer) seen[check(one, answer)] += 1
        else seen.dropped += 1
      }
      // Each happens often, or the requests prove nothing.
      expect(seen.served).toBeGreaterThan(COUNT / 20)
      expect(seen.refused).toBeGreaterThan(COUNT / 5)
      expect(seen.dropped).toBeGreaterThan(2)
      expect(heapMegabytes() - before).toBeLessThan(200)

      const { body } = await new Browser(app).login(email)
      expect(body.success).toBe(true)
      const good = await send({
        kind: 'good',
        body: Buffer.from('{"query":"{ business_business_aggregate { aggregate { count } } }"}'),
      })
      expect(good).toMatchObject({ status: 200 })
      const { rows } = await database.owner.query(`select count(*)::int as invoices from transaction.invoice`)
      expect(rows).toEqual([{ invoices: 0 }])
    },
    TIMEOUT_MS,
  )
  it.each(['_regex', '_iregex', '_similar'])(
    'a pattern of %s over the few rows of a viewer is answered',
    async (operator) => {
      const query = `{ transaction_invoice(where: {human_id: {${operator}: "(a+)+"}}, limit: 1) { id } }`
      const answer = await send({ kind: 'pattern', body: Buffer.from(JSON.stringify({ query })) })
      expect(answer?.text).toBe('{"data":{"transaction_invoice":[]}}')
    },
  )
  it('many at once are answered each by its own, and others wait no longer than their turn', async () => {
    const random = randomFrom(SEED + 1)
    const whole = schema.whole()
    const shots = Array.from({ length: 60 }, (_, n) => shot(random, whole, n))
    const answers = await Promise.all(shots.map(send))
    for (const [n, answer] of answers.entries()) {
      const one = shots[n]
      if (one && answer) check(one, answer)
    }
    const free = await database.app.query('select 1 as one')
    expect(free.rows).toEqual([{ one: 1 }])
  })
})
