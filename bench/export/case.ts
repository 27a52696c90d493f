/**
 * One measured export in a process of its own, so that nothing else is in its memory: a small export to warm up, then the
 * whole list. Prints one line of JSON.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { perform } from '#server/perform.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { test_keys } from '#test/books-key.ts'
import { ROLE_PREFIX } from '../ground.ts'
import { CONTACT, columns } from './asked.ts'

export interface Case {
  readonly url: string
  readonly role_secret: string
  readonly files: string
  readonly format: 'csv' | 'excel'
}
export interface Measured {
  readonly rows: number
  readonly seconds: number
  /** The highest the process's memory stood above where it was before. */
  readonly rise_mib: number
  readonly megabytes: number
}

async function measure({ url, role_secret, files, format }: Case): Promise<Measured> {
  const database = openDatabase({
    url,
    readUrl: null,
    rolePrefix: ROLE_PREFIX,
    roleSecret: role_secret,
    poolSize: 4,
    booksKeys: test_keys,
  })
  const clock = systemClock
  const viewer = present(
    await inTransaction(database, (tx) => readViewerOfContact(tx, CONTACT)),
    'the exporter',
  )
  const run = async (where: object): Promise<{ rows: number; file_url: string }> => {
    const input = {
      entity: 'transaction.invoice',
      format,
      where,
      order_by: [{ human_id: 'desc' }, { id: 'desc' }],
      columns,
    }
    const started = (await perform({ database, clock }, viewer, 'platform.export.start', input, null)) as {
      job_id: string // The verb's answer.
    }
    assert(
      (await runExport({ database, clock, files: folderFiles(files) }, started.job_id)) === 'ended',
      'it ended',
    )
    const { rows } = await database.owner.query<{ status: string; done: number; file_url: string }>(
      `select j.status, j.done, a.file_url from platform.job j left join platform.attachment a on a.parent_id = j.id where j.id = $1`,
      [started.job_id],
    )
    const job = present(rows[0], 'the job')
    assert(job.status === 'completed', 'the export is complete')
    return { rows: job.done, file_url: job.file_url }
  }
  try {
    await run({ contractor: { name: { _ilike: 'Contractor 1%7' } } })
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const from = performance.now()
    const { rows, file_url } = await run({})
    const seconds = (performance.now() - from) / 1000
    // Highest since the process began, in KiB.
    const peak = process.resourceUsage().maxRSS * 1024
    return {
      rows,
      seconds,
      rise_mib: Math.max(0, peak - before) / 2 ** 20,
      megabytes: (await stat(join(files, file_url))).size / 1e6,
    }
  } finally {
    await database.close()
  }
}

const measured = await measure(JSON.parse(process.argv[2] ?? '{}') as Case) // As main.ts sends it.
process.stdout.write(`${JSON.stringify(measured)}\n`)
