import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { type Mail, one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { nextTryAt, TRIES } from '#server/mail/mail-tries.rules.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'
import { SmtpServer } from './smtp.ts'

const database = await freshDatabase()
const clock = testClock()
const folder = mkdtempSync(join(tmpdir(), 'stint-mail-'))
const files = folderFiles(folder)
const smtp = new SmtpServer()
let smtp_url = ''
const data_key = '7'.repeat(64)

beforeAll(async () => {
  smtp_url = await smtp.listen()
})
afterAll(async () => {
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

const queue = (mail: Partial<Mail> & { fact_key: string }) =>
  inTransaction(database, (tx) =>
    queueMail(
      { tx, clock },
      { to: 'Robin@Example.org', subject: 'Your invoice', body_text: 'Dear Robin', ...mail },
    ),
  )
async function outboxOf(
  fact_key: string,
): Promise<{ id: string; attempts: number; last_error: string | null }> {
  const { rows } = await database.owner.query(
    'select id, attempts, last_error from platform.outbox where fact_key = $1',
    [`mail:${fact_key}`],
  )
  return rows[0]
}
async function deliver(fact_key: string, smtpUrl: string | null = smtp_url, attempts = 1): Promise<void> {
  const settings = { ...parseSettings({ STINT_HOME: folder, DATA_KEY: data_key }), smtpUrl }
  await deliverOutbox({ database, clock, settings, files }, topics, (await outboxOf(fact_key)).id, {
    attempts,
    max_attempts: TRIES,
  })
}
async function deliveryOf(mail_id: string) {
  const { rows } = await database.owner.query(
    'select status, answer, tries, next_try_at, error from log.mail where id = $1',
    [mail_id],
  )
  return rows[0]
}
async function logged(mail_id: string): Promise<{ status: string; error: string | null; to: string }> {
  const { rows } = await database.owner.query('select status, error, "to" from log.mail where id = $1', [
    mail_id,
  ])
  return rows[0]
}

const MESSAGE_ID = /^Message-ID:\s+<([0-9a-f]{32})@/m

describe('a mail', () => {
  test('is in the log at once, and stays there without SMTP', async () => {
    const { mail_id } = await queue({ fact_key: 'kept' })
    expect(await logged(mail_id)).toEqual({ status: 'queued', error: null, to: 'robin@example.org' })
    await deliver('kept', null)
    expect(await logged(mail_id)).toMatchObject({ status: 'kept' })
    expect(smtp.mails).toHaveLength(0)
  })

  test('one fact is one mail, however often reported', async () => {
    const first = await queue({ fact_key: 'once' })
    expect(await queue({ fact_key: 'once' })).toEqual({ mail_id: first.mail_id, is_new: false })
    const before = smtp.mails.length
    await deliver('once')
    await deliver('once')
    expect(smtp.mails).toHaveLength(before + 1)
  })

  test('is sent with its attachment under its own number', async () => {
    const stored = await files.put(Buffer.from('%PDF-1.7 a page'))
    const file = { ...stored, file_name: 'INV-1-1.pdf', content_type: 'application/pdf' }
    const { mail_id } = await queue({ fact_key: 'file', attachments: [file] })
    await deliver('file')
    const sent = smtp.mails.at(-1) ?? ''
    expect(sent).toContain('Subject: Your invoice')
    expect(sent).toMatch(MESSAGE_ID)
    expect(sent).toContain('INV-1-1.pdf')
    expect(sent).toContain(Buffer.from('%PDF-1.7 a page').toString('base64'))
    expect(await deliveryOf(mail_id)).toMatchObject({ status: 'sent', answer: '250 taken', tries: 1 })
  })

  test('failed sending: deferred with the answer and the next try, and sent later, once', async () => {
    const { mail_id } = await queue({ fact_key: 'later' })
    const before = smtp.mails.length
    smtp.answer = '450 come back later'
    await expect(deliver('later')).rejects.toThrow('come back later')
    expect(await deliveryOf(mail_id)).toMatchObject({
      status: 'deferred',
      answer: '450 come back later',
      tries: 1,
      error: expect.stringContaining('450'),
    })
    const { next_try_at } = await deliveryOf(mail_id)
    expect(instant(new Date(next_try_at).toISOString())).toBe(
      nextTryAt(clock.now(), { attempts: 1, max_attempts: TRIES }),
    )
    expect(await outboxOf('later')).toMatchObject({ attempts: 1, last_error: expect.stringContaining('450') })
    smtp.answer = '250 ok'
    await deliver('later')
    expect(await deliveryOf(mail_id)).toEqual({
      status: 'sent',
      answer: '250 taken',
      tries: 2,
      next_try_at: null,
      error: null,
    })
    expect(smtp.mails).toHaveLength(before + 1)
  })

  test('that the server refuses keeps its sentence and is not tried again', async () => {
    const { mail_id } = await queue({ fact_key: 'never' })
    smtp.answer = '550 no such mailbox'
    await deliver('never')
    smtp.answer = '250 ok'
    await deliver('never')
    expect(await deliveryOf(mail_id)).toMatchObject({
      status: 'refused',
      answer: '550 no such mailbox',
      tries: 1,
    })
  })

  test('that no try brings is given up after the last one, and its one-time link is gone', async () => {
    const link = 'https://stint.example/join/secret'
    const { mail_id } = await queue({
      fact_key: 'over',
      body_text: `Join: ${one_time_link}`,
      secret: { link, settings: { dataKey: data_key, dataKeyOld: null } },
    })
    smtp.answer = '451 busy'
    await expect(deliver('over', smtp_url, TRIES)).rejects.toThrow()
    smtp.answer = '250 ok'
    const before = smtp.mails.length
    await deliver('over')
    expect(smtp.mails).toHaveLength(before)
    expect(await deliveryOf(mail_id)).toMatchObject({ status: 'given_up', next_try_at: null })
    const { rows } = await database.owner.query(
      `select delivered_at is not null as is_over, payload ? 'one_time_link' as has_link, last_error is not null as has_reason
       from platform.outbox where fact_key = 'mail:over'`,
    )
    expect(rows).toEqual([{ is_over: true, has_link: false, has_reason: true }])
  })

  test('whose file is gone is marked failed with its reason, at the first try', async () => {
    const stored = { file_url: 'f/0'.padEnd(66, '0'), sha256: '0'.repeat(64), size_bytes: 1 }
    const file = { ...stored, file_name: 'gone.pdf', content_type: 'application/pdf' }
    const { mail_id } = await queue({ fact_key: 'gone', attachments: [file] })
    await deliver('gone')
    expect(await logged(mail_id)).toMatchObject({
      status: 'failed',
      error: 'The attachment gone.pdf is missing',
    })
    expect(await outboxOf('gone')).toMatchObject({ attempts: 1, last_error: null })
  })

  test('to a server that is not there leaves everything as it was', async () => {
    const { mail_id } = await queue({ fact_key: 'away' })
    await expect(deliver('away', 'smtp://127.0.0.1:1')).rejects.toThrow()
    expect(await deliveryOf(mail_id)).toMatchObject({ status: 'deferred', answer: null, tries: 1 })
  })
})

test('attachment: for the recipient only', async () => {
  const { app, folder: home } = await testApp(database, clock)
  const { agency_id } = await sampleBusinesses(database)
  const mine = await samplePerson(database, clock, agency_id, ['agency_admin'])
  const other = await samplePerson(database, clock, agency_id, ['agency_admin'])
  const stored = await folderFiles(join(home, 'files')).put(Buffer.from('for Robin alone'))
  const file = { ...stored, file_name: 'Rücklage "1".txt', content_type: 'text/plain' }
  await queue({ fact_key: 'download', to: mine.email, attachments: [file] })

  const url = `/api/storage/download?path=${encodeURIComponent(stored.file_url)}`
  const [browser, stranger] = [new Browser(app), new Browser(app)]
  await browser.login(mine.email)
  await stranger.login(other.email)
  const answer = await browser.get(url)
  expect([answer.status, answer.raw.body]).toEqual([200, 'for Robin alone'])
  expect(answer.raw.headers['content-disposition']).toBe(
    `attachment; filename="R_cklage _1_.txt"; filename*=UTF-8''R%C3%BCcklage%20%221%22.txt`,
  )
  const missing = await browser.get(`/api/storage/download?path=ab/${'0'.repeat(64)}`)
  const hidden = await stranger.get(url)
  expect([hidden.status, hidden.body]).toEqual([missing.status, missing.body])
  expect(hidden.status).toBe(404)
  expect((await new Browser(app).get(url)).status).toBe(401)
})

describe.each([...topics.keys()].filter((topic) => topic !== 'mail'))('topic %s', (topic) => {
  const nothing = '01990000-0000-7000-8000-00000000beef'
  const settings = { ...parseSettings({ STINT_HOME: folder }), smtpUrl: null }
  async function ended(payload: Readonly<Record<string, unknown>>) {
    const { rows } = await database.owner.query<{ id: string }>(
      'insert into platform.outbox (topic, fact_key, payload) values ($1, $2, $3) returning id',
      [topic, `${topic}:${Object.keys(payload).length}`, payload],
    )
    const id = rows[0]?.id ?? ''
    await deliverOutbox({ database, clock, settings, files }, topics, id)
    const rests = await database.owner.query<{ attempts: number; delivered_at: string | null }>(
      'select attempts, delivered_at from platform.outbox where id = $1',
      [id],
    )
    return rests.rows[0]
  }
  const over = { attempts: 1, delivered_at: expect.anything() }

  test('payload that cannot be read: ends at once', async () => {
    expect(await ended({})).toEqual(over)
  })

  test('record that is gone, nobody to send it to: ends at once', async () => {
    const ids = [
      'consolidated_invoice_id',
      'chase_id',
      'collection_note_id',
      'invoice_id',
      'payment_id',
      'job_id',
    ]
    const records = ['bank_account_id', 'change_request_id', 'parent_id']
    const named = Object.fromEntries([...ids, ...records].map((name) => [name, nothing]))
    const words = { subject: 'x', body_text: 'x', provider_id: null, agency_id: null }
    // A payment's advice and a report find their readers themselves.
    const to = topic === 'payment_advice' || topic === 'report_mail' ? {} : { to: '' }
    expect(await ended({ ...named, ...words, ...to, parent_entity: 'transaction.invoice' })).toEqual(over)
  })
})
