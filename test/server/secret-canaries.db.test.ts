/** Secrets that answers and mails hand out: no row of any table keeps one as it was handed out (quality S13). */
import { expect, test } from 'vitest'
import { totpCode } from '#server/auth/auth-totp.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:9' })
const NEW = 'quiet-orchard-61-lantern'

/** The tables with a row that holds one of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await database.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.sql(
      `select from ${name} r where exists (select from unnest($1::text[]) c where strpos(r::text, c) > 0) limit 1`,
      texts,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('secrets: none stays in logs, mails, audits, idempotency answers or any other row', async () => {
  const sample = await sampleBusinesses(database)
  const mailbox = await openMailbox(database, clock, settings)
  const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  const browser = new Browser(app, '10.9.0.1')
  /** An action that asks for a confirmation first; its repeat hands no secret out again. */
  const made = async <D>(action_id: string, input: object): Promise<D> => {
    const key = crypto.randomUUID()
    const asked = await browser.act(action_id, input, key)
    const answer =
      asked.status === 403 ? await browser.act(action_id, input, key, await browser.confirm(asked)) : asked
    expect(answer.body).toMatchObject({ success: true })
    await browser.act(action_id, input, key)
    return answer.body.data as D // Each caller names the answer of its action.
  }

  await browser.post('/api/auth/forgot', { email: person.email })
  await mailbox.deliver()
  const reset = mailbox.tokenTo(person.email, 'reset')
  expect((await browser.post('/api/auth/reset', { token: reset, password: NEW })).status).toBe(200)
  await browser.login(person.email, NEW)
  // Its row holds the part before the signature, which alone opens nothing.
  const session = decodeURIComponent(browser.cookie.slice(browser.cookie.indexOf('=') + 1))

  const { token } = await made<{ token: string }>('platform.api_token.create', {
    name: 'Canary',
    roles: ['agency_admin'],
    is_read_only: true,
  })
  const { secret: hook } = await made<{ secret: string }>('platform.webhook.create', {
    url: 'https://example.org/hooks',
    events: ['transaction.timesheet.approved'],
  })
  const begun = await browser.post('/api/auth/factors/totp', {})
  const { id, secret } = begun.body.data as { id: string; secret: string }
  const code = totpCode(secret, clock.now())
  expect((await browser.post('/api/auth/factors/totp/confirm', { id, code })).status).toBe(200)
  const renewed = await browser.post('/api/auth/recovery-codes', {})
  const { recovery_codes } = renewed.body.data as { recovery_codes: string[] }
  const claims = await browser.post('/api/permission/generateHasuraToken', {})
  const { token: short_lived } = claims.body.data as { token: string }
  const colleague = 'canary@example.org'
  await made('business.business_contact.create', {
    business_id: sample.agency_id,
    first_name: 'Ann',
    last_name: 'Lee',
    email: colleague,
    roles: ['agency_user'],
    can_sign_in: true,
  })
  await mailbox.deliver()
  const invitation = mailbox.tokenTo(colleague, 'join')

  const secrets = [NEW, reset, session, token, hook, secret, ...recovery_codes, short_lived, invitation]
  expect(secrets.filter((one) => one.length < 10)).toEqual([])
  expect(await tablesWith(secrets)).toEqual([])
  // The search finds texts that rows do hold.
  expect(await tablesWith([colleague])).toContain('business.business_contact')
})
