/** Codes by SMS, against a gateway that answers, fails or keeps silent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { SmsNotSent, sendSms } from '#server/sms/sms-gateway.server.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { PASSWORD, type Person, type Sample, sampleBusinesses, samplePerson, testClock } from './sample.ts'
import { SmsGateway } from './sms-gateway.ts'

const database = await freshDatabase()
const clock = testClock()
const gateway = new SmsGateway()
const { app } = await testApp(database, clock, {
  SMS_URL: await gateway.listen(),
  SMS_TOKEN: 'a token of this test',
  PUBLIC_URL: 'http://stint.example.org',
})
afterAll(() => gateway.close())
const HOST = 'stint.example.org'
const WRONG = 'Invalid Code, Please enter a valid code'
const PREFERENCE = '/api/permission/updateMFAPreference'
const VERIFY = '/api/permission/verifySMSCode'

let sample: Sample
let person: Person
let browser: Browser
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
})
beforeEach(async () => {
  clock.advance({ hours: 25 })
  gateway.answer = (response) => response.end()
  person = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
  browser = await signedIn(person)
})

/** Numbers of Ofcom for drama. */
const newNumber = () => `+447700900${String(++serial).padStart(3, '0')}`
const newBrowser = () => new Browser(app, `10.3.0.${++serial % 250}`, HOST)
async function signedIn({ email }: Person): Promise<Browser> {
  const mine = newBrowser()
  expect((await mine.login(email)).status).toBe(200)
  return mine
}
const wrongCode = () => (gateway.code === '000000' ? '000001' : '000000')
const prefer = (preference: string, phone?: string, of = browser) =>
  of.post(PREFERENCE, { preference, phone })
const verify = (code: string, challenge?: string, of = browser) => of.post(VERIFY, { code, challenge })
type Step = { step: string; challenge: string; methods: string[]; phone?: string }
const firstStep = async (of: Browser, { email }: Person = person) =>
  (await of.post('/api/auth/login', { email, password: PASSWORD })).body.data as Step

/** @returns the number */
async function enrol(of = browser): Promise<string> {
  const phone = newNumber()
  expect((await prefer('sms', phone, of)).status).toBe(200)
  expect((await verify(gateway.code.replace(/^.../, '$& '), undefined, of)).status).toBe(200)
  clock.advance({ seconds: 31 })
  return phone
}
const run = (text: string, ...values: unknown[]) => database.owner.query(text, values)

