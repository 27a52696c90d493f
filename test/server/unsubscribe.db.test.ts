/** Mails about tasks end by the button of a mail program, without a sign-in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTasks } from '#business/inbox/mail-tasks.job.ts'
import { present } from '#kernel/assert.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { unsubscribeToken } from '#server/mail/unsubscribe-token.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { act } from '../fixtures/world.ts'
import { approver, makeStage, type Stage, submitted, worker } from './example-parts.ts'
import { Browser, testApp } from './harness.ts'
import { SmtpServer } from './smtp.ts'

const HOST = 'stint.example.org'
const base = `https://${HOST}`
const ONE_CLICK = 'application/x-www-form-urlencoded'

const database = await freshDatabase()
const stage: Stage = await makeStage(database)
const { clock } = stage
const folder = mkdtempSync(join(tmpdir(), 'stint-unsubscribe-'))
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: base })
const smtp = new SmtpServer()
let smtpUrl = ''

beforeAll(async () => {
  smtpUrl = await smtp.listen()
})
afterAll(async () => {
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends the waiting mails. @returns the mails that the server received */
async function sent(): Promise<string[]> {
  const before = smtp.mails.length
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic = 'mail' order by created_at, id`,
  )
  const deps = { database, clock, settings: { ...settings, smtpUrl }, files: folderFiles(folder) }
  for (const { id } of rows) await deliverOutbox(deps, topics, id)
  return smtp.mails.slice(before)
}

/** A mail about a rejected timesheet. */
async function mailOfTask(): Promise<string[]> {
  clock.advance({ minutes: 1 })
  const { ids } = await submitted(stage)
  await act(stage, approver(stage), 'transaction.timesheet.reject', { ids, comment: 'Friday' })
  await sent()
  await inTransaction(database, (tx) => mailTasks({ tx, clock, base }))
  return sent()
}

const post = (token: string, payload = 'List-Unsubscribe=One-Click', type = ONE_CLICK) =>
  new Browser(app, '192.0.2.77', HOST).send({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    payload,
    headers: { 'content-type': type },
  })

const choices = async () =>
  (
    await database.owner.query(
      'select kind, mail from platform.notification_preference where business_contact_id = $1 order by kind',
      [worker(stage).business_contact_id],
    )
  ).rows

test('the button of a mail program switches that kind off, once and again, without a cookie', async () => {
  const [mail] = await mailOfTask()
  const text = present(mail, 'a mail of the task')
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const link = /^List-Unsubscribe:\s+<https:\/\/stint\.example\.org\/unsubscribe\/([\w.-]+)>/m.exec(text)
  const token = present(link?.[1], 'the link')
  expect(await choices()).toEqual([])
  for (const answer of [await post(token), await post(token, '{}', 'application/json')])
    expect(answer).toMatchObject({ status: 200, body: { data: { label: 'Rejected timesheet' } } })
  expect(await choices()).toEqual([{ kind: 'timesheet_rejected', mail: 'off' }])
  expect(await mailOfTask()).toEqual([])
})

test('the link of the digest switches off every daily kind, and leaves the others', async () => {
  const { business_contact_id } = worker(stage)
  const answer = await post(unsubscribeToken(settings, { business_contact_id, kind: 'digest' }))
  expect(answer).toMatchObject({ status: 200, body: { data: { label: 'Daily mail' } } })
  const off = (await choices()).map(({ kind, mail }) => `${kind} ${mail}`)
  expect(off).toEqual(expect.arrayContaining(['work_approved off', 'work_paid off']))
  expect(off.some((line) => line.startsWith('security'))).toBe(false)
  expect(off.some((line) => line.startsWith('expense_rejected'))).toBe(false)
})

test('dead: forged, of a kind that cannot be switched off, of nobody', async () => {
  const { business_contact_id } = worker(stage)
  const nobody = '0192f0c0-0000-7000-8000-000000000001'
  const before = await choices()
  for (const token of [
    'forged',
    'x'.repeat(500),
    unsubscribeToken(settings, { business_contact_id, kind: 'security' }),
    unsubscribeToken(settings, { business_contact_id, kind: 'batch_to_review' }),
    unsubscribeToken(settings, { business_contact_id: nobody, kind: 'timesheet_rejected' }),
  ])
    expect(await post(token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await choices()).toEqual(before)
})

test('documents and security mails carry no such link', async () => {
  await inTransaction(database, (tx) =>
    queueMail(
      { tx, clock },
      { fact_key: 'document', to: 'robin@example.org', subject: 'Invoice', body_text: 'Dear Robin' },
    ),
  )
  const mails = await sent()
  expect(mails).toHaveLength(1)
  expect(mails[0]).not.toMatch(/List-Unsubscribe/i)
})
