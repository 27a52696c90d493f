/** A colleague stands in for an approver who is away. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedContact,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
  viewerOf,
} from '#test/fixtures/world.ts'
import { approversOf } from '../decisions/work-to-approve.mail.ts'
import { followAll } from '../inbox/open-tasks.server.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const today = () => clock.today()
let placement: SeededPlacement
/** Named on the placement. */
let nina: Viewer
let olive: Viewer
let sheets: Awaited<ReturnType<typeof seedTimesheets>>

const { sql } = database

beforeAll(async () => {
  placement = await seedWeek(world)
  nina = await approver('Nina')
  olive = await approver('Olive')
  await sql(
    `insert into contract.contract_contact (id, contract_id, business_contact_id, type, provider_id, agency_id, client_id, contractor_id)
     select gen_random_uuid(), c.id, $2, 'timesheet_approver', c.provider_id, c.agency_id, c.client_id, c.contractor_id
     from contract.contract c where c.id = $1`,
    placement.id,
    nina.business_contact_id,
  )
  sheets = await seedTimesheets(world, placement)
})

const approver = (name: string, role = 'timesheet_approver') =>
  seedContact(world, placement.agency.admin, placement.client.id, name, role)
const submitted = () => seedSubmittedTimesheet(world, placement, present(sheets.shift(), 'a draft'))
const set = (by: Viewer, to: Viewer, more: object = {}) =>
  act<{ id: string }>(world, by, 'platform.delegation.set', {
    to_contact_id: to.business_contact_id,
    from_day: today(),
    to_day: addDays(today(), 6),
    reason: 'Holiday',
    ...more,
  })
const end = (by: Viewer, id: string) => act(world, by, 'platform.delegation.end', { id })
const approve = (by: Viewer, id: string) => act(world, by, 'transaction.timesheet.approve', { ids: [id] })
const tasksOf = async ({ business_contact_id }: Viewer, id: string) =>
  (
    await sql<{ state: string }>(
      `select state from log.notification_log where business_contact_id = $1 and entity_id = $2 and class = 'task'`,
      business_contact_id,
      id,
    )
  ).map(({ state }) => state)
const mailed = (id: string) =>
  inTransaction(database, async (tx) =>
    (await approversOf({ tx, clock }, 'transaction.timesheet', id, placement.client.id))
      .map(({ viewer }) => viewer.user_name.split(' ')[0])
      .sort(),
  )
const named = { code: 'not_allowed', message: 'Another approver is named on this placement' }

test('a colleague gets tasks and mails, too, and approves for the person who is away', async () => {
  const sheet = await submitted()
  expect(await refusalOf(approve(olive, sheet.id))).toMatchObject(named)
  expect(await mailed(sheet.id)).toEqual(['Nina'])
  const { id } = await set(nina, olive)
  expect(await tasksOf(olive, sheet.id)).toEqual(['open'])
  expect(await tasksOf(nina, sheet.id)).toEqual(['open'])
  expect(await mailed(sheet.id)).toEqual(['Nina', 'Olive'])
  await approve(olive, sheet.id)
  const [step] = await sql(
    `select message, user_name from transaction.timesheet_activity where timesheet_id = $1 and new_status = 'approved'`,
    sheet.id,
  )
  expect(step).toEqual({ message: `Approved for ${nina.user_name}`, user_name: olive.user_name })
  expect(await tasksOf(nina, sheet.id)).toEqual(['done'])
  await end(nina, id)
  expect(await refusalOf(end(nina, id))).toMatchObject({ code: 'conflict' })
})

test('the person who is away still decides, in their own name', async () => {
  const sheet = await submitted()
  const { id } = await set(nina, olive)
  await act(world, nina, 'transaction.timesheet.reject', { ids: [sheet.id], comment: 'Friday' })
  const [step] = await sql(
    `select message from transaction.timesheet_activity where timesheet_id = $1 and new_status = 'rejected'`,
    sheet.id,
  )
  expect(step).toEqual({ message: 'Rejected' })
  await end(nina, id)
})

