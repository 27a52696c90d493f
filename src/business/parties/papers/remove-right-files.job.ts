/**
 * Deletes the files of a right to work two years after the end of the work. The paper stays, with its check, its days
 * and its people.
 */
import type { Clock } from '#kernel/clock.ts'
import { addMonths } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import { writeAudit } from '#server/audit-write.server.ts'
import { claimOnce } from '#server/claim-once.server.ts'
import type { Database } from '#server/database.ts'
import { FILES_LOCK } from '#server/export/export-file.server.ts'
import type { Files } from '#server/storage.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { RIGHT_KEPT_MONTHS } from '../compliance/compliance.rules.ts'

const AT_ONCE = 200

/** Placements that never were in force ended no work. */
const without_work = `('rejected', 'rejected_contractor', 'cancelled', 'deleted')`

/** The last day of work that the worker did for the agency; without any work, the day of the document. */
const work_end = `coalesce((
    select max(case c.status when 'expired' then coalesce(c.end_date, 'infinity'::date) else 'infinity'::date end)
    from contract.contract c where c.contractor_id = d.business_id and c.agency_id = d.agency_id
      and c.deleted_at is null and c.status not in ${without_work}),
  (d.created_at at time zone 'Europe/London')::date)`

const kept_files = `select a.id, a.file_url, a.sha256 from platform.attachment a
  where a.parent_entity = 'platform.document' and a.parent_id = d.id
    and not exists (select from log.removed_file r where r.attachment_id = a.id)`

/** Other rows that name the same bytes. */
const named = `
  select from platform.attachment a where a.file_url = $1 and a.parent_entity <> 'platform.job'
    and not exists (select from log.removed_file r where r.attachment_id = a.id)
  union all select from platform.attachment where file_url = $1 and deleted_at is null and parent_entity = 'platform.job'
  union all select from log.mail_attachment where file_url = $1
  union all select from platform.import where file_url = $1
  union all select from auth.party_link_file where file_url = $1`

type Due = {
  readonly id: string
  readonly owner_id: string
  readonly files: readonly { readonly id: string; readonly file_url: string; readonly sha256: string }[]
}

type Deps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly files: Pick<Files, 'remove'>
}

/** Runs once a day. @returns the number of documents that lost their files */
export function removeRightFiles({ database, clock, files }: Deps): Promise<number> {
  return inTransaction(database, async (tx) => {
    const today = clock.today()
    const mark = { key: `right_files:${today}`, action_id: 'remove_right_files', at: clock.now() }
    if (!(await claimOnce(tx, mark))) return 0
    const due = await tx.rows<Due>(
      `select d.id, coalesce(d.agency_id, d.provider_id, d.business_id) as owner_id,
         (select json_agg(k) from (${kept_files}) k) as files
       from platform.document d where d.type = 'right_to_work' and exists (${kept_files}) and ${work_end} < $1
       order by d.id limit ${AT_ONCE} for update of d`,
      [addMonths(today, -RIGHT_KEPT_MONTHS)],
    )
    if (due.length === 0) return 0
    await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [FILES_LOCK])
    for (const paper of due) await removeFiles(tx, clock, paper)
    for (const { file_url } of due.flatMap((paper) => paper.files)) await removeUnnamed(tx, files, file_url)
    return due.length
  })
}

/** Removes bytes that no row names any more. The caller holds the lock of the files. */
export async function removeUnnamed(tx: Tx, files: Pick<Files, 'remove'>, file_url: string): Promise<void> {
  if (!(await tx.row(`select 1 as is_named where exists (${named})`, [file_url])))
    await files.remove(file_url)
}

async function removeFiles(tx: Tx, clock: Clock, { id, owner_id, files }: Due): Promise<void> {
  const now = clock.now()
  const why = 'Two years after the end of the work'
  for (const { id: attachment_id, sha256 } of files) {
    await tx.run(
      `insert into log.removed_file (id, attachment_id, document_id, sha256, why, removed_at) values ($1, $2, $3, $4, $5, $6)`,
      [newUuid(clock), attachment_id, id, sha256, why, now],
    )
    await tx.run(
      'update platform.attachment set deleted_at = coalesce(deleted_at, $2), updated_at = $2 where id = $1',
      [attachment_id, now],
    )
  }
  const viewer = { user_id: SYSTEM, impersonator_user_id: null, business_id: owner_id }
  await writeAudit(tx, { viewer, action_id: 'remove_right_files', at: now }, [
    {
      entity: 'platform.document',
      entity_id: id,
      new_values: { files_removed: files.map(({ sha256 }) => sha256), why },
    },
  ])
}
