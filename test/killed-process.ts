/**
 * Works on an import or a pay run in a process of its own and kills itself `before` or `after` the commit of its
 * TEST_DIE-th transaction. Exits with 0 when the work was done before that.
 */

import { importJobKind } from '#business/imports/import-parts.job.ts'
import { runImport } from '#business/imports/import-run.job.ts'
import { compareRunWithSources } from '#business/payroll/run-sources/go-back.job.ts'
import { GO_BACK } from '#business/payroll/run-sources/pay-run-sources.job.ts'
import { workOnPayRun } from '#business/payroll/runs/pay-run.job.ts'
import { isRunJobKind } from '#business/payroll/runs/pay-run-job.server.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { openDatabase } from '#server/database.ts'
import { jobKind } from '#server/job.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { test_keys } from '#test/books-key.ts'

const {
  TEST_DATABASE_URL = '',
  TEST_ROLE_PREFIX = '',
  TEST_ROLE_SECRET = '',
  TEST_DIE = '',
  TEST_JOB = '',
  TEST_FOLDER = '',
  TEST_NOW = '',
} = process.env
const [when = '', position = ''] = TEST_DIE.split(' ')

const database = openDatabase({
  url: TEST_DATABASE_URL,
  readUrl: null,
  rolePrefix: TEST_ROLE_PREFIX,
  roleSecret: TEST_ROLE_SECRET,
  poolSize: 6,
  booksKeys: test_keys,
})
const kind = await importJobKind(database, TEST_JOB)
const other_kind = (await jobKind(database, TEST_JOB)) ?? ''

let transactions = 0
const dieAt = (moment: string) => {
  if (when === moment && transactions === Number(position)) process.kill(process.pid, 'SIGKILL')
}
const dying: typeof database.transaction = async (work) => {
  const result = await database.transaction(async (client) => {
    const answer = await work(client)
    transactions += 1
    dieAt('before')
    return answer
  })
  dieAt('after')
  return result
}
const deps = { database: { ...database, transaction: dying }, clock: fixedClock(instant(TEST_NOW)) }
if (kind !== null) await runImport({ ...deps, files: folderFiles(TEST_FOLDER) }, kind, TEST_JOB)
else if (isRunJobKind(other_kind)) await workOnPayRun({ ...deps, pace_ms: 60_000 }, TEST_JOB)
else if (other_kind === GO_BACK) await compareRunWithSources({ ...deps, pace_ms: 60_000 }, TEST_JOB)
else throw new Error(`${TEST_JOB} is no work on an import or a pay run`)
await database.close()
