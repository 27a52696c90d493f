import { beforeAll, expect, test } from 'vitest'
import { guardCode } from '#server/auth/auth-code.server.ts'
import { tryKeys } from '#server/auth/auth-throttle.server.ts'
import { newDataKey } from '#server/data-key.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { Browser, SECRET, testApp } from './harness.ts'
import { linkInput, mailedLink } from './mailed-link.ts'
import { type Sample, sampleBusinesses, sampleContact, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const WRONG = 'The email or the password is not right'
const smtp = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'http://stint.example.org',
  DATA_KEY: newDataKey(),
}
const { app, settings } = await testApp(database, clock, { ...smtp, TRUSTED_PROXIES: '10.0.0.0/8' })
const { app: node } = await testApp(database, clock, smtp)

let sample: Sample
let net = 0
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
})
const person = () => samplePerson(database, clock, sample.agency_id, ['agency_user'])

/** A person with the password of another, without the cost of a hash. */
async function colleague(): Promise<{ email: string }> {
  const id = `colleague-${++serial}`
  const email = `${id}@example.org`
  await inTransaction(database, async (tx) => {
    await tx.run(`insert into auth."user" (id, name, email) values ($1, 'Robin Vale', $2)`, [id, email])
    await tx.run(
      `insert into platform."user" (id, email, first_name, last_name, is_confirmed) values ($1, $2, 'Robin', 'Vale', true)`,
      [id, email],
    )
    await tx.run(
      `insert into auth.account (id, "userId", "accountId", "providerId", password)
       select $1, $1, $1, 'credential', password from auth.account order by "createdAt" limit 1`,
      [id],
    )
    await sampleContact(tx, sample.agency_id, { user_id: id, email }, ['agency_user'])
  })
  return { email }
}

/** As after 51 failures from an address. */
async function crowd(ip: string): Promise<void> {
  const { counted } = tryKeys(SECRET, 'nobody@example.org', { ip, device_id: null })
  await database.owner.query(
    'insert into auth.throttle values ($1, 51, $2, $2) on conflict (key) do update set tries = 51',
    [counted.find(({ kind }) => kind === 'net')?.bytes, clock.now()],
  )
}
const browser = (address = `192.0.2.${++net}`, server = app) =>
  new Browser(server, address, 'stint.example.org')

test('guessing: of 60 parallel tries on two servers 5 are judged, the rest wait', async () => {
  const { email } = await person()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      browser('192.0.2.200', i % 2 ? app : node).login(email, `guess ${i}`),
    ),
  )
  const judged = answers.filter(({ body }) => body.message === WRONG)
  const refused = answers.filter(({ status }) => status === 429)
  expect([judged.length, refused.length]).toEqual([5, 55])
  expect(refused[0]?.body).toEqual({
    success: false,
    code: 'too_many',
    message: 'Too many attempts. Please try again in 5 seconds',
  })
  expect(refused[0]?.raw.headers['retry-after']).toBe('5')
})

