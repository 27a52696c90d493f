/** Risky actions ask again who is there (people, step-up): over HTTP, as the pages call. */
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { batch, makeStage, reviewed } from './example-parts.ts'
import { type Answer, Browser, testApp } from './harness.ts'
import { PASSWORD, samplePerson, sampleSignIn } from './sample.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { clock } = stage
const { app, folder } = await testApp(database, clock)
const { provider } = stage.agency
const COMPLETE = 'payment.payment_batch.complete'
const REVIEW = 'payment.payment_batch.review'
const ASKED = { code: 'not_allowed', message: 'Please confirm that it is you' }

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(app)
  const { rows } = await database.owner.query<{ id: string }>('select id from auth."user" where email = $1', [
    email,
  ])
  const user_id = present(rows[0], 'a user').id
  await database.owner.query('delete from auth.factor where user_id = $1', [user_id])
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, user_id))
  expect((await browser.login(email)).status).toBe(200)
  return browser
}

let approver: Browser
beforeEach(async () => {
  clock.advance({ hours: 1 })
  approver = await signedIn(provider.approver.email)
})

const key = () => crypto.randomUUID()
const statusOf = async (id: string) =>
  (
    await database.owner.query<{ status: string }>('select status from payment.payment_batch where id = $1', [
      id,
    ])
  ).rows[0]?.status
const needOf = ({ body }: Answer) =>
  body.step_up as { methods: string[]; max_age: number; action_id?: string; input_hash?: string }

async function underReview(): Promise<{ id: string }> {
  const { id } = await batch(stage)
  const maker = await signedIn(provider.operations.email)
  await maker.act('payment.payment_batch.submit', { id })
  return { id }
}

describe('an action that needs a recent confirmation', () => {
  test('a sign-in confirms for five minutes; later the same call goes again once confirmed', async () => {
    const input = await underReview()
    clock.advance({ minutes: 4 })
    const other = await underReview()
    clock.advance({ minutes: 1, seconds: 1 })
    const same = key()
    const refused = await approver.act(REVIEW, input, same)
    expect([refused.status, refused.body]).toMatchObject([403, ASKED])
    expect(needOf(refused)).toEqual({ methods: ['totp'], max_age: 300 })
    expect(await statusOf(input.id)).toBe('under_review')
    await approver.confirm(refused)
    expect((await approver.act(REVIEW, input, same)).status).toBe(200)
    // One confirmation serves the session: another tab is not asked.
    expect((await approver.act(REVIEW, other)).status).toBe(200)
    // A repeat of a lost answer is not asked again, also later.
    clock.advance({ minutes: 6 })
    expect((await approver.act(REVIEW, input, same)).body.data).toMatchObject({ status: 'reviewed' })
  })

  test('a confirmation belongs to its session', async () => {
    const input = await underReview()
    clock.advance({ minutes: 6 })
    const elsewhere = await signedIn(provider.approver.email)
    expect((await approver.act(REVIEW, input)).body).toMatchObject(ASKED)
    expect((await elsewhere.act(REVIEW, input)).status).toBe(200)
  })

  test('people are asked only for what would be done', async () => {
    const input = await underReview()
    clock.advance({ minutes: 6 })
    const reader = await samplePerson(database, clock, provider.id, ['provider_operations'])
    const browser = new Browser(app)
    await browser.login(reader.email)
    clock.advance({ minutes: 6 })
    expect((await browser.act(REVIEW, input)).body.message).toBe('You do not have permission to do this')
    expect((await approver.act(REVIEW, { id: crypto.randomUUID() })).status).toBe(404)
  })

  test('an export of payslips needs one of half an hour; another export needs none', async () => {
    const admin = await signedIn(stage.agency.admin.email)
    const list = (entity: string) => ({
      entity,
      format: 'csv',
      columns: [{ field: 'human_id', label: 'Number' }],
    })
    clock.advance({ minutes: 31 })
    const refused = await admin.act('platform.export.start', list('transaction.payslip'))
    expect(needOf(refused).max_age).toBe(1800)
    expect((await admin.act('platform.export.start', list('transaction.invoice'))).status).toBe(200)
    await admin.confirm(refused)
    clock.advance({ minutes: 29 })
    expect((await admin.act('platform.export.start', list('transaction.payslip'))).status).toBe(200)
  })

  test('the file of an export is as confirmed as its making: a browser left open does not carry it away', async () => {
    const admin = await signedIn(stage.agency.admin.email)
    const made = async (entity: string) => {
      const columns = [{ field: 'human_id', label: 'Number' }]
      const { body } = await admin.act('platform.export.start', { entity, format: 'csv', columns })
      const { job_id } = body.data as { job_id: string }
      await runExport({ database, clock, files: folderFiles(join(folder, 'files')), pace_ms: 0 }, job_id)
      return `/api/export/${job_id}`
    }
    const [payslips, invoices] = [await made('transaction.payslip'), await made('transaction.invoice')]
    expect((await admin.get(payslips)).status).toBe(200)
    clock.advance({ minutes: 31 })
    const refused = await admin.get(payslips)
    expect([refused.status, refused.body]).toMatchObject([403, ASKED])
    expect(needOf(await admin.post(`${payslips}/check`, {})).max_age).toBe(1800)
    expect((await admin.get(invoices)).status).toBe(200)
    expect((await admin.post(`${invoices}/check`, {})).status).toBe(200)
    await admin.confirm(refused)
    expect((await admin.post(`${payslips}/check`, {})).status).toBe(200)
    expect((await admin.get(payslips)).status).toBe(200)
    const other = await signedIn(provider.approver.email)
    expect((await other.post(`${payslips}/check`, {})).status).toBe(404)
  })
})

