/** Hashes stored files again: each must be there, with the content that its row names (quality R16). */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Files } from '../storage.server.ts'
import type { Tx } from '../verb.ts'

/** Files of exports leave after some days, and those that the log of removed files names; all others stay. */
const NAMED = `select 'platform.attachment' as name, id::text, file_url, sha256 from platform.attachment a
    where (deleted_at is null or parent_entity <> 'platform.job')
      and not exists (select from log.removed_file r where r.attachment_id = a.id)
  union all select 'log.mail_attachment', id::text, file_url, sha256 from log.mail_attachment
  union all select 'auth.party_link_file', id::text, file_url, sha256 from auth.party_link_file`

type Named = {
  readonly name: string
  readonly id: string
  readonly file_url: string
  readonly sha256: string
}

async function hashOf(files: Files, file_url: string): Promise<string | null> {
  const found = await files.read(file_url)
  if (found === null) return null
  const hash = createHash('sha256')
  await pipeline(found.stream, hash)
  return hash.digest('hex')
}

/** The first files that are gone or differ, in words. */
export async function verifyFiles(tx: Tx, files: Files, most: number): Promise<string[]> {
  const rows = await tx.rows<Named>(`${NAMED} order by 1, 2`)
  const hashes = new Map<string, string | null>()
  const broken: string[] = []
  for (const { name, id, file_url, sha256 } of rows) {
    if (broken.length >= most) break
    const hash = hashes.has(file_url) ? hashes.get(file_url) : await hashOf(files, file_url)
    hashes.set(file_url, hash ?? null)
    if (hash === null) broken.push(`the file of ${name} ${id} is gone`)
    else if (hash !== sha256) broken.push(`the file of ${name} ${id} is not the one that was stored`)
  }
  return broken
}
