/** Removes the files of contractors' links that are over: copies of passports stay nowhere without a document. */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { FILES_LOCK } from '#server/export/export-file.server.ts'
import type { Files } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { removeUnnamed } from '../papers/remove-right-files.job.ts'

const AT_ONCE = 200

type Deps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly files: Pick<Files, 'remove'>
}

/** @returns the number of removed files */
export function removeEndedLinkFiles({ database, clock, files }: Deps): Promise<number> {
  return inTransaction(database, async (tx) => {
    const ended = await tx.rows<{ file_url: string }>(
      `delete from auth.party_link_file where id in (
         select f.id from auth.party_link_file f join auth.party_link k on k.id = f.link_id
         join request.draft_request d on d.id = k.draft_id
         where f.ended_at is not null or k.stopped_at is not null or k.used_at is not null or k.expires_at <= $1
           or d.deleted_at is not null
         order by f.id limit ${AT_ONCE} for update of f skip locked)
       returning file_url`,
      [clock.now()],
    )
    if (ended.length === 0) return 0
    await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [FILES_LOCK])
    for (const { file_url } of ended) await removeUnnamed(tx, files, file_url)
    return ended.length
  })
}
