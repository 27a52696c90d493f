/** A person of a business is changed (spec §2, "update contact"): by whom, how far, and who keeps what. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAgency,
  seedClient,
  seedContact,
  seedFunder,
  seedParties,
  seedProvider,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const other = await seedAgency(world, provider)
const funder = await seedFunder(world, provider)

const update = 'business.business_contact.update'
const create = 'business.business_contact.create'

type Row = {
  id: string
  first_name: string
  last_name: string
  email: string
  contact_phone: string | null
  roles: string[]
  is_active: boolean
  user_id: string | null
}
async function rowOf(id: string): Promise<Row> {
  const { rows } = await database.owner.query<Row>(
    'select id, first_name, last_name, email, contact_phone, roles, is_active, user_id from business.business_contact where id = $1',
    [id],
  )
  if (!rows[0]) throw new Error('no contact')
  return rows[0]
}
/** The contact as it stands, as the verb takes it, with a change. */
async function changed(id: string, change: object): Promise<object> {
  const { first_name, last_name, email, contact_phone, roles, is_active } = await rowOf(id)
  return {
    id,
    first_name,
    last_name,
    email,
    ...(contact_phone ? { contact_phone } : {}),
    roles,
    is_active,
    ...change,
  }
}
const put = async (viewer: Viewer, id: string, change: object) =>
  act<{ id: string; user_id: string | null }>(world, viewer, update, await changed(id, change))
const refused = async (viewer: Viewer, id: string, change: object) => refusalOf(put(viewer, id, change))

async function unsigned(business_id: string, roles = ['hiring_manager']): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  const input = { business_id, first_name: 'Nora', last_name: 'Named', email, roles, can_sign_in: false }
  return (await act<{ id: string }>(world, agency.admin, create, input)).id
}

test('contact: name, telephone, roles and activity change, with old and new in the audit', async () => {
  const id = await unsigned(client.id)
  await put(agency.user, id, {
    first_name: 'Norah',
    contact_phone: '+441130001122',
    roles: ['invoice_contact'],
    is_active: false,
  })
  expect(await rowOf(id)).toMatchObject({
    first_name: 'Norah',
    contact_phone: '+441130001122',
    roles: ['invoice_contact'],
    is_active: false,
    user_id: null,
  })
  await put(agency.user, id, { contact_phone: '0113 496 0002' })
  expect((await rowOf(id)).contact_phone).toBe('+441134960002')
  expect((await refused(agency.user, id, { contact_phone: 'abc' })).errors).toEqual({
    contact_phone: 'Please enter a valid number',
  })
  await database.owner.query(`update business.business_contact set contact_phone = '2 rings' where id = $1`, [
    id,
  ])
  await put(agency.user, id, { first_name: 'Nora', contact_phone: '2 rings' })
  expect((await rowOf(id)).contact_phone).toBe('2 rings')
  await put(agency.user, id, { contact_phone: undefined })
  expect((await rowOf(id)).contact_phone).toBeNull()
  const { rows } = await database.owner.query(
    'select old_values, new_values from log.audit where entity_id = $1 and action_id = $2 order by id limit 1',
    [id, update],
  )
  expect(rows[0]).toMatchObject({
    old_values: { first_name: 'Nora', roles: ['hiring_manager'], is_active: true, can_sign_in: false },
    new_values: { first_name: 'Norah', roles: ['invoice_contact'], is_active: false, can_sign_in: false },
  })
})

test('inactive: the sessions of the person end, and stay ended when the person is active again', async () => {
  const colleague = await seedContact(world, agency.admin, agency.id, 'Cora', 'agency_consultant')
  const sessions = async () =>
    (
      await database.owner.query('select 1 from auth.session where business_contact_id = $1', [
        colleague.business_contact_id,
      ])
    ).rowCount
  await database.owner.query(
    `insert into auth.session (id, "userId", token, "expiresAt", "createdAt", "updatedAt", business_contact_id)
     values ($1, $2, $1, now() + interval '1 day', now(), now(), $3)`,
    [crypto.randomUUID(), colleague.user_id, colleague.business_contact_id],
  )
  await put(agency.admin, colleague.business_contact_id, { first_name: 'Nora' })
  expect(await sessions()).toBe(1)
  await put(agency.admin, colleague.business_contact_id, { is_active: false })
  await put(agency.admin, colleague.business_contact_id, { is_active: true })
  expect(await sessions()).toBe(0)
})

