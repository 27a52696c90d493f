/** Mails leave between two transactions, beside a slow server, a second worker and a killed worker. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { deliverOutbox, type Topic } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { startWorker } from '#server/worker.ts'
import { freshDatabase } from '../database.ts'
import { SECRET } from './harness.ts'
import { sampleBusinesses, testClock } from './sample.ts'
import { SmtpServer } from './smtp.ts'

const database = await freshDatabase()
const clock = testClock()
const folder = mkdtempSync(join(tmpdir(), 'stint-outbox-'))
const files = folderFiles(folder)
const smtp = new SmtpServer()
let smtpUrl = ''
beforeAll(async () => {
  smtpUrl = await smtp.listen()
})
beforeEach(() => {
  smtp.mails.length = 0
  smtp.onMail = () => Promise.resolve()
})
afterAll(async () => {
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ ...parseSettings({ STINT_HOME: folder }), smtpUrl })
const deps = () => ({ database, clock, settings: settings(), files })

async function queued(fact_key: string, agency_id: string | null = null): Promise<string> {
  await inTransaction(database, (tx) =>
    queueMail(
      { tx, clock },
      { fact_key, to: 'robin@example.org', subject: 'Your invoice', body_text: 'Dear Robin', agency_id },
    ),
  )
  return (await outbox(fact_key)).id
}

type Row = { id: string; delivered_at: string | null; lease_until: string | null; attempts: number }
async function outbox(fact_key: string): Promise<Row> {
  const { rows } = await database.owner.query(
    'select id, delivered_at, lease_until, attempts from platform.outbox where fact_key = $1',
    [`mail:${fact_key}`],
  )
  return rows[0]
}
const numbers = () => smtp.mails.map((mail) => /^Message-ID:\s+<([0-9a-f]{32})@/m.exec(mail)?.[1])
/** As if the time of the claim were over. */
const expire = (id: string) =>
  database.owner.query(`update platform.outbox set lease_until = now() - interval '1 s' where id = $1`, [id])

test('outbox: a slow server holds no transaction open, and no lock on the row', async () => {
  const id = await queued('slow')
  const seen: unknown[] = []
  smtp.onMail = async () => {
    const { rows } = await database.owner.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    )
    const locked = await database.owner.query(
      'select id from platform.outbox where id = $1 for update nowait',
      [id],
    )
    seen.push(rows[0].n, locked.rowCount)
  }
  await deliverOutbox(deps(), topics, id)
  expect(seen).toEqual([0, 1])
  expect(await outbox('slow')).toMatchObject({ attempts: 1, lease_until: null })
})

test('outbox: two workers send a mail once', async () => {
  const id = await queued('twice')
  // The second comes while the first one sends.
  smtp.onMail = () => deliverOutbox(deps(), topics, id)
  await Promise.all([deliverOutbox(deps(), topics, id), deliverOutbox(deps(), topics, id)])
  expect(smtp.mails).toHaveLength(1)
  expect((await outbox('twice')).delivered_at).not.toBeNull()
})

test('outbox: killed between sending and marking, the mail is sent again under the same number', async () => {
  const id = await queued('killed')
  const mail = topics.get('mail')
  if (!mail?.send) throw new Error('mails are sent')
  const { send } = mail
  const dies: Topic = {
    topic: 'mail',
    send: async (sending) => {
      await send(sending)
      return () => Promise.reject(new Error('the worker was killed'))
    },
  }
  await expect(deliverOutbox(deps(), new Map([['mail', dies]]), id)).rejects.toThrow('killed')
  // A killed worker counts no try and gives nothing back.
  await database.owner.query(
    `update platform.outbox set attempts = 0, lease_until = now() + interval '1 hour' where id = $1`,
    [id],
  )
  await deliverOutbox(deps(), topics, id)
  expect(smtp.mails).toHaveLength(1)
  await expire(id)
  await deliverOutbox(deps(), topics, id)
  expect(smtp.mails).toHaveLength(2)
  expect(numbers()).toEqual(Array(2).fill(expect.any(String)))
  expect(new Set(numbers()).size).toBe(1)
  expect((await outbox('killed')).delivered_at).not.toBeNull()
})

test('outbox: a worker without its claim marks nothing', async () => {
  const id = await queued('lost')
  smtp.onMail = async () => {
    await database.owner.query(
      `update platform.outbox set lease_id = platform.new_id(), lease_until = now() + interval '1 hour' where id = $1`,
      [id],
    )
  }
  await deliverOutbox(deps(), topics, id)
  expect((await outbox('lost')).delivered_at).toBeNull()
  await database.owner.query('update platform.outbox set delivered_at = now() where id = $1', [id])
})

test('outbox: a worker sends two mails of a business at once, and another business’s beside them', async () => {
  const { agency_id, client_id } = await sampleBusinesses(database)
  for (let n = 0; n < 6; n += 1) await queued(`many:${n}`, agency_id)
  await queued('beside', client_id)
  let running = 0
  let most = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const done: string[] = []
  const slow: Topic = {
    topic: 'mail',
    send: async ({ fact_key }) => {
      const mine = fact_key.startsWith('mail:many')
      if (mine) {
        running += 1
        most = Math.max(most, running)
        await gate
        running -= 1
      }
      done.push(fact_key)
      return () => Promise.resolve()
    },
  }
  const worker = await startWorker(
    { settings: settings(), database, sessionSecret: SECRET },
    { clock, topics: new Map([['mail', slow]]) },
  )
  try {
    await expect.poll(() => [running, done], { timeout: 20_000 }).toEqual([2, ['mail:beside']])
    release()
    await expect.poll(() => done.length, { timeout: 60_000 }).toBe(7)
    expect(most).toBe(2)
  } finally {
    release()
    await worker.close()
  }
})
