import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { act, seedApprovedTimesheet, seedWeek, weekdays, worldOn } from '#test/fixtures/world.ts'
import { readPayrollSheets } from './payroll-adjustment.server.ts'

const database = await freshDatabase()

test('refined twice, the second by a request whose clock was read earlier: payroll corrects the second', async () => {
  const world = worldOn(database)
  const week = await seedWeek(world)
  const sheet = await seedApprovedTimesheet(world, week)
  const { id } = sheet
  const refine = (time: string, units: string) => {
    world.clock.set(instant(`2025-06-16T${time}.000Z`))
    const details = weekdays(sheet, week.group_id, units)
    return act<{ id: string }>(world, week.agency.admin, 'transaction.timesheet.refine', {
      id,
      mode: 'full',
      details,
      reason: 'The hours were wrong',
    })
  }
  await refine('09:00:02', '7')
  const second = await refine('09:00:01', '6')
  const sheets = await inTransaction(database, (tx) => readPayrollSheets(tx, [id]))
  expect(sheets.get(id)).toMatchObject({ refinement_id: second.id })
})
