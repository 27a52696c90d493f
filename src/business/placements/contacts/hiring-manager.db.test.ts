/** The hiring manager that a placement names: asked first, shown, replaced. */
import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact, seedParties, seedPlacement } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const parties = await seedParties(world)
const { agency, client } = parties
const second = await seedContact(world, agency.admin, client.id, 'Hugo', 'hiring_manager')

const create = (change: object = {}) =>
  act<{ id: string }>(world, agency.admin, 'contract.temp_placement.create', {
    ...placementInput(parties),
    is_unsupervised: true,
    ...change,
  })
const step = (action: string, id: string, by = agency.admin) =>
  act(world, by, `contract.temp_placement.${action}`, { id })

/** Who has the open task to approve. */
async function asked(id: string): Promise<string[]> {
  const rows = await database.sql<{ id: string }>(
    `select business_contact_id::text as id from log.notification_log
     where entity_id = $1 and kind = 'placement_to_approve' and state <> 'done'`,
    id,
  )
  return rows.map((row) => row.id).sort()
}
async function named(id: string): Promise<string[]> {
  const rows = await database.sql<{ id: string }>(
    `select business_contact_id::text as id from contract.contract_contact
     where contract_id = $1 and type = 'hiring_manager' and deleted_at is null`,
    id,
  )
  return rows.map((row) => row.id)
}
const idsOf = (...people: readonly { business_contact_id: string }[]) =>
  people.map(({ business_contact_id }) => business_contact_id).sort()

test('the named one has the task of the client’s approval; others of the client may approve', async () => {
  const { id } = await create({ hiring_manager_id: second.business_contact_id })
  expect(await named(id)).toEqual(idsOf(second))
  await step('submit', id)
  expect(await asked(id)).toEqual(idsOf(second))
  await step('approve', id, client.manager)
  expect(await asked(id)).not.toContain(second.business_contact_id)
})

test('without a named one, or where they can no longer sign in, every approver of the client has the task', async () => {
  const open = await create()
  await step('submit', open.id)
  expect(await asked(open.id)).toEqual(idsOf(client.manager, client.invoice_contact, second))
  const leaver = await seedContact(world, agency.admin, client.id, 'Lena', 'hiring_manager')
  const { id } = await create({ hiring_manager_id: leaver.business_contact_id })
  await database.owner.query('update business.business_contact set is_active = false where id = $1', [
    leaver.business_contact_id,
  ])
  await step('submit', id)
  expect(await asked(id)).toEqual(idsOf(client.manager, client.invoice_contact, second))
})

test('a draft takes another one, and only a hiring manager of the client', async () => {
  const { id } = await create({ hiring_manager_id: second.business_contact_id })
  const change = (hiring_manager_id: string) =>
    act(world, agency.admin, 'contract.temp_placement.update', {
      id,
      ...placementInput(parties),
      is_unsupervised: true,
      hiring_manager_id,
    })
  await change(client.manager.business_contact_id)
  expect(await named(id)).toEqual(idsOf(client.manager))
  for (const other of [client.approver, agency.user])
    expect((await refusalOf(change(other.business_contact_id))).errors).toEqual({
      hiring_manager_id: 'Contact not found',
    })
})

test('in force: the client replaces them, and both get a mail', async () => {
  const { id } = await seedPlacement(world, parties)
  const replace = (more: object) =>
    act(world, client.manager, 'contract.contact.replace', {
      contract_ids: [id],
      type: 'hiring_manager',
      ...more,
    })
  const added = await Promise.allSettled([
    replace({ to_contact_id: second.business_contact_id }),
    replace({ to_contact_id: client.manager.business_contact_id }),
  ])
  expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [first] = await named(id)
  if (first !== second.business_contact_id)
    await replace({ from_contact_id: first, to_contact_id: second.business_contact_id })
  await replace({
    from_contact_id: second.business_contact_id,
    to_contact_id: client.manager.business_contact_id,
  })
  expect(await named(id)).toEqual(idsOf(client.manager))
  expect((await refusalOf(replace({ to_contact_id: client.approver.business_contact_id }))).errors).toEqual({
    to_contact_id: 'Contact not found',
  })
  const rows = await database.sql<{ to: string }>(
    `select payload ->> 'to' as "to" from platform.outbox where topic = 'contact_replaced_mail'`,
  )
  expect(rows.map(({ to }) => to)).toEqual(expect.arrayContaining([second.email, client.manager.email]))
})
