/** Turns and rates over HTTP: what a caller with too much at once is told, and that others go on. */
import { beforeAll, expect, test } from 'vitest'
import { TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const { app: slow } = await testApp(database, clock, { REQUESTS_PER_SECOND: '1' })
const [one, other] = [new Browser(app), new Browser(app)]

beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  const [person, neighbour] = [
    await samplePerson(database, clock, sample.agency_id, ['agency_admin']),
    await samplePerson(database, clock, sample.client_id, ['hiring_manager']),
  ]
  await one.login(person.email)
  await other.login(neighbour.email)
})

const list = (browser: Browser) => browser.post('/graphql', { query: '{ platform_currency { id } }' })

test('reads: so many wait, the next are told when to come back, and a neighbour reads on', async () => {
  const holders = await Promise.all(
    Array.from({ length: database.reader('agency').options.max }, () => database.reader('agency').connect()),
  )
  const { session, waiting } = TURN_CLASSES.read
  const asked = Array.from({ length: session + waiting + 3 }, () => list(one))
  const refused = await Promise.all(asked.slice(session + waiting))
  for (const { status, body, raw } of refused) {
    const seconds = Number(raw.headers['retry-after'])
    expect([status, body]).toEqual([
      429,
      {
        errors: [
          {
            message: `Too much at once. Please try again in ${seconds} seconds`,
            extensions: { path: '$', code: 'busy' },
          },
        ],
      },
    ])
    expect(seconds).toBeGreaterThanOrEqual(1)
  }
  expect((await list(other)).body).toHaveProperty('data')
  for (const holder of holders) holder.release()
  const answers = await Promise.all(asked.slice(0, session + waiting))
  // On a slow machine the longest wait may end for some.
  const said = (body: object) => ('data' in body ? 'data' : JSON.stringify(body).includes('"busy"') && 'busy')
  expect(answers.map(({ body }) => said(body)).filter((one) => one === false)).toEqual([])
})

test('rates: a session has a burst and then so many a second; another goes on, and health answers', async () => {
  const browser = new Browser(slow)
  browser.cookie = one.cookie
  const answers = []
  for (let n = 0; n < 5; n += 1) answers.push(await browser.get('/api/auth/session'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  const last = answers[4]
  expect(last?.body).toEqual({
    success: false,
    code: 'too_many',
    message: `Too much at once. Please try again in ${last?.raw.headers['retry-after']} seconds`,
  })
  const next = new Browser(slow)
  next.cookie = other.cookie
  expect((await next.get('/api/auth/session')).status).toBe(200)
  const stranger = new Browser(slow)
  const seen = [
    (await stranger.get('/api/auth/session')).status,
    (await stranger.get('/api/auth/session')).status,
  ]
  expect(seen).toContain(429)
  expect((await stranger.get('/api/health')).status).toBe(200)
})
