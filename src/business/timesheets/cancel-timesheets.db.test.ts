import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedSubmittedTimesheet, seedTimesheets, seedWeek, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)
const cancel = 'transaction.timesheet.cancel'

test('a week that will not be worked is cancelled with its reason, once, and is not generated again', async () => {
  const placement = await seedWeek(world)
  const [first, second] = await seedTimesheets(world, placement)
  const { agency } = placement
  const input = { ids: [second?.id], comment: 'Site closed' }
  expect((await refusalOf(act(world, agency.user, cancel, { ids: [second?.id] }))).errors).toEqual({
    comment: 'Please specify the reason',
  })
  expect((await refusalOf(act(world, placement.contractor.viewer, cancel, input))).code).toBe('not_allowed')
  expect((await refusalOf(act(world, agency.reader, cancel, input))).code).toBe('not_allowed')
  const other = await seedWeek(world)
  expect((await refusalOf(act(world, other.agency.user, cancel, input))).code).toBe('not_found')
  await act(world, agency.user, cancel, input)
  expect((await refusalOf(act(world, agency.user, cancel, input))).code).toBe('conflict')
  expect((await seedTimesheets(world, placement)).map((sheet) => sheet.id)).toEqual([first?.id])
  await seedSubmittedTimesheet(world, placement, first)
  expect(await refusalOf(act(world, agency.user, cancel, { ids: [first?.id], comment: 'x' }))).toEqual({
    code: 'precondition',
    message: `Timesheet ${first?.human_id} is submitted and cannot be cancelled`,
  })
  const { rows } = await database.owner.query(
    `select a.old_status, a.new_status, a.comment, l.new_values->>'status' as audited from transaction.timesheet_activity a
     join log.audit l on l.entity_id = a.timesheet_id and l.action_id = $2 where a.timesheet_id = $1`,
    [second?.id, cancel],
  )
  expect(rows).toEqual([
    { old_status: 'draft', new_status: 'cancelled', comment: 'Site closed', audited: 'cancelled' },
  ])
})