describe('a phone', () => {
  test('is a factor after its first code, which is sent in the fixed words', async () => {
    const phone = newNumber()
    const asked = await prefer('sms', `0${phone.slice(3, 7)} ${phone.slice(7)}`)
    expect(asked.body.data).toEqual({ preference: 'sms', enabled: false, required: false, pending: 'sms' })
    expect(gateway.sent.at(-1)).toEqual({
      authorization: 'Bearer a token of this test',
      to: phone,
      text: `Your Stint code is ${gateway.code}. It is valid for 5 minutes. We never ask for it.\n@${HOST} #${gateway.code}`,
    })
    expect((await firstStep(newBrowser())).step).toBeUndefined()
    expect((await verify(wrongCode())).body).toMatchObject({ errors: { code: WRONG } })
    const { recovery_codes } = (await verify(gateway.code)).body.data as { recovery_codes: string[] }
    expect(recovery_codes).toHaveLength(10)
    const { rows } = await run(`select code_mac from auth.sms_code`)
    expect(rows).toEqual([])
    const facts = (await browser.get('/api/auth/factors')).body.data as { factors: object[] }
    expect(facts).toMatchObject({ offers_sms: true, preferred: 'sms' })
    expect(facts.factors).toMatchObject([{ type: 'sms', phone: `•••• ${phone.slice(-4)}` }])
    const mail = await run(`select body_text from log.mail where "to" = $1`, person.email)
    expect(JSON.stringify(mail.rows)).toContain('A phone for codes by SMS was added to your sign-in.')
  })

  test('signs in with its code, once', async () => {
    const phone = await enrol()
    const other = newBrowser()
    const { step, challenge, methods, phone: shown } = await firstStep(other)
    expect([step, methods, shown]).toEqual([
      'second_factor',
      ['sms', 'recovery_code'],
      `•••• ${phone.slice(-4)}`,
    ])
    expect((await newBrowser().post('/api/auth/sms', { challenge })).status).toBe(422)
    expect((await other.post('/api/auth/sms', { challenge })).status).toBe(200)
    expect(gateway.sent.at(-1)?.to).toBe(phone)
    expect((await other.get('/api/auth/session')).status).toBe(401)
    expect((await verify(gateway.code, challenge, other)).body.data).toMatchObject({
      user: { email: person.email },
      methods: ['pwd', 'sms'],
    })
    const third = newBrowser()
    const next = await firstStep(third)
    expect((await verify(gateway.code, next.challenge, third)).body).toMatchObject({
      errors: { code: WRONG },
    })
  })

  test('confirms an action in place of the password', async () => {
    await enrol()
    clock.advance({ minutes: 6 })
    const refused = await prefer('totp')
    expect(refused.body.step_up).toEqual({ methods: ['sms', 'recovery_code'], max_age: 300 })
    expect((await browser.post('/api/auth/step-up', { method: 'password', password: PASSWORD })).status).toBe(
      400,
    )
    await browser.post('/api/auth/sms', {})
    expect((await browser.post('/api/auth/step-up', { method: 'sms', code: wrongCode() })).status).toBe(400)
    expect((await browser.post('/api/auth/step-up', { method: 'sms', code: gateway.code })).status).toBe(200)
    expect((await prefer('totp')).body.data).toMatchObject({ enabled: true, pending: 'totp' })
    clock.advance({ minutes: 6 })
    await browser.post('/api/auth/sms', {})
    expect((await verify(gateway.code)).status).toBe(200)
    expect((await prefer('none')).body.data).toMatchObject({ preference: 'none', enabled: false })
    expect(await firstStep(newBrowser())).not.toHaveProperty('step')
  })

  test('is replaced by a new one alone once that has its code', async () => {
    const old = await enrol()
    const phone = newNumber()
    expect((await prefer('sms', phone)).body.data).toMatchObject({ enabled: true, pending: 'sms' })
    expect((await firstStep(newBrowser())).phone).toBe(`•••• ${old.slice(-4)}`)
    expect((await verify(gateway.code)).body.data).toEqual({})
    expect((await firstStep(newBrowser())).phone).toBe(`•••• ${phone.slice(-4)}`)
  })
})

