/** Deletes expired files of exports, and drafts of killed processes. */
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import type { Files } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { FILES_LOCK } from './export-file.server.ts'

/** A draft untouched for this long is abandoned. */
const DRAFT_MS = 86_400_000
const AT_ONCE = 100

/** Tables that name stored files: equal bytes are one file. */
const named = `
  select from platform.attachment where file_url = $1 and deleted_at is null
  union all select from log.mail_attachment where file_url = $1
  union all select from platform.import where file_url = $1
  union all select from auth.party_link_file where file_url = $1`

/** The job keeps its name and row count; the file is gone. @returns the number of expired files */
export async function expireExports({
  database,
  clock,
  files,
}: {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly files: Pick<Files, 'remove' | 'removeDrafts'>
}): Promise<number> {
  await files.removeDrafts(instantFromMs(toMs(clock.now()) - DRAFT_MS))
  return inTransaction(database, async (tx) => {
    const due = await tx.rows<{ id: string }>(
      `select id from platform.job where has_file and file_expires_at <= $1 order by file_expires_at limit ${AT_ONCE}`,
      [clock.now()],
    )
    if (due.length === 0) return 0
    // Exclusive: an export being kept may have the same bytes.
    await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [FILES_LOCK])
    for (const { id } of due) await expire(tx, clock, files, id)
    return due.length
  })
}

async function expire(tx: Tx, clock: Clock, files: Pick<Files, 'remove'>, job_id: string): Promise<void> {
  await tx.run('update platform.job set has_file = false, updated_at = $2 where id = $1', [
    job_id,
    clock.now(),
  ])
  const gone = await tx.rows<{ file_url: string }>(
    `update platform.attachment set deleted_at = $2, updated_at = $2
     where parent_entity = 'platform.job' and parent_id = $1 and deleted_at is null returning file_url`,
    [job_id, clock.now()],
  )
  for (const { file_url } of gone) {
    if (await tx.row(`select 1 as is_named where exists (${named})`, [file_url])) continue
    await files.remove(file_url)
  }
}
