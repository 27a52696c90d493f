/** Documents of mails and proofs are printed between transactions, and each delivery takes effect once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const folder = mkdtempSync(join(tmpdir(), 'stint-apart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const deps = { database, clock, settings: parseSettings({ STINT_HOME: folder }), files: folderFiles(folder) }

/** Texts of the documents, as the rows say them at each reading. */
let texts: string[] = []
let onPrint: () => Promise<void> = async () => undefined
let onRecipients: () => void = () => undefined
beforeEach(() => {
  onPrint = async () => undefined
  onRecipients = () => undefined
})

function watched(page: PdfPage): PdfPage {
  return {
    ...page,
    print: async (use) => {
      await onPrint()
      return page.print(use)
    },
  }
}

const topic = mailTopic({
  topic: 'sample',
  payload: z.object({ to: z.string() }),
  read: async () => ({ texts: [...texts] }),
  record: () => null,
  words: () => ({ subject: 'Documents', body_text: 'They are attached.' }),
  attachments: async (facts) =>
    facts.texts.map((text, at) =>
      watched(pdfPage('#json(bytes(sys.inputs.data)).text', { text }, `Document ${at + 1}`)),
    ),
  recipients: async (_, { fact_key }) => {
    onRecipients()
    return [{ to: 'robin@example.org', fact_key }]
  },
  about: () => ({
    parent: { entity: 'transaction.invoice', id: '019a0000-0000-7000-8000-000000000000' },
    provider_id: null,
    agency_id: null,
  }),
})

async function queued(fact_key: string): Promise<string> {
  await inTransaction(database, (tx) =>
    writeOutbox(tx, [{ topic: 'sample', fact_key, payload: { to: 'robin@example.org' } }]),
  )
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from platform.outbox where fact_key = $1',
    [fact_key],
  )
  return rows[0]?.id ?? ''
}

const deliver = (id: string) => deliverOutbox(deps, new Map([['sample', topic]]), id)

async function sent(fact_key: string): Promise<{ mails: number; files: string[] }> {
  const { rows } = await database.owner.query<{ file_name: string | null }>(
    `select a.file_name from log.mail m left join log.mail_attachment a on a.mail_id = m.id
     where m.fact_key = $1 order by a.file_name`,
    [fact_key],
  )
  const mails = await database.owner.query('select from log.mail where fact_key = $1', [fact_key])
  return { mails: mails.rowCount ?? 0, files: rows.map(({ file_name }) => file_name ?? '') }
}

test('documents are printed with no transaction open, and each once', async () => {
  texts = ['One', 'Two']
  const open: number[] = []
  onPrint = async () => {
    const { rows } = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    )
    open.push(rows[0]?.n ?? -1)
  }
  await deliver(await queued('open'))
  expect(open).toEqual([0, 0])
  expect(await sent('open')).toEqual({ mails: 1, files: ['Document 1.pdf', 'Document 2.pdf'] })
})

test('a fact that changes while its document is printed is printed anew', async () => {
  texts = ['Before']
  const printed: string[] = []
  onPrint = async () => {
    printed.push(texts.join())
    texts = ['After']
  }
  await deliver(await queued('changed'))
  expect(printed).toEqual(['Before', 'After'])
  expect(await sent('changed')).toEqual({ mails: 1, files: ['Document 1.pdf'] })
})

test('a delivery that dies after printing leaves nothing, and its next try prints nothing again', async () => {
  texts = ['Of a lost worker']
  const id = await queued('lost')
  let prints = 0
  onRecipients = () => {
    if (prints > 0) throw new Error('the worker died')
  }
  onPrint = async () => {
    prints += 1
  }
  await expect(deliver(id)).rejects.toThrow('the worker died')
  onRecipients = () => undefined
  await deliver(id)
  await deliver(id)
  expect([prints, await sent('lost')]).toEqual([1, { mails: 1, files: ['Document 1.pdf'] }])
})

test('two workers at one message: both may print, one mail goes', async () => {
  texts = ['For two workers']
  const id = await queued('two')
  await Promise.all([deliver(id), deliver(id)])
  expect(await sent('two')).toEqual({ mails: 1, files: ['Document 1.pdf'] })
})
