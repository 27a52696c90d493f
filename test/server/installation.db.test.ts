/** The Installation page's calls: each step of the set-up with its present state, and the proof of mail. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { makeStage } from './example-parts.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'
import { SmtpServer } from './smtp.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { clock } = stage
const { provider } = stage.agency
const smtp = new SmtpServer()
const { app } = await testApp(database, clock, { STINT_DEMO: 'off', SMTP_URL: await smtp.listen() })
await database.owner.query('update platform.installation set setup_completed_at = now()')

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(app)
  const { rows } = await database.owner.query<{ id: string }>('select id from auth."user" where email = $1', [
    email,
  ])
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, present(rows[0], 'a user').id))
  expect((await browser.login(email)).status).toBe(200)
  return browser
}
const PATH = '/api/installation'
const addresses = { support_email: 'help@tideway.test', mail_from: 'stint@tideway.test' }
const codeOf = (mail: string | undefined) => /code is (\d{6})/.exec(mail ?? '')?.[1] ?? ''

test('only administrators of the provider find it', async () => {
  expect((await new Browser(app).get(PATH)).status).toBe(401)
  for (const email of [provider.operations.email, provider.approver.email, stage.agency.admin.email]) {
    const other = await signedIn(email)
    expect((await other.get(PATH)).status, email).toBe(404)
    for (const path of ['mail', 'mail/confirm', 'mail/skip'])
      expect((await other.post(`${PATH}/${path}`, addresses)).status, `${email} ${path}`).toBe(404)
  }
})

test('accounts and people count as they stand', async () => {
  const admin = await signedIn(provider.admin.email)
  const facts = async () => (await admin.get(PATH)).body.data as Record<string, unknown>
  const { rows } = await database.owner.query<{ purpose: string; is_confirmed: boolean }>(
    `select purpose, bool_or(status = 'confirmed') as is_confirmed from business.bank_account
     where business_id = (select business_id from business.business_contact where email = $1) and deleted_at is null
     group by 1`,
    [provider.admin.email],
  )
  const stateOf = (purpose: string) => {
    const account = rows.find((row) => row.purpose === purpose)
    return account ? (account.is_confirmed ? 'confirmed' : 'pending') : 'none'
  }
  const before = await facts()
  expect(before.accounts).toEqual([
    { purpose: 'receipt', state: stateOf('receipt') },
    { purpose: 'trust', state: stateOf('trust') },
  ])
  const people = before.people as { ready: number; waiting: number }
  await database.owner.query(
    `delete from auth.factor where user_id = (select id from auth."user" where email = $1)`,
    [provider.approver.email],
  )
  expect((await facts()).people).toEqual({ ready: people.ready - 1, waiting: people.waiting + 1 })
})

test('new addresses need a confirmation of the person, and a code that arrived', async () => {
  const admin = await signedIn(provider.admin.email)
  clock.advance({ minutes: 6 })
  const asked = await admin.post(`${PATH}/mail`, addresses)
  expect([asked.status, asked.body.message]).toEqual([403, 'Please confirm that it is you'])
  expect(smtp.mails).toHaveLength(0)
  await admin.confirm(asked)
  expect((await admin.post(`${PATH}/mail`, { support_email: 'help@example.org' })).body).toMatchObject({
    errors: { support_email: 'Please enter a valid Email' },
  })
  expect((await admin.post(`${PATH}/mail`, addresses)).body.data).toMatchObject({
    mail: { state: 'code_sent' },
  })
  const kept = () =>
    database.owner.query('select key, value from platform.setting order by key').then(({ rows }) => rows)
  expect(await kept()).toEqual([])
  const code = codeOf(smtp.mails[0])
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i += 1)
    expect((await admin.post(`${PATH}/mail/confirm`, { code: wrong })).body).toMatchObject({
      errors: { code: 'Invalid Code, Please enter a valid code' },
    })
  expect((await admin.post(`${PATH}/mail/confirm`, { code })).status).toBe(429)
  await admin.post(`${PATH}/mail`, addresses)
  const { body } = await admin.post(`${PATH}/mail/confirm`, { code: codeOf(smtp.mails[1]) })
  expect(body.data).toMatchObject({ mail: { state: 'done', ...addresses } })
  expect(await kept()).toEqual([
    { key: 'mail_from', value: addresses.mail_from },
    { key: 'support_email', value: addresses.support_email },
  ])
  expect((await admin.post(`${PATH}/mail/skip`, addresses)).status).toBe(422)
  await smtp.close()
})
