import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedContact,
  seedSubmittedTimesheet,
  seedWeek,
  type World,
  worldOn,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const placed = await seedWeek(world)
const { agency, client } = placed
const second = await seedContact(world, agency.admin, client.id, 'Tina', 'timesheet_approver')

const replace = (viewer: Viewer, change: object, at: World = world) =>
  act(at, viewer, 'contract.contact.replace', {
    contract_ids: [placed.id],
    type: 'timesheet_approver',
    ...change,
  })
const first_id = client.approver.business_contact_id
const second_id = second.business_contact_id

/** Who has the open task to approve. */
async function askedPeople(): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `select business_contact_id as id from log.notification_log
     where kind = 'timesheet_to_approve' and state <> 'done' order by id`,
  )
  return rows.map(({ id }) => id).sort()
}

test('the new approver has the open timesheet, the old one no longer, and both are told', async () => {
  await seedSubmittedTimesheet(world, placed)
  expect(await askedPeople()).toEqual([first_id, second_id].sort())
  await replace(client.manager, { to_contact_id: first_id })
  expect(await askedPeople()).toEqual([first_id])
  await replace(agency.user, { from_contact_id: first_id, to_contact_id: second_id })
  expect(await askedPeople()).toEqual([second_id])
  const { rows } = await database.owner.query<{ to: string }>(
    `select payload->>'to' as to from platform.outbox where topic = 'contact_replaced_mail' order by 1`,
  )
  expect(new Set(rows.map(({ to }) => to)).size).toBe(3)
  // Named once more, an hour after they were taken off.
  await replace(client.manager, { to_contact_id: first_id }, worldOn(database, '2025-06-15T12:00:00.000Z'))
  await replace(client.manager, { from_contact_id: second_id })
  expect(await askedPeople()).toEqual([first_id])
})

test('refused: the last approver, people of the other side, who never signed in, or are not named', async () => {
  const refusal = async (viewer: Viewer, change: object) => {
    const { code, errors, message } = await refusalOf(replace(viewer, change))
    return errors ?? { [code]: message }
  }
  expect(await refusal(client.manager, { from_contact_id: first_id })).toEqual({
    to_contact_id: 'Name another approver first',
  })
  expect(await refusal(agency.admin, { to_contact_id: agency.user.business_contact_id })).toEqual({
    to_contact_id: 'Contact not found',
  })
  expect(await refusal(agency.admin, { to_contact_id: first_id })).toEqual({
    conflict: `${client.approver.user_name} is named already`,
  })
  expect(await refusal(agency.admin, { from_contact_id: second_id, to_contact_id: first_id })).toEqual({
    from_contact_id: 'Contact not found',
  })
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.business_contact.create', {
    business_id: client.id,
    first_name: 'Nina',
    last_name: 'New',
    email: 'nina@example.org',
    roles: ['timesheet_approver'],
  })
  expect(await refusal(agency.admin, { to_contact_id: id })).toEqual({
    to_contact_id: 'This person has not signed in yet',
  })
  await database.owner.query(
    `update business.business_contact set contact_phone = '+447700900123' where id = any ($1::uuid[])`,
    [[id, agency.reader.business_contact_id]],
  )
  expect(await refusal(client.manager, { to_contact_id: id })).toEqual({
    to_contact_id: 'The same person cannot act for both sides',
  })
  expect(await refusal(client.approver, { to_contact_id: second_id })).toEqual({
    not_allowed: 'You do not have permission to do this',
  })
})

test('the consultant: named by the agency, no affair of the client', async () => {
  const consultant = { type: 'agency_consultant', to_contact_id: agency.user.business_contact_id }
  expect((await refusalOf(replace(client.manager, consultant))).code).toBe('not_allowed')
  await replace(agency.admin, consultant)
  const { rows } = await database.owner.query<{ id: string }>(
    'select consultant_contact_id as id from contract.contract where id = $1',
    [placed.id],
  )
  expect(rows[0]?.id).toBe(agency.user.business_contact_id)
})
