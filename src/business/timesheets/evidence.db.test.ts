import { beforeAll, expect, test } from 'vitest'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  type SeededTimesheet,
  seedApprovedTimesheet,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import type { Evidence } from './check-evidence.server.ts'

const { database, world } = await freshWorld()
let placement: SeededPlacement
let sheet: SeededTimesheet

beforeAll(async () => {
  placement = await seedWeek(world)
  sheet = await seedApprovedTimesheet(world, placement)
})

const check = (viewer = placement.agency.admin, id = sheet.id) =>
  act<Evidence>(world, viewer, 'transaction.timesheet.check_evidence', { id })

test('approved timesheet: every party can recompute its hash', async () => {
  const mine = await check()
  expect(mine).toEqual({ evidence_hash: expect.stringMatching(/^[0-9a-f]{64}$/), agrees: true })
  for (const viewer of [
    placement.client.approver,
    placement.contractor.viewer,
    placement.agency.provider.operations,
  ])
    expect(await check(viewer)).toEqual(mine)
})

test('an hour changed behind the verbs: found by the check and by verify', async () => {
  await database.owner.query(
    'update transaction.timesheet_detail set units = units + 1 where timesheet_id = $1',
    [sheet.id],
  )
  expect((await check()).agrees).toBe(false)
  const broken = (await verifyDatabase(database)).flatMap((finding) => finding.broken)
  expect(broken).toContainEqual(expect.stringContaining('is not what was approved'))
  await database.owner.query(
    'update transaction.timesheet_detail set units = units - 1 where timesheet_id = $1',
    [sheet.id],
  )
  expect((await check()).agrees).toBe(true)
})

test('the hash itself never changes, and there is none before the approval', async () => {
  await expect(
    database.owner.query('update transaction.timesheet set evidence_hash = $2 where id = $1', [
      sheet.id,
      'x',
    ]),
  ).rejects.toThrow('does not change')
  const [next] = await seedTimesheets(world, placement)
  const waiting = await seedSubmittedTimesheet(world, placement, next)
  expect(await refusalOf(check(placement.agency.admin, waiting.id))).toMatchObject({ code: 'precondition' })
})