describe('completing a batch', () => {
  test('needs a confirmation of its own, which works once', async () => {
    const [input, other] = [await reviewed(stage), await reviewed(stage)]
    const same = key()
    const refused = await approver.act(COMPLETE, input, same)
    expect([refused.status, refused.body]).toMatchObject([403, ASKED])
    expect(needOf(refused)).toMatchObject({ methods: ['totp'], max_age: 0, action_id: COMPLETE })
    const proof = await approver.confirm(refused)
    // Bound to this batch.
    expect((await approver.act(COMPLETE, other, key(), proof)).body).toMatchObject(ASKED)
    expect(await statusOf(other.id)).toBe('reviewed')
    expect((await approver.act(COMPLETE, input, same, proof)).status).toBe(200)
    expect(await statusOf(input.id)).toBe('completed')
    // Its repeat gets the first answer; the proof opens nothing more.
    expect((await approver.act(COMPLETE, input, same, proof)).status).toBe(200)
    expect((await database.owner.query('select from auth.step_up')).rowCount).toBe(0)
  })

  test('a confirmation of the session alone is not enough, nor another session’s, nor a late one', async () => {
    const input = await reviewed(stage)
    const refused = await approver.act(COMPLETE, input)
    await approver.confirm({ ...refused, body: { step_up: { methods: ['totp'], max_age: 300 } } })
    expect((await approver.act(COMPLETE, input)).body).toMatchObject(ASKED)
    const proof = await approver.confirm(refused)
    const elsewhere = await signedIn(provider.approver.email)
    expect((await elsewhere.act(COMPLETE, input, key(), proof)).body).toMatchObject(ASKED)
    clock.advance({ minutes: 6 })
    expect((await approver.act(COMPLETE, input, key(), proof)).body).toMatchObject(ASKED)
    expect(await statusOf(input.id)).toBe('reviewed')
  })

  test('two tabs with one proof each: the batch is paid once', async () => {
    const input = await reviewed(stage)
    const refused = await approver.act(COMPLETE, input)
    const proofs = [await approver.confirm(refused), await approver.confirm(refused)]
    const answers = await Promise.all(proofs.map((proof) => approver.act(COMPLETE, input, key(), proof)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('the confirmation itself', () => {
  const stepUp = (browser: Browser, payload: object) => browser.post('/api/auth/step-up', payload)

  test('a wrong code is refused and counted; six at once: five are judged', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => stepUp(approver, { method: 'totp', code: '12345x' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429])
    expect(answers.find(({ status }) => status === 400)?.body.errors).toEqual({
      code: 'Invalid Code, Please enter a valid code',
    })
  })

  test('a password is enough only without a second factor', async () => {
    const plain = await samplePerson(database, clock, stage.agency.id, ['agency_user'])
    const browser = new Browser(app)
    await browser.login(plain.email)
    expect((await stepUp(browser, { method: 'password', password: 'not the password' })).body).toMatchObject({
      errors: { password: 'The password is not right' },
    })
    expect((await stepUp(browser, { method: 'password', password: PASSWORD })).status).toBe(200)
    for (const given of [{ method: 'password', password: PASSWORD }, { method: 'demo' }])
      expect((await stepUp(approver, given)).body.errors).toEqual({ method: 'Please confirm in another way' })
    expect((await stepUp(new Browser(app), { method: 'demo' })).status).toBe(401)
  })

  test('the security log tells of it, and an ask is no refusal of a right', async () => {
    const input = await reviewed(stage)
    await approver.confirm(await approver.act(COMPLETE, input))
    const { rows } = await database.owner.query<{ kind: string; says: string }>(
      'select kind, says from log.security_event where user_id = $1 and at = $2 order by id',
      [provider.approver.user_id, clock.now()],
    )
    expect(rows.map(({ kind }) => kind)).not.toContain('permission_refused')
    expect(rows.at(-1)).toEqual({ kind: 'step_up', says: `authenticator app, for ${COMPLETE}` })
  })
})