test('it holds on its days alone, and ends with the right of either of the two', async () => {
  const sheet = await submitted()
  const days = { from_day: addDays(today(), 1), to_day: addDays(today(), 2) }
  await set(nina, olive, days)
  const night = () => inTransaction(database, (tx) => followAll(tx, clock.now()))
  await night()
  expect(await tasksOf(olive, sheet.id)).toEqual([])
  expect(await refusalOf(approve(olive, sheet.id))).toMatchObject(named)
  clock.advance({ days: 1 })
  await night()
  expect(await tasksOf(olive, sheet.id)).toEqual(['open'])
  clock.advance({ days: 2 })
  await night()
  expect(await tasksOf(olive, sheet.id)).toEqual(['done'])
  expect(await refusalOf(approve(olive, sheet.id))).toMatchObject(named)
  await act(world, nina, 'transaction.timesheet.reject', { ids: [sheet.id], comment: 'Friday' })

  const other = await submitted()
  const leaver = await approver('Lea')
  const { id } = await set(nina, leaver)
  expect(await tasksOf(leaver, other.id)).toEqual(['open'])
  // A role that the agency adds waits for a check; the provider's is there at once.
  await act(world, placement.agency.provider.admin, 'business.business_contact.update', {
    id: leaver.business_contact_id,
    ...(await personOf(leaver)),
    roles: ['hiring_manager'],
    is_active: true,
  })
  expect(await tasksOf(leaver, other.id)).toEqual(['done'])
  const [row] = await sql<{ is_over: boolean }>(
    'select ended_at is not null as is_over from platform.delegation where id = $1',
    id,
  )
  expect(row).toEqual({ is_over: true })
  await act(world, nina, 'transaction.timesheet.reject', { ids: [other.id], comment: 'Friday' })
})

const personOf = async ({ business_contact_id }: Viewer) =>
  (
    await sql<Record<string, unknown>>(
      'select first_name, last_name, email from business.business_contact where id = $1',
      business_contact_id,
    )
  )[0] ?? {}

test('nobody approves pay of their own for somebody else, and nothing is passed on', async () => {
  const sheet = await submitted()
  const own = await approver('Wanda')
  await sql(
    `insert into business.business_contact (id, business_id, user_id, first_name, last_name, email, roles, joined_at)
     select gen_random_uuid(), $2, user_id, first_name, last_name, email, '{contractor}', now()
     from business.business_contact where id = $1`,
    own.business_contact_id,
    placement.contractor.id,
  )
  const first = await set(nina, own)
  expect(await tasksOf(own, sheet.id)).toEqual([])
  expect(await refusalOf(approve(own, sheet.id))).toMatchObject(named)
  const second = await set(own, olive, { from_day: addDays(today(), 30), to_day: addDays(today(), 31) })
  await sql(`update platform.delegation set from_day = $2 where id = $1`, second.id, today())
  expect(await refusalOf(approve(olive, sheet.id))).toMatchObject(named)
  await end(nina, first.id)
  await end(own, second.id)
})

test.each([
  [
    'a contact of another business',
    async () => (await seedWeek(world)).client.approver,
    {},
    { code: 'not_found' },
  ],
  ['oneself', async () => nina, {}, { errors: { to_contact_id: 'Choose a colleague' } }],
  [
    'a person without the right',
    () => approver('Hugo', 'hiring_manager'),
    {},
    { errors: { to_contact_id: 'This person cannot do this' } },
  ],
  ['61 days', async () => olive, { to_day: '2026-03-01' }, { errors: { to_day: 'Choose at most 60 days' } }],
  ['yesterday', async () => olive, { from_day: '2025-10-01' }, { errors: { from_day: expect.any(String) } }],
  ['no reason', async () => olive, { reason: ' ' }, { errors: { reason: 'Please specify the reason' } }],
] as const)('refused: %s', async (_name, to, more, refusal) => {
  expect(await refusalOf(set(nina, await to(), more))).toMatchObject(refusal)
})

test('refused: twice on the same days, to somebody who is away, and by others', async () => {
  const { id } = await set(nina, olive)
  const lin = await approver('Lin')
  expect(await refusalOf(set(nina, lin))).toMatchObject({ code: 'conflict' })
  expect(await refusalOf(set(lin, nina))).toMatchObject({
    code: 'conflict',
    message: `${(await viewerOf(world, nina.business_contact_id)).user_name} is away on some of these days`,
  })
  expect(await refusalOf(end(olive, id))).toMatchObject({ code: 'not_found' })
  expect(await act(world, olive, 'platform.delegation.read', {})).toMatchObject({
    own: [],
    for_me: [{ name: nina.user_name }],
  })
})