test('guessing: the pause doubles with each try up to 15 minutes, and ends', async () => {
  const { email } = await person()
  const guesser = browser()
  const waits: number[] = []
  for (let i = 0; i < 4; i += 1) await guesser.login(email, 'wrong')
  for (let i = 0; i < 10; i += 1) {
    await guesser.login(email, 'wrong')
    const { raw } = await guesser.login(email, 'wrong')
    const seconds = Number(raw.headers['retry-after'])
    waits.push(seconds)
    clock.advance({ seconds })
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
  expect((await guesser.login(email)).status).toBe(200)
})

const verify = (from: Browser, link: string | null) => from.post('/api/auth/verify', linkInput(link))

async function enterByMail(from: Browser, { email }: { email: string }): Promise<number> {
  const answer = await from.login(email)
  expect(answer.body.data).toMatchObject({ step: 'mail' })
  await expect.poll(() => mailedLink(database, settings, email)).not.toBeNull()
  return (await verify(from, await mailedLink(database, settings, email))).status
}

test('guessing: 200 tries of one person behind an address lock none of 30 colleagues out', async () => {
  const address = '198.51.100.1'
  const [first, ...others] = [await person(), ...(await Promise.all(Array.from({ length: 29 }, colleague)))]
  const guesser = browser(address)
  const seen = new Set<number>()
  for (let i = 0; i < 200; i += 1) {
    seen.add((await guesser.login('somebody@example.org', 'wrong')).status)
    clock.advance({ seconds: 1 })
  }
  expect([...seen].sort()).toEqual([401, 429])
  for (const { email } of [first, ...others])
    expect((await browser(address).login(email)).body.data).toMatchObject({ user: { email } })
})

test('guessing: in a crowded network known browsers enter at once, others by mail', async () => {
  const address = '198.51.100.4'
  const known = await colleague()
  const at_home = browser(address)
  await at_home.login(known.email)
  await crowd(address)
  expect((await at_home.login(known.email)).body.data).toMatchObject({ user: { email: known.email } })
  expect(await enterByMail(browser(address), known)).toBe(200)
  expect(await enterByMail(browser(address), await colleague())).toBe(200)
})

test('guessing: a crowded network answers right and wrong passwords alike', async () => {
  const address = '198.51.100.2'
  const { email } = await colleague()
  await crowd(address)
  const right = await browser(address).login(email)
  const wrong = await browser(address).login(email, 'wrong')
  const unknown = await browser(address).login('nobody@example.org', 'wrong')
  const shape = ({ status, body, raw }: typeof right) => ({
    status,
    body,
    cookies: [raw.headers['set-cookie']].flat().map((cookie) => cookie?.split('=')[0]),
  })
  expect(shape(wrong)).toEqual(shape(right))
  expect(shape(unknown)).toEqual(shape(right))
  expect(shape(right).cookies).toEqual(['stint_challenge'])
})

test('guessing: after 100 codes from many networks a recovery code alone is taken, and the person has a mail', async () => {
  const { user_id, email } = await person()
  const security = { note: async () => undefined }
  const deps = { database, clock, secret: SECRET, security }
  const code = (device_id: string | null, method?: 'recovery_code') =>
    guardCode(deps, user_id, { ip: `203.0.113.${++serial % 250}`, user_agent: '', device_id }, method)
  for (let tried = 0; tried < 100; tried += 1) await code(null)
  const mails = () =>
    database.sql<{ subject: string }>(
      'select subject from log.mail where "to" = $1 order by created_at',
      email,
    )
  expect(await mails()).toEqual([])
  const refused = await refusalOf(code(null))
  expect([refused.code, refused.message]).toEqual([
    'too_many',
    'Too many attempts. Please use a recovery code',
  ])
  await code(null, 'recovery_code')
  await refusalOf(code(null))
  expect(await mails()).toEqual([{ subject: 'Somebody tries to sign in as you' }])
})

test('sign-in link: works once, for 10 minutes, in the browser that asked for it', async () => {
  const address = '198.51.100.3'
  const one = await colleague()
  await crowd(address)
  const asked = browser(address)
  await asked.login(one.email)
  await expect.poll(() => mailedLink(database, settings, one.email)).not.toBeNull()
  const link = await mailedLink(database, settings, one.email)
  expect((await verify(browser(address), link)).status).toBe(404)
  expect((await verify(asked, link)).status).toBe(200)
  expect((await verify(asked, link)).status).toBe(404)
  const late = browser(address)
  const other = await colleague()
  await late.login(other.email)
  await expect.poll(() => mailedLink(database, settings, other.email)).not.toBeNull()
  clock.advance({ minutes: 11 })
  expect((await verify(late, await mailedLink(database, settings, other.email))).status).toBe(404)
})

test('address: X-Forwarded-For counts from a configured proxy alone', async () => {
  const { email } = await person()
  const from = (peer: string, client: string) =>
    browser(peer).send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: 'wrong' },
      headers: { 'x-forwarded-for': client },
    })
  for (let i = 0; i < 5; i += 1) expect((await from('203.0.113.9', `203.0.113.${i + 20}`)).status).toBe(401)
  expect((await from('203.0.113.9', '203.0.113.99')).status).toBe(429)
  for (let i = 0; i < 8; i += 1) expect((await from('10.0.0.9', `203.0.113.${i + 20}`)).status).toBe(401)
})

test('address: a name that is not ours answers 421, health any', async () => {
  const foreign = new Browser(app, '192.0.2.1', 'evil.example')
  expect((await foreign.get('/api/auth/session')).body.message).toBe('This address is not served here')
  expect((await foreign.get('/')).status).toBe(421)
  expect((await foreign.get('/api/health')).status).toBe(200)
})

test('guessing: without mail a crowd is slowed, and a right password enters', async () => {
  const { app: silent } = await testApp(database, clock)
  const { email } = await person()
  await crowd('198.51.100.5')
  expect((await new Browser(silent, '198.51.100.5').login(email)).status).toBe(200)
})
