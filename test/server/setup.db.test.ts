import { beforeEach, describe, expect, test } from 'vitest'
import { totpCode } from '#server/auth/auth-totp.ts'
import { newSetupToken } from '#server/setup/setup-link.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { pdf, png } from '../fixtures/files.ts'
import { Browser, testApp } from './harness.ts'
import { PASSWORD, testClock } from './sample.ts'
import { SmtpServer } from './smtp.ts'

const database = await freshDatabase()
const clock = testClock()
const NOT_SET_UP = 'This installation is not set up yet. Open the link printed when the server started.'
const address = { line_1: '1 Bond Court', city: 'Leeds', zipcode: 'LS1 2JZ' }
const you = { first_name: 'Nora', last_name: 'Whitfield', email: 'nora@tideway.test', password: PASSWORD }
let serial = 0

const appWith = async (variables: Record<string, string> = {}) =>
  (await testApp(database, clock, { STINT_DEMO: 'off', ...variables })).app
const app = await appWith()

const link = async () => (await inTransaction(database, (tx) => newSetupToken(tx, clock))) ?? ''
const newBrowser = (of = app) => new Browser(of, `10.1.0.${++serial}`)
const begun = async (of = app) => {
  const browser = newBrowser(of)
  expect((await browser.post('/api/setup/begin', { token: await link() })).status).toBe(200)
  return browser
}

/** Enters the first user with their app. @returns its secret, and the recovery codes */
async function entered(browser: Browser): Promise<{ secret: string; codes: readonly string[] }> {
  await browser.post('/api/setup/you', you)
  const begun = (await browser.post('/api/setup/you/totp', {})).body.data as { id: string; secret: string }
  const code = totpCode(begun.secret, clock.now())
  const done = await browser.post('/api/setup/you/totp/confirm', { id: begun.id, code })
  return { secret: begun.secret, codes: (done.body.data as { recovery_codes: string[] }).recovery_codes }
}

beforeEach(async () => {
  await database.owner.query(
    `update platform.installation set setup_completed_at = null, setup_steps = '{}', setup_browser_hash = null`,
  )
})

describe('before the set-up', () => {
  test('calls are refused with the words of the page, health is answered', async () => {
    for (const path of ['/api/auth/session', '/api/none', '/graphql', '/api/auth/demo'])
      expect((await newBrowser(await appWith()).get(path)).body).toMatchObject({
        success: false,
        message: NOT_SET_UP,
      })
    expect((await newBrowser().login('nobody@tideway.test')).status).toBe(503)
    expect((await newBrowser().get('/api/health')).status).toBe(200)
  })

  test('pages lead to the set-up', async () => {
    const page = (url: string) => newBrowser().send({ method: 'GET', url, headers: { accept: 'text/html' } })
    const { raw } = await page('/provider/dashboard')
    expect([raw.statusCode, raw.headers.location]).toEqual([302, '/setup'])
    expect((await page('/setup/some-token')).raw.headers.location).toBeUndefined()
  })

  test('without the link nothing is told', async () => {
    const { body } = await newBrowser().get('/api/setup')
    expect(body.data).toEqual({ facts: null, message: NOT_SET_UP })
    for (const step of [
      'you',
      'you/totp',
      'business',
      'mail',
      'mail/confirm',
      'mail/skip',
      'address',
      'bank',
      'second',
      'second/skip',
      'finish',
    ])
      expect((await newBrowser().post(`/api/setup/${step}`, {})).body).toMatchObject({
        code: 'not_found',
        message: 'Set-up not found',
      })
  })
})

