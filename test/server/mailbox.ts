/** A mail server and the worker's deliveries to it, for tests that follow mailed links. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import type { Settings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import type { TestDatabase } from '../database.ts'
import { SmtpServer } from './smtp.ts'

/** Lines that a mail server received are wrapped and quoted. */
const plain = (mail: string) =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export type Mailbox = {
  readonly settings: Settings
  /** Delivers all that waits, and what that makes. */
  readonly deliver: () => Promise<void>
  /** Received mails to an address, the oldest first, as text. */
  readonly to: (email: string) => string[]
  /** The token of the link in the last mail to an address, `/reset/{token}`. */
  readonly tokenTo: (email: string, page: string) => string
}

export async function openMailbox(database: TestDatabase, clock: Clock, base: Settings): Promise<Mailbox> {
  const smtp = new SmtpServer()
  const folder = mkdtempSync(join(tmpdir(), 'stint-mailbox-'))
  const settings = { ...base, smtpUrl: await smtp.listen() }
  afterAll(async () => {
    await smtp.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const to = (email: string) => smtp.mails.map(plain).filter((mail) => mail.includes(`To: ${email}`))
  return {
    settings,
    to,
    deliver: async () => {
      for (;;) {
        const { rows } = await database.owner.query<{ id: string }>(
          'select id from platform.outbox where delivered_at is null order by created_at, id',
        )
        if (rows.length === 0) return
        for (const { id } of rows)
          await deliverOutbox({ database, clock, settings, files: folderFiles(folder) }, topics, id)
      }
    },
    tokenTo: (email, page) => {
      const mail = to(email).at(-1) ?? ''
      return present(new RegExp(`/${page}/([\\w-]{43})`).exec(mail)?.[1], `a link in ${mail}`)
    },
  }
}
