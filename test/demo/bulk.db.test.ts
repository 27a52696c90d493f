import { expect, test } from 'vitest'
import { makeBulk } from '#demo/bulk.ts'
import { day } from '#kernel/day.ts'
import { perform } from '#server/perform.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()

test('bulk timesheets equal the verbs’ own: one more verb approves them, and the books hold', async () => {
  const { world, approver, timesheet_ids } = await makeBulk(database, {
    timesheets: 90,
    today: day('2026-03-18'),
  })
  expect(new Set(timesheet_ids).size).toBe(90)
  const { rows: left } = await database.owner.query(
    'select status, count(*)::int as n from transaction.timesheet group by 1 order by 1',
  )
  expect(left).toEqual([
    { status: 'draft', n: 30 },
    { status: 'submitted', n: 90 },
  ])
  const ids = timesheet_ids.slice(0, 50)
  await perform({ database, clock: world.clock }, approver, 'transaction.timesheet.approve', { ids }, null)
  const { rows } = await database.owner.query(
    'select distinct client_net, client_gross, contractor_gross, fee_gross from transaction.invoice_set',
  )
  expect(rows).toEqual([
    { client_net: '937.50', client_gross: '1125.00', contractor_gross: '900.00', fee_gross: '33.76' },
  ])
  const findings = await verifyDatabase(database)
  expect(findings.flatMap(({ id, broken }) => broken.map((what) => `${id} ${what}`))).toEqual([])
})