describe('a code', () => {
  test('six at once: five are judged, and the right one comes too late', async () => {
    await enrol()
    const other = newBrowser()
    const { challenge } = await firstStep(other)
    await other.post('/api/auth/sms', { challenge })
    const wrong = wrongCode()
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(wrong, challenge, other)))
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429])
    clock.advance({ minutes: 4 })
    expect((await verify(gateway.code, challenge, other)).status).toBe(429)
    // A new sign-in has new tries, the code has none left.
    clock.advance({ minutes: -4 })
    const third = newBrowser()
    const next = await firstStep(third)
    expect((await verify(gateway.code, next.challenge, third)).status).toBe(400)
  })

  test('ends after five minutes, and with the next one', async () => {
    await enrol()
    const other = newBrowser()
    const { challenge } = await firstStep(other)
    await other.post('/api/auth/sms', { challenge })
    const first = gateway.code
    clock.advance({ seconds: 31 })
    await other.post('/api/auth/sms', { challenge })
    if (gateway.code !== first) expect((await verify(first, challenge, other)).status).toBe(400)
    clock.advance({ minutes: 5 })
    expect((await verify(gateway.code, challenge, other)).status).toBe(400)
  })

  test('is sent at most every 30 seconds, 5 times an hour, 10 times a day', async () => {
    await enrol()
    const send = () => browser.post('/api/auth/sms', {})
    expect((await send()).status).toBe(200)
    const soon = await send()
    expect([soon.status, soon.body.message]).toEqual([
      429,
      'Too many attempts. Please try again in 30 seconds',
    ])
    expect(soon.raw.headers['retry-after']).toBe('30')
    const answers = []
    for (let count = 2; count <= 13; count++) {
      clock.advance({ seconds: 31 })
      // Two hours in all.
      if (count === 7) clock.advance({ hours: 1 })
      answers.push((await send()).status)
    }
    // The enrolment was the first of the day.
    expect(answers).toEqual([200, 200, 200, 429, 429, 200, 200, 200, 200, 200, 429, 429])
  })

  test('pumping: 200 an hour for the installation, whatever the person and number', async () => {
    await run(`update auth.throttle set tries = 200, since = $1 where tries > 0`, clock.now())
    const before = gateway.sent.length
    // The count of all is the one that a new person and number share with the others.
    const answer = await prefer('sms', newNumber())
    expect([answer.status, gateway.sent.length]).toEqual([429, before])
    clock.advance({ minutes: 61 })
    const again = await prefer('sms', newNumber())
    await browser.confirm(again)
    expect((await prefer('sms', newNumber())).status).toBe(200)
  })

  test('goes to mobile numbers of the countries of SMS_COUNTRIES alone', async () => {
    const before = gateway.sent.length
    const faults = []
    for (const phone of ['+442079460000', '+33612345678', '12', '+8816 1234 567', '+447700900123; rm'])
      faults.push((await prefer('sms', phone)).body.errors)
    const matches = { phone: 'Please enter a valid number' }
    expect(faults).toEqual([
      matches,
      { phone: 'Codes go to mobile numbers of GB, IE alone' },
      matches,
      matches,
      matches,
    ])
    expect((await prefer('sms')).body.errors).toEqual({ phone: 'Mandatory' })
    expect(gateway.sent).toHaveLength(before)
  })

  test('a gateway that fails or breaks off is said, and the next try may succeed', async () => {
    gateway.answer = (response) => {
      response.statusCode = 500
      response.end()
    }
    const phone = newNumber()
    const failed = await prefer('sms', phone)
    expect([failed.status, failed.body.message]).toEqual([
      503,
      'The code could not be sent. Please try again in 30 seconds.',
    ])
    gateway.answer = (response) => response.destroy()
    clock.advance({ seconds: 31 })
    expect((await prefer('sms', phone)).status).toBe(503)
    clock.advance({ seconds: 31 })
    gateway.answer = (response) => response.end()
    expect((await prefer('sms', phone)).status).toBe(200)
    expect((await verify(gateway.code)).status).toBe(200)
  })
})

test('a gateway that keeps silent is given up', async () => {
  gateway.answer = () => {}
  const { settings } = await testApp(database, clock, { SMS_URL: gateway.url, SMS_TOKEN: 'token' })
  const text = { to: newNumber(), text: 'a text', reference: 'one' }
  await expect(sendSms(present(settings.sms, 'the gateway'), text, 50)).rejects.toBeInstanceOf(SmsNotSent)
})

describe('a role that can release money', () => {
  test('gets no code', async () => {
    const admin = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
    const theirs = await signedIn(admin)
    expect((await prefer('sms', newNumber(), theirs)).body.message).toBe(
      'Your role needs an authenticator app or a passkey',
    )
    expect((await prefer('none', undefined, theirs)).body.message).toBe('Your role needs a second factor')
    expect((await theirs.get('/api/auth/factors')).body.data).toMatchObject({ offers_sms: false })
  })

  test('given to the owner of a phone: the phone opens nothing, and the app comes before the session', async () => {
    await enrol()
    const other = newBrowser()
    const { challenge } = await firstStep(other)
    await other.post('/api/auth/sms', { challenge })
    await run(
      `update business.business_contact set roles = '{hiring_manager,agency_admin}' where id = $1`,
      person.contact_id,
    )
    expect((await verify(gateway.code, challenge, other)).status).toBe(400)
    expect(await firstStep(newBrowser())).toMatchObject({ step: 'enrol', methods: ['passkey', 'totp'] })
    // Where mail is sent, the password alone does not lead past the phone.
    const { app: mailing } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await firstStep(new Browser(mailing))).toMatchObject({ step: 'mail' })
  })
})

test('without SMS_URL no SMS is offered', async () => {
  const { app: plain } = await testApp(database, clock)
  const mine = new Browser(plain)
  await mine.login(person.email)
  expect((await mine.get('/api/auth/factors')).body.data).toMatchObject({ offers_sms: false })
  expect((await prefer('sms', newNumber(), mine)).body.message).toBe('Codes by SMS are not set up')
})