test('unused address: changes, unless another contact of the business has it', async () => {
  const id = await unsigned(client.id)
  const next = `${crypto.randomUUID()}@example.org`
  await put(agency.user, id, { email: next.toUpperCase() })
  expect((await rowOf(id)).email).toBe(next)
  const twin = await rowOf(await unsigned(client.id))
  expect(await refused(agency.user, id, { email: twin.email })).toMatchObject({
    code: 'invalid',
    errors: { email: 'Duplicate Email' },
  })
})

test('sign-in address: stays', async () => {
  const answer = await refused(provider.admin, client.approver.business_contact_id, {
    email: 'someone.else@example.org',
  })
  expect(answer.errors).toEqual({
    email: 'Somebody who signs in keeps the address: add a new contact for another one',
  })
})

test('invited person: gets one account', async () => {
  const id = await unsigned(client.id)
  const { user_id } = await put(provider.operations, id, { invite: true })
  expect(user_id).not.toBeNull()
  expect((await put(agency.user, id, { invite: true })).user_id).toBe(user_id)
})

test('other side’s people: get no seat and no further rights from an agency', async () => {
  const id = await unsigned(client.id)
  const { email } = await rowOf(agency.user.business_contact_id)
  expect((await refused(agency.admin, id, { email, invite: true })).errors).toEqual({
    email: "A client's approver cannot be one of your own people",
  })
  // The provider knows what it does; the agency then gives no more.
  await put(provider.admin, id, { email, invite: true })
  expect((await refused(agency.admin, id, { roles: ['hiring_manager', 'timesheet_approver'] })).code).toBe(
    'invalid',
  )
  await put(agency.admin, id, { first_name: 'Nell' })
})

test('roles: those of the kind of business', async () => {
  const answer = await refused(agency.admin, client.manager.business_contact_id, { roles: ['agency_admin'] })
  expect(answer).toMatchObject({ code: 'invalid', errors: { roles: 'Please enter a valid Input' } })
  expect((await refused(agency.admin, client.manager.business_contact_id, { roles: [] })).errors).toEqual({
    roles: 'Mandatory',
  })
})

test('refused: a reader, a client, a contractor, a user for colleagues; another agency finds no contact', async () => {
  const id = client.manager.business_contact_id
  for (const viewer of [agency.reader, funder.admin])
    expect(['not_allowed', 'not_found']).toContain((await refused(viewer, id, { first_name: 'X' })).code)
  expect((await refused(client.manager, client.manager.business_contact_id, { first_name: 'X' })).code).toBe(
    'not_allowed',
  )
  expect(
    (await refused(contractor.viewer, contractor.viewer.business_contact_id, { first_name: 'X' })).code,
  ).toBe('not_allowed')
  expect((await refused(agency.user, agency.reader.business_contact_id, { first_name: 'X' })).code).toBe(
    'not_allowed',
  )
  expect((await refused(provider.operations, provider.approver.business_contact_id, {})).code).toBe(
    'not_allowed',
  )
  expect((await refused(other.admin, id, { first_name: 'X' })).code).toBe('not_found')
})

test('people of a client of two agencies are changed by the provider', async () => {
  const shared = await seedClient(world, agency)
  await act(world, provider.admin, 'business.service.link_client', {
    client_id: shared.id,
    agency_id: other.id,
    temp_payment_terms: 30,
  })
  const id = shared.manager.business_contact_id
  expect((await refused(agency.admin, id, { first_name: 'X' })).message).toBe(
    'People of this client are changed by the provider',
  )
  await put(provider.operations, id, { first_name: 'Xavier' })
})

