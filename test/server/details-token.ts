/** The token of the newest link that was mailed to a contractor for their details. */
import { present } from '#kernel/assert.ts'
import type { FixedClock } from '#kernel/clock.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import type { Settings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import type { TestDatabase } from '../database.ts'
import { mailedLink } from './mailed-link.ts'

type Parts = {
  readonly database: TestDatabase
  readonly clock: FixedClock
  readonly settings: Settings
}

export async function detailsToken(parts: Parts, email: string): Promise<string> {
  const { database, clock, settings } = parts
  const waiting = await database.sql<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic = 'party_link' order by created_at, id`,
  )
  for (const { id } of waiting)
    await deliverOutbox({ ...parts, files: openFiles(settings.files) }, topics, id)
  clock.advance({ seconds: 1 })
  const link = present(await mailedLink(database, settings, email), 'a link')
  return present(/\/details\/([\w-]+)$/.exec(link)?.[1], 'a token')
}