describe('the link', () => {
  test('works once, for the first browser', async () => {
    const token = await link()
    const answers = await Promise.all(
      [newBrowser(), newBrowser()].map((browser) => browser.post('/api/setup/begin', { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await newBrowser().post('/api/setup/begin', { token })).body.message).toBe(
      'This link is no longer valid. Open the newest one that the server printed.',
    )
  })

  test('forged and late links, and that of an earlier start: refused', async () => {
    const old = await link()
    const token = await link()
    clock.advance({ minutes: 61 })
    for (const one of ['forged', old, token])
      expect((await newBrowser().post('/api/setup/begin', { token: one })).status).toBe(404)
  })

  test('a new link gives the set-up to another browser, with the finished steps', async () => {
    const first = await begun()
    await first.post('/api/setup/you', you)
    const second = await begun()
    expect((await second.get('/api/setup')).body.data).toMatchObject({ facts: { you: { email: you.email } } })
    expect((await first.get('/api/setup')).body.data).toMatchObject({ facts: null })
  })
})

describe('the steps', () => {
  test('one needs the one before, faults are under their fields', async () => {
    const browser = await begun()
    expect((await browser.post('/api/setup/business', { name: 'Tideway', address })).body.message).toBe(
      'Please enter yourself and your second factor first',
    )
    expect((await browser.post('/api/setup/finish', {})).status).toBe(422)
    expect(
      (await browser.post('/api/setup/you', { ...you, password: 'passwordpassword' })).body,
    ).toMatchObject({
      errors: { password: 'Please enter a stronger password' },
    })
    expect((await browser.post('/api/setup/you', { password: PASSWORD })).body).toMatchObject({
      errors: { first_name: 'Mandatory', last_name: 'Mandatory', email: 'Mandatory' },
    })
    await browser.post('/api/setup/you', { ...you, email: 'nora.wrong@tideway.test' })
    // Corrected.
    await browser.post('/api/setup/you', { ...you, email: 'nora.second@tideway.test' })
    const users = await database.owner.query(
      `select from platform."user" where first_name = 'Nora' and email ~ 'wrong'`,
    )
    expect(users.rowCount).toBe(0)
    expect((await browser.post('/api/setup/bank', { purpose: 'receipt' })).body.message).toBe(
      'Please enter the business first',
    )
  })

  test('the public address equals PUBLIC_URL, or this machine alone is enough', async () => {
    const browser = await begun()
    const local = { origin: 'http://localhost:8080' }
    expect((await browser.post('/api/setup/address', local)).body).toMatchObject({
      errors: { origin: 'PUBLIC_URL is not set. Set it to http://localhost:8080 and start again.' },
    })
    expect((await browser.post('/api/setup/address', { ...local, skip: true })).body.data).toMatchObject({
      address: { state: 'skipped' },
    })
    const elsewhere = { origin: 'https://stint.tideway.test', skip: true }
    expect((await browser.post('/api/setup/address', elsewhere)).status).toBe(400)
    const served = await appWith({ PUBLIC_URL: 'https://stint.tideway.test' })
    const there = new Browser(served, '10.1.9.9', 'stint.tideway.test')
    await there.post('/api/setup/begin', { token: await link() })
    expect((await there.post('/api/setup/address', { origin: 'http://stint.tideway.test' })).status).toBe(400)
    expect((await there.post('/api/setup/address', elsewhere)).body.data).toMatchObject({
      address: { state: 'done' },
    })
  })

  test('without SMTP the addresses are kept as typed; example addresses are refused', async () => {
    const browser = await begun()
    const support_email = 'help@example.org'
    expect((await browser.post('/api/setup/mail/skip', { support_email })).body).toMatchObject({
      errors: { support_email: 'Please enter a valid Email' },
    })
    expect((await browser.post('/api/setup/mail', { support_email: 'help@tideway.test' })).status).toBe(422)
    const { body } = await browser.post('/api/setup/mail/skip', { support_email: 'help@tideway.test' })
    expect(body.data).toMatchObject({ mail: { state: 'skipped', support_email: 'help@tideway.test' } })
  })

  test('a code from the mail proves the support address; five wrong ones need another', async () => {
    const smtp = new SmtpServer()
    const served = await appWith({ SMTP_URL: await smtp.listen() })
    const browser = await begun(served)
    const addresses = { support_email: 'help@tideway.test', mail_from: 'stint@tideway.test' }
    const codeOf = (mail: string | undefined) => /code is (\d{6})/.exec(mail ?? '')?.[1] ?? ''
    const confirm = (code: string) => browser.post('/api/setup/mail/confirm', { code })
    expect((await browser.post('/api/setup/mail/skip', {})).status).toBe(422)
    expect((await browser.post('/api/setup/mail', addresses)).body.data).toMatchObject({
      mail: { state: 'code_sent' },
    })
    expect(smtp.mails[0]).toContain('To: help@tideway.test')
    expect(smtp.mails[0]).toContain('From: stint@tideway.test')
    const first = codeOf(smtp.mails[0])
    const wrong = first === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i += 1)
      expect((await confirm(wrong)).body).toMatchObject({
        errors: { code: 'Invalid Code, Please enter a valid code' },
      })
    expect((await confirm(first)).status).toBe(429)
    await browser.post('/api/setup/mail', addresses)
    clock.advance({ minutes: 11 })
    expect((await confirm(codeOf(smtp.mails[1]))).status).toBe(400)
    await browser.post('/api/setup/mail', addresses)
    expect((await confirm(codeOf(smtp.mails[2]).replace(/^.../, '$& '))).body.data).toMatchObject({
      mail: { state: 'done' },
    })
    smtp.answer = '550 no such person'
    expect((await browser.post('/api/setup/mail', addresses)).body.message).toContain('no such person')
    await smtp.close()
  })

  test('from an empty installation to a signed-in administrator', async () => {
    const browser = await begun()
    const { secret, codes } = await entered(browser)
    expect(new Set(codes).size).toBe(10)
    const business = { name: 'Tideway Finance Ltd', brn: '09876543', address }
    expect((await browser.post('/api/setup/business', business)).status).toBe(200)
    expect((await browser.post('/api/setup/business', business)).status).toBe(409)
    const logo = (content: string, path = 'Logo.png') => browser.post('/api/setup/logo', { path, content })
    expect((await logo('no picture')).body.errors).toEqual({ file: 'Please enter a valid Input' })
    expect((await logo(pdf().toString('base64'), 'Logo.pdf')).body.errors).toEqual({
      file: 'A logo is a png, jpg or jpeg picture',
    })
    expect((await logo(png().toString('base64'))).body.data).toMatchObject({
      business: { name: 'Tideway Finance Ltd', has_logo: true },
    })
    await browser.post('/api/setup/mail/skip', { support_email: 'help@tideway.test' })
    const account = { bank_name: 'Barclays', account_holder_name: 'Tideway', sort_code: '20-00-00' }
    for (const purpose of ['receipt', 'trust']) {
      const wrong = { ...account, purpose, account_number: '1' }
      expect((await browser.post('/api/setup/bank', wrong)).body).toMatchObject({
        errors: { account_number: 'Must be exactly 8 digits' },
      })
      expect(
        (await browser.post('/api/setup/bank', { ...account, purpose, account_number: '55779911' })).status,
      ).toBe(200)
    }
    expect((await browser.get('/api/setup')).body.data).toMatchObject({
      facts: { bank: { entered: ['receipt', 'trust'] } },
    })
    const second = {
      first_name: 'Sam',
      last_name: 'Dell',
      email: 'sam@tideway.test',
      role: 'provider_approver',
    }
    expect((await browser.post('/api/setup/second', second)).body).toMatchObject({
      code: 'precondition',
      message: 'A person who can release money joins by mail. Set SMTP_URL first',
    })
    expect((await browser.post('/api/setup/second/skip', {})).body.data).toMatchObject({
      second: { state: 'skipped', email: null },
    })
    // With mail, the same set-up invites the person once.
    const served = new Browser(await appWith({ SMTP_URL: 'smtp://127.0.0.1:1' }), '10.1.9.8')
    await served.post('/api/setup/begin', { token: await link() })
    expect((await served.post('/api/setup/second', { ...second, role: 'agency_admin' })).status).toBe(400)
    expect((await served.post('/api/setup/second', { ...second, email: you.email })).status).toBe(400)
    expect((await served.post('/api/setup/second', second)).body.data).toMatchObject({
      second: { state: 'done', email: second.email },
    })
    expect((await served.post('/api/setup/second', { ...second, email: 'x@tideway.test' })).status).toBe(409)
    const invited = await database.owner.query(
      `select i.state, c.roles from platform.invitation i
       join business.business_contact c on c.id = i.business_contact_id where i.email = $1 and c.joined_at is null`,
      [second.email],
    )
    expect(invited.rows).toEqual([{ state: 'sent', roles: ['provider_approver'] }])
    expect((await browser.post('/api/setup/finish', {})).status).toBe(404)
    expect((await served.post('/api/setup/finish', {})).status).toBe(200)
    expect((await served.post('/api/setup/finish', {})).status).toBe(404)
    // Nothing is left to set up, so there is no link any more.
    expect(await link()).toBe('')

    const first = await browser.post('/api/auth/login', { email: you.email, password: PASSWORD })
    expect(first.body.data).toMatchObject({ step: 'second_factor', methods: ['totp', 'recovery_code'] })
    // The code of the set-up is used up; the next one is not.
    clock.advance({ seconds: 30 })
    const { challenge } = first.body.data as { challenge: string }
    const code = totpCode(secret, clock.now())
    const signedIn = await browser.post('/api/auth/verify', { challenge, method: 'totp', code })
    expect(signedIn.body.data).toMatchObject({
      category: 'provider',
      roles: ['provider_admin'],
      business: { name: 'Tideway Finance Ltd' },
      support_email: 'help@tideway.test',
      lacks_mail: true,
    })
    const contact = {
      first_name: 'Ivy',
      last_name: 'Dell',
      email: 'ivy@tideway.test',
      roles: ['provider_approver'],
    }
    const { business: own } = signedIn.body.data as { business: { id: string } }
    const made = await browser.post('/api/permission/action', {
      action_id: 'business.business_contact.create',
      input: { ...contact, business_id: own.id },
    })
    expect(made.status).toBe(200)
    const rows = await database.owner.query(
      `select status from business.bank_account where business_id = $1`,
      [own.id],
    )
    expect(rows.rows).toEqual([{ status: 'pending' }, { status: 'pending' }])
  })
})
