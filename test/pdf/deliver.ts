import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Clock } from '#kernel/clock.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { type Files, folderFiles } from '#server/storage.server.ts'
import type { TestDatabase } from '../database.ts'

/** Delivers what waits in the outbox, mail by mail, as the worker would; files go into a folder of the test's own. */
export function outboxOf(
  database: TestDatabase,
  clock: Clock,
  variables: Readonly<Record<string, string>> = {},
): { files: Files; deliverAll: () => Promise<number> } {
  const folder = mkdtempSync(join(tmpdir(), 'stint-mail-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const files = folderFiles(folder)
  const settings = parseSettings({ STINT_HOME: folder, LOG_LEVEL: 'silent', ...variables })
  const deliverAll = async () => {
    let delivered = 0
    for (;;) {
      const { rows } = await database.owner.query<{ id: string }>(
        'select id from platform.outbox where delivered_at is null order by created_at limit 1',
      )
      const next = rows[0]
      if (!next) return delivered
      await deliverOutbox({ database, clock, settings, files }, topics, next.id)
      delivered += 1
    }
  }
  return { files, deliverAll }
}
