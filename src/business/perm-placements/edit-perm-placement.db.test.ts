import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { activatePerm, seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedContact, seedProvider } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
await seedPermFeature(world, agency)
const client = await seedClient(world, agency)
const second = await seedContact(world, agency.admin, client.id, 'Ines', 'invoice_contact')

const facts = {
  client_id: client.id,
  title: 'Head of planning',
  candidate_name: 'Ada Lovelace',
  contract_start_date: '2025-06-16',
  placement_fee: '5500.00',
  funding_type: 'paid_when_paid',
  client_payment_terms: 30,
  guarantee_period: 90,
  po_number: 'PO-7',
  work_location: 'Leeds depot',
  invoice_contact_ids: [second.business_contact_id],
  consultant_contact_id: agency.user.business_contact_id,
}
const update = (id: string, change: object = {}, by: Viewer = agency.admin) =>
  act(world, by, 'contract.perm_placement.update', { id, ...facts, ...change })
const submit = (id: string) => act(world, agency.admin, 'contract.perm_placement.submit', { id })

/** The placement as the database has it, with its open terms and named contacts. */
async function standing(id: string) {
  const { rows } = await database.owner.query(
    `select c.status, c.title, c.candidate_name, c.placement_fee::text, c.guarantee_period, c.po_number, c.work_location,
       c.funding_type, c.funding_model, c.start_date::text,
       (select json_agg(t.payment_terms) from contract.contract_entity t where t.contract_id = c.id and t.deleted_at is null) as terms,
       (select json_agg(n.type || ' ' || n.business_contact_id order by n.type) from contract.contract_contact n
        where n.contract_id = c.id and n.deleted_at is null) as contacts
     from contract.contract c where c.id = $1`,
    [id],
  )
  return rows[0]
}

test('a draft and a rejected placement change, all of them', async () => {
  const { id } = await seedPerm(
    world,
    { agency, client },
    { invoice_contact_ids: [client.invoice_contact.business_contact_id] },
  )
  await update(id, { title: 'Head of sales' })
  await submit(id)
  expect((await refusalOf(update(id))).message).toContain('is pending approval client and cannot be changed')
  await act(world, client.manager, 'contract.perm_placement.reject', {
    id,
    comment: 'Another fee was agreed',
  })
  await update(id)
  expect(await standing(id)).toEqual({
    status: 'rejected',
    title: 'Head of planning',
    candidate_name: 'Ada Lovelace',
    placement_fee: '5500.00',
    guarantee_period: 90,
    po_number: 'PO-7',
    work_location: 'Leeds depot',
    funding_type: 'paid_when_paid',
    funding_model: 'direct',
    start_date: '2025-06-16',
    terms: [30],
    contacts: [
      `agency_consultant ${agency.user.business_contact_id}`,
      `invoice_contact ${second.business_contact_id}`,
    ],
  })
  await submit(id)
})

test('a returned placement changes, one in force does not', async () => {
  const { id } = await seedPerm(world, { agency, client })
  await submit(id)
  await act(world, client.manager, 'contract.perm_placement.approve', { id })
  await act(world, provider.approver, 'contract.perm_placement.return', { id, comment: 'The fee is wrong' })
  await update(id, { placement_fee: '4000.00' })
  expect(await standing(id)).toMatchObject({ status: 'draft', placement_fee: '4000.00' })
  await activatePerm(world, agency, id)
  expect((await refusalOf(update(id))).message).toContain('is active and cannot be changed')
})

test('refused: faults under their fields, the client, readers, and a model that the provider fixes', async () => {
  const { id } = await seedPerm(world, { agency, client })
  const errorsOf = async (change: object) => (await refusalOf(update(id, change))).errors
  expect(await errorsOf({ title: '', placement_fee: 'much' })).toMatchObject({ title: 'Mandatory' })
  expect(await errorsOf({ consultant_contact_id: second.business_contact_id })).toEqual({
    consultant_contact_id: 'Contact not found',
  })
  expect(await errorsOf({ invoice_contact_ids: [agency.user.business_contact_id] })).toEqual({
    invoice_contact_ids: 'Contact not found',
  })
  expect(await errorsOf({ funding_model: 'agency_billed' })).toEqual({
    funding_model: 'Your provider sets the funding model',
  })
  for (const by of [client.manager, agency.reader])
    expect((await refusalOf(update(id, {}, by))).code).toBe('not_allowed')
  expect(await standing(id)).toMatchObject({ title: 'Head of estimating', placement_fee: '5000.00' })
})

test('a named hiring manager has the task of the client’s approval alone; a person of another role is refused', async () => {
  const hugo = await seedContact(world, agency.admin, client.id, 'Hugo', 'hiring_manager')
  const asked = async (id: string) =>
    (
      await database.sql<{ id: string }>(
        `select business_contact_id::text as id from log.notification_log
         where entity_id = $1 and kind = 'placement_to_approve' and state <> 'done' order by 1`,
        id,
      )
    ).map((row) => row.id)
  const both = [client.manager.business_contact_id, hugo.business_contact_id].sort()
  const open = await seedPerm(world, { agency, client })
  await submit(open.id)
  expect(await asked(open.id)).toEqual(both)
  const { id } = await seedPerm(world, { agency, client })
  const wrong = update(id, { hiring_manager_id: client.invoice_contact.business_contact_id })
  expect((await refusalOf(wrong)).errors).toEqual({ hiring_manager_id: 'Contact not found' })
  await update(id, { hiring_manager_id: hugo.business_contact_id })
  await submit(id)
  expect(await asked(id)).toEqual([hugo.business_contact_id])
  // They lose the role: the others are asked.
  await database.owner.query(
    `update business.business_contact set roles = '{invoice_contact}' where id = $1`,
    [hugo.business_contact_id],
  )
  const later = await seedPerm(world, { agency, client })
  await database.owner.query(
    `insert into contract.contract_contact (contract_id, business_contact_id, type, provider_id, agency_id, client_id)
     select c.id, $2, 'hiring_manager', c.provider_id, c.agency_id, c.client_id from contract.contract c where c.id = $1`,
    [later.id, hugo.business_contact_id],
  )
  await submit(later.id)
  expect(await asked(later.id)).toEqual([client.manager.business_contact_id])
})