test('nobody deactivates themselves, and a business keeps an admin', async () => {
  const lone = await seedAgency(world, provider)
  const me = lone.admin.business_contact_id
  expect((await refused(lone.admin, me, { is_active: false })).message).toBe(
    'You cannot make yourself inactive: ask another admin',
  )
  expect((await refused(lone.admin, me, { roles: ['agency_user'] })).message).toMatch(
    /needs an admin who can sign in: name another one first$/,
  )
  const second = await seedContact(world, lone.admin, lone.id, 'Beth', 'agency_admin')
  const { done, refused: messages } = await outcomesOf([
    put(lone.admin, second.business_contact_id, { is_active: false }),
    put(second, me, { is_active: false }),
  ])
  expect({ done, refused: messages.length }).toEqual({ done: 1, refused: 1 })
})

test('funder’s admin: changes people of the funder only', async () => {
  const analyst = await seedContact(world, funder.admin, funder.id, 'Anna', 'funder_analyst')
  await put(funder.admin, analyst.business_contact_id, { is_active: false })
  expect((await rowOf(analyst.business_contact_id)).is_active).toBe(false)
  expect((await refused(analyst, funder.admin.business_contact_id, { is_active: false })).code).toBe(
    'not_allowed',
  )
})

test('a person whom an agency lets in for its client waits for the provider, but at a confirmed mail domain', async () => {
  const check = 'business.business_contact.check'
  const facts = async (id: string) =>
    (
      await database.owner.query(
        `select c.user_id is not null as is_invited, c.check_status,
           (select count(*)::int from platform.invitation i where i.business_contact_id = c.id) as invitations
         from business.business_contact c where c.id = $1`,
        [id],
      )
    ).rows[0]
  const person = (email: string, business_id = client.id) => ({
    business_id,
    first_name: 'Olga',
    last_name: 'Shaw',
    email,
    roles: ['timesheet_approver'],
  })
  const made = await act<{ id: string; waits_for: string }>(
    world,
    agency.admin,
    create,
    person('olga@shaw.example'),
  )
  expect(made.waits_for).toBe('check')
  const waiting = { is_invited: false, check_status: 'pending_check', invitations: 0 }
  expect(await facts(made.id)).toEqual(waiting)
  expect(await put(agency.admin, made.id, { invite: true })).toMatchObject({ waits_for: 'check' })
  expect(await facts(made.id)).toEqual(waiting)
  const comment = 'Called the switchboard by the number of its website'
  expect((await refusalOf(act(world, agency.admin, check, { id: made.id, comment }))).code).toBe(
    'not_allowed',
  )
  await act(world, provider.operations, check, { id: made.id, comment })
  expect(await facts(made.id)).toEqual({ is_invited: true, check_status: 'checked', invitations: 1 })
  expect((await refusalOf(act(world, provider.operations, check, { id: made.id, comment }))).message).toBe(
    'This contact does not wait for a check',
  )
  const domains = { client_id: client.id, email_domains: ['@Shaw.example'] }
  const set = 'business.client.set_email_domains'
  expect((await refusalOf(act(world, provider.admin, set, domains))).errors).toEqual({
    'email_domains.0': 'Please enter a valid Input',
  })
  await act(world, provider.admin, set, { ...domains, email_domains: ['Shaw.example'] })
  const at_once = await act<{ id: string }>(world, agency.admin, create, person('otto@shaw.example'))
  expect(await facts(at_once.id)).toEqual({ is_invited: true, check_status: null, invitations: 1 })
})

