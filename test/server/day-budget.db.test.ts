/** Changes, exports and reads of a person in a day, over all servers. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const limits = { CHANGES_PER_DAY: '45', EXPORTS_PER_DAY: '3', READ_MB_PER_DAY: '1' }
const apps = [(await testApp(database, clock, limits)).app, (await testApp(database, clock, limits)).app]
const sample = await sampleBusinesses(database)
const person = () => samplePerson(database, clock, sample.agency_id, ['agency_admin'])

async function signedIn(at: number, { email }: { readonly email: string }): Promise<Browser> {
  const browser = new Browser(present(apps[at], 'a server'))
  await browser.login(email)
  return browser
}

const onBoth = async (who: { readonly email: string }) =>
  [await signedIn(0, who), await signedIn(1, who)] as const

/** Refused for its input: a call counts before it is judged. */
const change = (browser: Browser) => browser.act('platform.saved_view.remove', { id: 'none' })

const events = async (user_id: string) =>
  (
    await database.owner.query(
      `select says, outcome, business_id from log.security_event where user_id = $1 and kind = 'day_used_up' order by at, id`,
      [user_id],
    )
  ).rows

const pause = expect.stringMatching(/Please try again in 24 hours$/)

test('changes of a day: so many on two servers together, then 429 until the day is over', async () => {
  const admin = await person()
  const [one, other] = await onBoth(admin)
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) statuses.push((await change(n % 2 === 0 ? one : other)).status)
  expect(statuses.filter((status) => status !== 429)).toHaveLength(45)
  const refused = await change(one)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many', message: pause } })
  expect(refused.body.message).toMatch(/^Too many changes in a day\. /)
  expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(80_000)
  // Repeats within a minute are counted, not written: one row a server.
  expect(await events(admin.user_id)).toEqual(
    [1, 2].map(() => ({
      says: 'Too many changes in a day',
      outcome: 'refused',
      business_id: sample.agency_id,
    })),
  )

  // Changes of the data endpoint are of the same day.
  const query = 'mutation { insert_platform_note(objects: []) { affected_rows } }'
  expect((await one.post('/graphql', { query })).status).toBe(429)
  expect((await one.post('/api/permission/query', { operations: [] })).status).toBe(429)

  // Reads go on, and so does a colleague.
  expect((await one.post('/graphql', { query: '{ platform_currency { id } }' })).status).toBe(200)
  expect((await change(await signedIn(0, await person()))).status).not.toBe(429)
  clock.advance({ days: 1 })
  expect((await change(await signedIn(1, admin))).status).not.toBe(429)
})

test('exports of a day: jobs and archives together', async () => {
  const admin = await person()
  const [one, other] = await onBoth(admin)
  const started = (browser: Browser, title: string) =>
    browser.act('platform.export.start', {
      entity: 'transaction.invoice',
      format: 'csv',
      title,
      columns: [{ field: 'human_id', label: 'Number' }],
    })
  expect((await started(one, 'First')).status).toBe(200)
  expect((await started(other, 'Second')).status).toBe(200)
  const zip = (browser: Browser) => browser.get('/api/storage/zip?ids=00000000-0000-4000-8000-000000000000')
  expect((await zip(one)).status).toBe(404)
  expect((await zip(other)).status).toBe(429)
  expect(await started(one, 'Fourth')).toMatchObject({ status: 429, body: { message: pause } })
  expect((await events(admin.user_id))[0]).toMatchObject({ says: 'Too many exports in a day' })
  expect((await change(one)).status).not.toBe(429)
})

test('reads of a day: the characters of answers of all ways to read', async () => {
  const admin = await person()
  const [one, other] = await onBoth(admin)
  // One answer of many characters, because the sample has few rows.
  const fields = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(55)}${n}: name`).join(' ')
  const query = `{ platform_currency(limit: 200) { ${fields} } }`
  const size = JSON.stringify((await one.post('/graphql', { query })).body).length
  expect(size).toBeGreaterThan(5_000)
  const list = { module: 'platform', entity: 'currency', fields: ['id', 'name'], limit: 200 }
  expect((await one.post('/api/permission/query', { list })).status).toBe(200)
  let answers = 1
  while (answers * size < 1_100_000 && (await one.post('/graphql', { query })).status === 200) answers += 1
  expect(answers * size).toBeGreaterThan(900_000)
  expect(answers * size).toBeLessThan(1_100_000)

  const refused = await other.post('/graphql', { query })
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    errors: [
      { message: expect.stringMatching(/^Too much data read in a day\. Please try again in 24 hours$/) },
    ],
  })
  expect((await one.post('/api/permission/query', { list })).status).toBe(429)
  expect((await events(admin.user_id))[0]).toMatchObject({ says: 'Too much data read in a day' })
  // Work goes on.
  expect((await change(one)).status).not.toBe(429)
})

test('reads of a day: a live query counts its first answer, and is refused after the day', async () => {
  const admin = await person()
  const browser = await signedIn(0, admin)
  const app = present(apps[0], 'a server')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: browser.cookie },
  })
  await once(socket, 'open')
  const next = async (message: object) => {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify(message))
    return JSON.parse(String((await answered)[0]))
  }
  expect(await next({ type: 'connection_init' })).toEqual({ type: 'connection_ack' })
  const fields = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(55)}${n}: name`).join(' ')
  const query = `subscription { platform_currency(limit: 200) { ${fields} } }`
  let characters = 0
  let answer = { type: 'next' }
  for (let id = 1; id <= 90 && answer.type === 'next'; id += 1) {
    answer = await next({ id: String(id), type: 'subscribe', payload: { query } })
    characters += JSON.stringify(answer).length
  }
  expect(characters).toBeGreaterThan(900_000)
  expect(answer).toMatchObject({
    type: 'error',
    payload: [{ message: expect.stringMatching(/^Too much data read in a day\. /) }],
  })
  socket.terminate()
})
