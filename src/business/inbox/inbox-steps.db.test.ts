/** The steps of a person in their inbox: done, snooze, assign. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact } from '#test/fixtures/world.ts'
import { admin, approver, makeStage, type Stage, submitted, worker } from '#test/server/example-parts.ts'

const database = await freshDatabase()
let stage: Stage
let colleague: Viewer
let manager: Viewer
beforeAll(async () => {
  stage = await makeStage(database)
  const { client } = stage.placed
  colleague = await seedContact(stage, admin(stage), client.id, 'Cora', 'timesheet_approver')
  manager = await seedContact(stage, admin(stage), client.id, 'Hank', 'hiring_manager')
})

const { sql } = database
const step = (by: Viewer, name: string, input: object) =>
  act(stage, by, `log.notification_log.${name}`, input)

async function taskOf(viewer: Viewer): Promise<{ id: string; sheet: string }> {
  const sheet = String((await submitted(stage)).ids[0])
  const [task] = await sql<{ id: string }>(
    'select id from log.notification_log where entity_id = $1 and business_contact_id = $2',
    sheet,
    viewer.business_contact_id,
  )
  return { id: present(task, 'a task').id, sheet }
}
const stateOf = async (id: string) =>
  (await sql('select state, snoozed_until, assigned_from from log.notification_log where id = $1', id))[0]

test('done: refuses a task that ends with its record, and leaves rows of others alone', async () => {
  const { id } = await taskOf(approver(stage))
  expect((await refusalOf(step(approver(stage), 'done', { ids: [id] }))).message).toBe(
    'This task ends with its record',
  )
  expect(await step(worker(stage), 'done', { ids: [id] })).toEqual({ ids: [] })
  expect(await stateOf(id)).toMatchObject({ state: 'open' })
})

test('done: moves a notice away, and back', async () => {
  const { id: sheet } = { id: (await taskOf(approver(stage))).sheet }
  await act(stage, approver(stage), 'transaction.timesheet.approve', { ids: [sheet] })
  const [notice] = await sql<{ id: string }>(
    `select id from log.notification_log where kind = 'work_approved' and entity_id = $1`,
    sheet,
  )
  const ids = [present(notice, 'a notice').id]
  expect(await step(worker(stage), 'done', { ids })).toEqual({ ids })
  expect(await stateOf(ids[0] ?? '')).toMatchObject({ state: 'done' })
  expect((await refusalOf(step(worker(stage), 'done', { ids }))).code).toBe('conflict')
  expect(await step(worker(stage), 'done', { ids, undo: true })).toEqual({ ids })
  expect(await stateOf(ids[0] ?? '')).toMatchObject({ state: 'open' })
})

test('snooze: until 08:00 of a day, woken at once, closed with its record', async () => {
  const { id, sheet } = await taskOf(approver(stage))
  const until = await step(approver(stage), 'snooze', { ids: [id], until: '2025-06-18' })
  expect(until).toEqual({ ids: [id], until: '2025-06-18T07:00:00.000Z' })
  expect(await stateOf(id)).toMatchObject({ state: 'snoozed' })
  await step(approver(stage), 'snooze', { ids: [id], until: null })
  expect(await stateOf(id)).toMatchObject({ state: 'open', snoozed_until: null })
  expect((await refusalOf(step(approver(stage), 'snooze', { ids: [id], until: '2025-07-16' }))).message).toBe(
    'Choose a day from tomorrow, at most 30 days ahead',
  )
  await step(approver(stage), 'snooze', { ids: [id], until: '2025-06-18' })
  await act(stage, colleague, 'transaction.timesheet.approve', { ids: [sheet] })
  expect(await stateOf(id)).toMatchObject({ state: 'done', snoozed_until: null })
})

test('assign: to a colleague who may do it; the task leaves the inbox of the person', async () => {
  const { id, sheet } = await taskOf(approver(stage))
  expect(await step(approver(stage), 'colleagues', { id })).toEqual({
    people: [{ business_contact_id: colleague.business_contact_id, name: colleague.user_name }],
  })
  for (const other of [manager, approver(stage)])
    expect(
      (await refusalOf(step(approver(stage), 'assign', { id, to_contact_id: other.business_contact_id })))
        .message,
    ).toBe('This person cannot do this')
  await step(approver(stage), 'assign', { id, to_contact_id: colleague.business_contact_id })
  const rows = await sql<{ contact: string; state: string; assigned_from: string | null }>(
    `select business_contact_id as contact, state, assigned_from from log.notification_log
     where entity_id = $1 and kind = 'timesheet_to_approve' order by state desc`,
    sheet,
  )
  expect(rows).toEqual([
    {
      contact: colleague.business_contact_id,
      state: 'open',
      assigned_from: approver(stage).business_contact_id,
    },
    { contact: approver(stage).business_contact_id, state: 'done', assigned_from: null },
  ])
  expect(
    (await refusalOf(step(worker(stage), 'assign', { id, to_contact_id: colleague.business_contact_id })))
      .code,
  ).toBe('not_found')
})
