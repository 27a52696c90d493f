/** A worker that is at an export, for a test to kill: it says when half of the file is written, and goes no further. */
import { fixedClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { openDatabase } from '#server/database.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { test_keys } from '#test/books-key.ts'

export type Killed = {
  readonly url: string
  readonly role_prefix: string
  readonly role_secret: string
  readonly home: string
  readonly now: Instant
  readonly job_id: string
}

const { url, role_prefix, role_secret, home, now, job_id } = JSON.parse(process.argv[2] ?? '{}') as Killed // Its test's.
const database = openDatabase({
  url,
  readUrl: null,
  rolePrefix: role_prefix,
  roleSecret: role_secret,
  poolSize: 3,
  booksKeys: test_keys,
})
const files = folderFiles(home)
const halfway = {
  ...files,
  draft: async () => {
    const draft = await files.draft()
    return {
      ...draft,
      write: async (bytes: Uint8Array) => {
        await draft.write(bytes)
        process.stdout.write('half\n')
        await new Promise(() => {})
      },
    }
  },
}
// Nothing else would keep the process alive.
setInterval(() => {}, 60_000)
await runExport({ database, clock: fixedClock(now), files: halfway }, job_id)
