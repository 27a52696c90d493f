/**
 * Invoice runs at the same time (quality R4): many approvals of many timesheets beside each other, all numbering documents
 * of the same issuers. No number is given twice or left out. 64 runs of 1,000 invoices at night.
 */
import { afterAll, expect, test } from 'vitest'
import { makeBulk } from '#demo/bulk.ts'
import { day } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { openDatabase } from '#server/database.ts'
import { perform } from '#server/perform.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { test_keys } from '#test/books-key.ts'
import { freshDatabase } from '../database.ts'

const RUNS = 64
/** Five documents a timesheet: limited company, direct funding. `PARALLEL_TIMESHEETS=…` for another size. */
const timesheets_a_run = Number(process.env.PARALLEL_TIMESHEETS ?? (process.env.STINT_NIGHTLY ? 200 : 2))
const rivals = 8

const database = await freshDatabase()
const { rows: limits } = await database.owner.query<{ name: string }>(
  `select name from pg_settings where name in ('lock_timeout', 'statement_timeout', 'transaction_timeout')`,
)
/** A connection for each run: none waits for another but at the database, and for as long as it takes. */
const wide = openDatabase({
  url: database.url,
  readUrl: null,
  rolePrefix: database.role_prefix,
  roleSecret: database.role_secret,
  poolSize: RUNS,
  booksKeys: test_keys,
  session: Object.fromEntries(limits.map(({ name }) => [name, '0'])),
})
afterAll(() => wide.close())

test(`${RUNS} runs of ${timesheets_a_run * 5} invoices beside each other: every number once, none left out`, async () => {
  const timesheets = RUNS * timesheets_a_run
  const bulk = await makeBulk(database, { timesheets: timesheets + 1, today: day('2026-03-18') })
  const deps = { database: wide, clock: bulk.world.clock }
  const approve = (ids: readonly string[]) =>
    perform(deps, bulk.approver, 'transaction.timesheet.approve', { ids }, null)
  const share = (run: number) =>
    bulk.timesheet_ids.slice(run * timesheets_a_run, (run + 1) * timesheets_a_run)
  await Promise.all(Array.from({ length: RUNS }, (_, run) => approve(share(run))))
  const { rows } = await database.owner.query<Record<string, number>>(
    `select count(*)::int as documents, count(distinct human_id)::int as numbers, count(distinct timesheet_id)::int as timesheets,
         (select sum(last_number)::int from platform.invoice_series where kind = 'invoice') as counted
       from transaction.invoice`,
  )
  const documents = timesheets * 5
  expect(rows[0]).toEqual({ documents, numbers: documents, timesheets, counted: documents })

  // One record that several act on: one winner, and the others read why not.
  const [last] = bulk.timesheet_ids.slice(timesheets)
  const outcomes = await Promise.allSettled(Array.from({ length: rivals }, () => approve([String(last)])))
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of outcomes) {
    if (one.status === 'fulfilled') continue
    if (!isStintError(one.reason)) throw one.reason
    expect(one.reason.message).not.toBe('')
  }
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
}, 3_600_000)