test('a person added to a party that is not approved yet is invited by the approval', async () => {
  const { id } = await act<{ id: string }>(world, agency.user, 'business.party.submit', {
    kind: 'client',
    legal_form: 'limited_company',
    company: companyInput('Unapproved'),
    temp_payment_terms: 30,
    email_domains: ['later.example'],
  })
  const made = async (viewer: Viewer, email: string) =>
    act<{ id: string; user_id: null; waits_for: string }>(world, viewer, create, {
      business_id: id,
      first_name: 'Petra',
      last_name: 'Later',
      email,
      roles: ['invoice_contact'],
    })
  expect(await made(provider.admin, 'petra@later.example')).toMatchObject({
    user_id: null,
    waits_for: 'approval',
  })
  const checked = await made(agency.user, 'paul@later.example')
  expect(checked).toMatchObject({ user_id: null, waits_for: 'check' })
  await act(world, provider.operations, 'business.party.approve', { id })
  const { rows } = await database.owner.query(
    `select c.email, c.user_id is not null as is_invited, c.check_status, k.are_domains_confirmed
     from business.business_contact c join business.business b on b.id = c.business_id join business.company k on k.id = b.company_id
     where b.id = $1 order by c.email`,
    [id],
  )
  expect(rows).toEqual([
    { email: 'paul@later.example', is_invited: true, check_status: 'checked', are_domains_confirmed: true },
    { email: 'petra@later.example', is_invited: true, check_status: null, are_domains_confirmed: true },
  ])
})

test('a role that an agency adds to a joined person of its client waits for the provider, who gives or drops it', async () => {
  const check = 'business.business_contact.check'
  const comment = 'Called the switchboard by the number of its website'
  const shared = await seedClient(world, agency)
  const person = await seedContact(world, agency.admin, shared.id, 'Vera', 'hiring_manager')
  const id = person.business_contact_id
  const rolesOf = async () =>
    (
      await database.owner.query('select roles, waiting_roles from business.business_contact where id = $1', [
        id,
      ])
    ).rows[0]
  const ask = (roles: string[], viewer: Viewer = agency.admin) => put(viewer, id, { roles })
  const decide = (viewer: Viewer, more: object = {}) => act(world, viewer, check, { id, comment, ...more })
  const all = ['hiring_manager', 'timesheet_approver']
  expect(await ask(all)).toMatchObject({ waits_for: 'role_check' })
  // A second click changes nothing.
  expect(await ask(all)).toMatchObject({ waits_for: 'role_check' })
  const waiting = { roles: ['hiring_manager'], waiting_roles: ['timesheet_approver'] }
  expect(await rolesOf()).toEqual(waiting)
  const seated = await inTransaction(database, (tx) => readViewerOfContact(tx, id))
  expect(seated?.roles).toEqual(['hiring_manager'])
  expect((await refusalOf(decide(agency.admin))).code).toBe('not_allowed')
  const foreign = await seedProvider(world)
  expect((await refusalOf(decide(foreign.operations))).code).toBe('not_found')
  expect((await refusalOf(ask(all, other.admin))).code).toBe('not_found')
  // Another change by the provider leaves the wait.
  await put(provider.operations, id, { first_name: 'Vera Ann' })
  expect(await rolesOf()).toEqual(waiting)

  await decide(provider.operations, { drop: true })
  expect(await rolesOf()).toEqual({ roles: ['hiring_manager'], waiting_roles: [] })
  await ask(all)
  const both = await outcomesOf([decide(provider.operations), decide(provider.admin)])
  expect(both).toEqual({ done: 1, refused: ['This contact does not wait for a check'] })
  expect(await rolesOf()).toEqual({ roles: all, waiting_roles: [] })
  expect((await refusalOf(decide(provider.operations))).message).toBe(
    'This contact does not wait for a check',
  )

  // At a mail domain that the provider confirmed, the role is given at once.
  const { email } = await rowOf(id)
  const domains = { client_id: shared.id, email_domains: [email.split('@')[1]] }
  await act(world, provider.admin, 'business.client.set_email_domains', domains)
  await ask([...all, 'invoice_contact'])
  expect(await rolesOf()).toEqual({ roles: [...all, 'invoice_contact'], waiting_roles: [] })
})
