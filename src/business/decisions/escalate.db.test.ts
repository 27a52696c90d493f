import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { parseSettings } from '#server/settings.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, join, seedContact, seedSubmittedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { TEST_DATA_KEY } from '#test/server/sample.ts'
import { followRecords } from '../inbox/open-tasks.server.ts'
import { escalateWork } from './escalate.job.ts'

const { database, world } = await freshWorld()
const { clock } = world
const settings = parseSettings({
  STINT_HOME: '/nowhere',
  DATA_KEY: TEST_DATA_KEY,
  PUBLIC_URL: 'http://localhost',
})
const deps = { database, clock, settings, follow: followRecords }

const mails = async (): Promise<string[]> =>
  (
    await database.owner.query<{ line: string }>(
      `select m."to" || ': ' || m.subject as line from log.mail m where m.fact_key like 'escalation:%' order by 1`,
    )
  ).rows.map((row) => row.line)

test('undecided work: reminds its approvers, then all approvers of the client, then opens the agency’s task, each once', async () => {
  const placement = await seedWeek(world)
  const { client, agency } = placement
  // Friday 16:00 in London, in summer.
  clock.set(instant('2025-06-20T15:00:00Z'))
  await act(world, agency.admin, 'transaction.timesheet.generate', { contract_id: placement.id })
  const sheet = await seedSubmittedTimesheet(world, placement)
  const named = await seedContact(world, agency.admin, client.id, 'Nina', 'timesheet_approver')
  await database.owner.query(
    `insert into contract.contract_contact (id, contract_id, business_contact_id, type, provider_id, agency_id, client_id, contractor_id)
     select gen_random_uuid(), c.id, $2, 'timesheet_approver', c.provider_id, c.agency_id, c.client_id, c.contractor_id
     from contract.contract c where c.id = $1`,
    [placement.id, named.business_contact_id],
  )
  await join(world, agency.admin.business_contact_id)
  const at = async (moment: string) => {
    clock.set(instant(moment))
    await escalateWork(deps)
    await escalateWork(deps)
    return mails()
  }
  expect(await at('2025-06-23T14:59:59Z')).toEqual([])
  const reminded = await at('2025-06-23T15:00:00Z')
  expect(reminded).toHaveLength(1)
  expect(reminded[0]).toMatch(new RegExp(`^${named.email}: Reminder\\. To approve: 37\\.5 hours of `))
  // Nobody is reminded at night.
  expect(await at('2025-06-24T20:00:00Z')).toEqual(reminded)
  const others = await at('2025-06-25T08:00:00Z')
  expect(others).toHaveLength(3)
  expect(others.some((line) => line.startsWith(`${client.approver.email}: ${sheet.human_id} of `))).toBe(true)
  const tasks = async () =>
    (
      await database.owner.query(
        `select business_contact_id as contact, title, state from log.notification_log where kind = 'timesheet_undecided'`,
      )
    ).rows
  expect(await tasks()).toEqual([])
  expect(await at('2025-06-25T15:00:00Z')).toEqual(others)
  const [about] = (
    await database.owner.query('select name from business.business where id = $1', [client.id])
  ).rows
  const task = {
    contact: agency.admin.business_contact_id,
    title: `Ask ${about.name} about timesheet ${sheet.human_id}`,
  }
  expect(await tasks()).toEqual([{ ...task, state: 'open' }])
  const { rows } = await database.owner.query('select status from transaction.timesheet where id = $1', [
    sheet.id,
  ])
  expect(rows).toEqual([{ status: 'submitted' }])
  await act(world, named, 'transaction.timesheet.approve', { ids: [sheet.id] })
  expect(await tasks()).toEqual([{ ...task, state: 'done' }])
  expect(await at('2025-06-27T10:00:00Z')).toEqual(others)
})

test('approval rule: its agency and the provider set the limit, the client its hours, others nothing', async () => {
  const { client, agency, contractor } = await seedWeek(world)
  const other = await seedWeek(world)
  const read = () => act(world, agency.user, 'business.approval_rule.read', { client_id: client.id })
  const usual = { approve_by_mail_limit: '5000.00', reminder_hours: 8, others_hours: 16, agency_hours: 24 }
  expect(await read()).toEqual(usual)
  const limit = { client_id: client.id, approve_by_mail_limit: '250.00' }
  const set = (by: typeof agency.admin, input: object = limit) =>
    act(world, by, 'business.approval_rule.set_limit', input)
  await set(agency.admin)
  for (const by of [client.approver, agency.user, contractor.viewer])
    expect(await refusalOf(set(by))).toMatchObject({ code: 'not_allowed' })
  expect(await refusalOf(set(other.agency.admin))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(set(agency.admin, { ...limit, approve_by_mail_limit: '-1.00' }))).toMatchObject({
    errors: { approve_by_mail_limit: 'Needs Positive Number' },
  })
  const hours = { client_id: client.id, reminder_hours: 4, others_hours: 6, agency_hours: 10 }
  await act(world, client.approver, 'business.approval_rule.set_hours', hours)
  expect(
    await refusalOf(
      act(world, client.approver, 'business.approval_rule.set_hours', { ...hours, others_hours: 4 }),
    ),
  ).toMatchObject({ errors: { others_hours: 'Min number is reached' } })
  expect(
    await refusalOf(act(world, other.client.approver, 'business.approval_rule.set_hours', hours)),
  ).toMatchObject({ code: 'not_found' })
  expect(await read()).toEqual({
    approve_by_mail_limit: '250.00',
    reminder_hours: 4,
    others_hours: 6,
    agency_hours: 10,
  })
})
