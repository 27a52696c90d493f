/** New passwords against a server of breached ones that knows them, pads its answer, fails or keeps silent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPwned, RangesDown } from '#server/passwords/pwned-passwords.server.ts'
import { newSetupToken } from '#server/setup/setup-link.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { act, type SeededAgency, seedAgency, seedProvider } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { PwnedRanges } from './pwned-ranges.ts'
import { PASSWORD, type Person, samplePerson } from './sample.ts'

const { database, world } = await freshWorld()
const { clock } = world
const { sql } = database
const ranges = new PwnedRanges()
const variables = { PWNED_PASSWORDS: 'on', PWNED_PASSWORDS_URL: await ranges.listen() }
const { app, settings } = await testApp(database, clock, { ...variables, SMTP_URL: 'smtp://127.0.0.1:9' })
afterAll(() => ranges.close())

const BREACHED = 'quiet-orchard-61-lantern'
const UNKNOWN = 'hollyhock quarry 87 linen'
const weak = { password: 'Please enter a stronger password' }
let agency: SeededAgency
let mailbox: Mailbox
let person: Person
let net = 0

beforeAll(async () => {
  agency = await seedAgency(world, await seedProvider(world))
  mailbox = await openMailbox(database, clock, settings)
})
beforeEach(async () => {
  clock.advance({ hours: 2 })
  ranges.known.clear()
  ranges.known.set(BREACHED, 12)
  ranges.asked.length = 0
  ranges.answer = (request, response) => ranges.rows(request, response)
  person = await samplePerson(database, clock, agency.id, ['agency_user'])
})

const browser = (of = app) => new Browser(of, `10.14.0.${++net}`)
const unavailable = () =>
  sql<{ user_id: string | null; says: string }>(
    `select user_id, says from log.security_event where kind = 'password_check_unavailable' order by at, id`,
  )

async function change(password: string): Promise<unknown> {
  const from = browser()
  await from.login(person.email)
  const { status, body } = await from.post('/api/auth/password', { current: PASSWORD, password })
  return status === 200 ? 'taken' : body.errors
}

describe('the look-up', () => {
  const asked = (password: string) => isPwned({ url: ranges.url }, password)

  test('sends five letters of the hash and asks for padding; the password stays here', async () => {
    expect(await asked(BREACHED)).toBe(true)
    expect(ranges.asked).toEqual([{ path: expect.stringMatching(/^\/range\/[0-9A-F]{5}$/), padding: 'true' }])
    expect(await asked(UNKNOWN)).toBe(false)
  })

  test('a row that is found no times is padding', async () => {
    ranges.known.set(BREACHED, 0)
    expect(await asked(BREACHED)).toBe(false)
  })

  test('the composed and the decomposed form of a letter are one password', async () => {
    ranges.known.set('caf\u00e9 behind the station', 4)
    expect(await asked('cafe\u0301 behind the station')).toBe(true)
  })

  test.each([
    ['an error', 500, 'broken'],
    ['a page of somebody else', 200, '<html>Sign in to the network</html>'],
    ['nothing', 200, ''],
    ['far too much', 200, `${'0'.repeat(35)}:1\r\n`.repeat(30_000)],
  ])('%s is no answer', async (_what, status, text) => {
    ranges.answer = (_request, response) => {
      response.statusCode = status
      response.end(text)
    }
    await expect(asked(BREACHED)).rejects.toThrow(RangesDown)
  })

  test('a redirect is not followed, and a silent server is not waited for', async () => {
    ranges.answer = (_request, response) => {
      response.writeHead(302, { location: `${ranges.url}/elsewhere` }).end()
    }
    await expect(asked(BREACHED)).rejects.toThrow(RangesDown)
    expect(ranges.asked).toHaveLength(1)
    ranges.answer = () => undefined
    await expect(isPwned({ url: ranges.url }, BREACHED, 50)).rejects.toThrow(RangesDown)
  })
})

describe('a breached password is refused', () => {
  test('in a change of one’s own', async () => {
    expect(await change(BREACHED)).toEqual(weak)
    expect(await change(UNKNOWN)).toBe('taken')
  })

  test('by a mailed link, which stays', async () => {
    await browser().post('/api/auth/forgot', { email: person.email })
    await mailbox.deliver()
    const token = mailbox.tokenTo(person.email, 'reset')
    const set = (password: string) => browser().post('/api/auth/reset', { token, password })
    expect((await set(BREACHED)).body.errors).toEqual(weak)
    expect((await set(UNKNOWN)).status).toBe(200)
  })

  test('by the reader of an invitation', async () => {
    const email = 'newcomer@example.org'
    const roles = ['agency_user']
    const contact = { business_id: agency.id, first_name: 'Ada', last_name: 'Byron', email, roles }
    await act(world, agency.admin, 'business.business_contact.create', contact)
    await mailbox.deliver()
    const names = { token: mailbox.tokenTo(email, 'join'), first_name: 'Ada', last_name: 'King' }
    const join = (password: string) => browser().post('/api/auth/invitation/accept', { ...names, password })
    expect((await join(BREACHED)).body.errors).toEqual(weak)
    expect((await join(UNKNOWN)).status).toBe(200)
  })

  test('in the set-up, whose owner alone has passwords looked up', async () => {
    await database.owner.query(
      `update platform.installation set setup_completed_at = null, setup_steps = '{}', setup_browser_hash = null`,
    )
    const you = { first_name: 'Nora', last_name: 'Whitfield', email: 'nora@tideway.test' }
    expect((await browser().post('/api/setup/you', { ...you, password: BREACHED })).status).toBe(404)
    expect(ranges.asked).toEqual([])
    const fresh = await testApp(database, clock, { STINT_DEMO: 'off', ...variables })
    const token = await inTransaction(database, (tx) => newSetupToken(tx, clock))
    const owner = browser(fresh.app)
    await owner.post('/api/setup/begin', { token })
    const enter = (password: string) => owner.post('/api/setup/you', { ...you, password })
    expect((await enter(BREACHED)).body.errors).toEqual(weak)
    expect((await enter(UNKNOWN)).status).toBe(200)
    await database.owner.query('update platform.installation set setup_completed_at = now()')
  })
})

describe('without an answer the password is taken', () => {
  test('with an event that names the person and no part of the password', async () => {
    const before = await unavailable()
    ranges.answer = (_request, response) => {
      response.statusCode = 503
      response.end()
    }
    expect(await change(BREACHED)).toBe('taken')
    const events = (await unavailable()).slice(before.length)
    expect(events).toEqual([
      { user_id: person.user_id, says: 'Pwned Passwords: status 503. The password was taken.' },
    ])
  })

  test('a weak one is refused without a look-up', async () => {
    expect(await change('password1234')).toEqual(weak)
    expect(ranges.asked).toEqual([])
  })

  test('nobody is asked by default', async () => {
    const { app: quiet } = await testApp(database, clock, { PWNED_PASSWORDS_URL: ranges.url })
    const from = browser(quiet)
    await from.login(person.email)
    const { status } = await from.post('/api/auth/password', { current: PASSWORD, password: BREACHED })
    expect([status, ranges.asked]).toEqual([200, []])
  })
})
