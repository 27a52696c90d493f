/** Held decisions on pages: they are read again after a reload, and their tasks do not count. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  join,
  type SeededPlacement,
  seedContact,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { runHeldDecision } from './run-held.job.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
let placement: SeededPlacement
let other: Viewer
let sheet: { readonly id: string; readonly human_id: string }

beforeAll(async () => {
  placement = await seedWeek(world)
  const { client, agency } = placement
  other = await seedContact(world, agency.admin, client.id, 'Olive', 'timesheet_approver')
  await join(world, client.approver.business_contact_id)
  const [draft] = await seedTimesheets(world, placement)
  sheet = await seedSubmittedTimesheet(world, placement, draft)
})

type Kept = { readonly decisions: readonly Readonly<Record<string, unknown>>[] }
const read = (by: Viewer) => act<Kept>(world, by, 'request.held_decision.read', {})
const hold = (decision: string, more: object = {}) =>
  act<{ decision_id: string }>(world, placement.client.approver, 'transaction.timesheet.hold_decision', {
    ids: [sheet.id],
    decision,
    ...more,
  })

const tasksOf = async ({ business_contact_id }: Viewer) =>
  (
    await database.owner.query(
      `select state, held_decision_id as held from log.notification_log
       where business_contact_id = $1 and entity_id = $2 and kind = 'timesheet_to_approve'`,
      [business_contact_id, sheet.id],
    )
  ).rows

test('held decision: shows to its decider alone, with the time left, until its undo', async () => {
  const { approver } = placement.client
  const { decision_id } = await hold('reject', { comment: 'Friday was a holiday' })
  clock.advance({ seconds: 4 })
  expect(await read(approver)).toEqual({
    decisions: [
      {
        decision_id,
        ids: [sheet.id],
        decision: 'reject',
        text: expect.stringMatching(new RegExp(`^Rejected ${sheet.human_id} of \\w`)),
        ms_left: 6000,
      },
    ],
  })
  // From another tab: the same decision is the first one, another one waits for its undo.
  expect(await hold('reject', { comment: 'Friday was a holiday' })).toMatchObject({ decision_id })
  expect(await refusalOf(hold('approve'))).toMatchObject({
    code: 'conflict',
    message: 'You have just decided this. Undo that first',
  })
  expect(await read(other)).toEqual({ decisions: [] })
  expect(await tasksOf(approver)).toEqual([{ state: 'open', held: decision_id }])
  expect(await tasksOf(other)).toEqual([{ state: 'open', held: null }])
  await act(world, approver, 'request.held_decision.undo', { id: decision_id })
  expect(await read(approver)).toEqual({ decisions: [] })
  expect(await tasksOf(approver)).toEqual([{ state: 'open', held: null }])
})

test('held decision: its task counts again when it fails', async () => {
  const { approver } = placement.client
  const { decision_id } = await hold('approve')
  await database.owner.query(`update transaction.timesheet set status = 'draft' where id = $1`, [sheet.id])
  clock.advance({ seconds: 10 })
  expect(await read(approver)).toMatchObject({ decisions: [{ decision_id, ms_left: 0 }] })
  await runHeldDecision(world, decision_id)
  await database.owner.query(`update transaction.timesheet set status = 'submitted' where id = $1`, [
    sheet.id,
  ])
  expect(await tasksOf(approver)).toEqual([{ state: 'open', held: null }])
})

test('held decision: carried out, ends the task and mails no receipt to a page', async () => {
  const { approver } = placement.client
  const { decision_id } = await hold('approve')
  clock.advance({ seconds: 10 })
  await runHeldDecision(world, decision_id)
  expect(await read(approver)).toEqual({ decisions: [] })
  expect(await tasksOf(approver)).toEqual([{ state: 'done', held: null }])
  const { rows } = await database.owner.query(`select from log.mail where fact_key = $1`, [
    `held-done:${decision_id}`,
  ])
  expect(rows).toEqual([])
})
