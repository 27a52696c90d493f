/** Links of invitations where there is no mail: the inviter copies one and hands it over, and no row keeps it. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { signToken } from '#server/auth/auth-cookie.ts'
import { openSession } from '#server/auth/auth-session.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { act, type SeededAgency, seedAgency, seedClient, seedProvider } from '../fixtures/world.ts'
import { Browser, SECRET, testApp } from './harness.ts'
import { PASSWORD } from './sample.ts'

const { database, world } = await freshWorld()
const { clock } = world
const { app } = await testApp(database, clock)
const { app: mailing } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:1' })
const PATH = '/api/permission/invitationLink'
const money_words =
  'A person with a role that can release money joins by mail alone. Set SMTP_URL on the server first, then send the invitation again'
let agency: SeededAgency
let client_id = ''
let admin: Browser
let serial = 0

beforeAll(async () => {
  agency = await seedAgency(world, await seedProvider(world))
  client_id = (await seedClient(world, agency)).id
  // Its people need no check.
  await act(world, agency.provider.admin, 'business.client.set_email_domains', {
    client_id,
    email_domains: ['harbour.test'],
  })
  admin = await browserOf(agency.admin)
})

const { sql } = database

const visitor = (of = app) => new Browser(of, `192.0.2.${++serial}`)

async function browserOf({ user_id, business_contact_id }: Viewer, of = app): Promise<Browser> {
  const browser = visitor(of)
  const token = await inTransaction(database, (tx) =>
    openSession(
      tx,
      clock,
      { user_id, business_contact_id, methods: ['pwd', 'totp'] },
      { ip: '192.0.2.1', user_agent: 'test' },
    ),
  )
  browser.cookie = `stint_session=${signToken(token, SECRET)}`
  return browser
}

type Invited = { id: string; user_id: string; email: string }

async function invite(business_id = client_id, role = 'timesheet_approver'): Promise<Invited> {
  const email = `joiner${++serial}@${business_id === client_id ? 'harbour' : 'tideway'}.test`
  const person = { first_name: 'Ada', last_name: 'Byron', email, roles: [role] }
  const made = await act<{ id: string; user_id: string }>(
    world,
    agency.admin,
    'business.business_contact.create',
    { business_id, ...person },
  )
  return { ...made, email }
}

const copy = (contact_id: string, by = admin) => by.post(PATH, { business_contact_id: contact_id })

async function copied(contact_id: string): Promise<string> {
  const { body } = await copy(contact_id)
  const { link } = body.data as { link: string }
  expect(link).toMatch(/^http:\/\/\S+\/join\/[\w-]{43}$/)
  return link.split('/').at(-1) ?? ''
}
const read = (token: string) => visitor().get(`/api/auth/invitation/${token}`)
const accept = (token: string) =>
  visitor().post('/api/auth/invitation/accept', {
    token,
    first_name: 'Ada',
    last_name: 'King',
    password: PASSWORD,
  })

test('copied link: at once and again, the one before is dead; it joins once', async () => {
  const { id, email, user_id } = await invite()
  const first = await copied(id)
  expect((await read(first)).body.data).toMatchObject({ email, needs: 'password' })
  const second = await copied(id)
  expect((await read(first)).status).toBe(404)
  expect((await accept(second)).body.data).toMatchObject({ business_contact_id: id })
  expect((await accept(second)).status).toBe(404)
  expect((await visitor().login(email)).status).toBe(200)
  expect((await copy(id)).body).toMatchObject({
    code: 'conflict',
    message: 'This person has already joined',
  })
  // Nobody has read the address.
  expect(await sql('select "emailVerified" as is_read from auth."user" where id = $1', user_id)).toEqual([
    { is_read: false },
  ])
  const events = await sql<{ says: string }>(
    `select says from log.security_event where kind = 'invitation_sent' and user_id = $1 order by at, id`,
    user_id,
  )
  expect(events.map(({ says }) => says).sort()).toEqual(['', 'Link copied', 'Link copied'])
})

test('copied link: no table holds it, and the common call does not know the action', async () => {
  const { id } = await invite()
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['log.mail', 'platform.idempotency', 'platform.outbox']),
  )
  const token = await copied(id)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, token)
    if (rows.length > 0) found.push(name)
  }
  expect(found).toEqual([])
  const common = await admin.post('/api/permission/action', {
    action_id: 'log.unconfirmed_user.copy_link',
    input: { business_contact_id: id },
    idempotency_key: 'one',
  })
  expect([common.status, common.body.message]).toEqual([404, 'Action not found'])
  expect((await read(token)).status).toBe(200)
})

test('copied link: money roles join by mail alone, also where the role comes after the copy', async () => {
  const boss = await invite(agency.id, 'agency_admin')
  expect((await copy(boss.id)).body).toMatchObject({ code: 'precondition', message: money_words })
  const user = await invite(agency.id, 'agency_user')
  const token = await copied(user.id)
  await act(world, agency.admin, 'business.business_contact.update', {
    id: user.id,
    first_name: 'Ada',
    last_name: 'Byron',
    email: user.email,
    roles: ['agency_admin'],
  })
  expect((await read(token)).status).toBe(404)
  expect((await accept(token)).status).toBe(404)
})

test('copied link: refused where the server sends mail', async () => {
  const { id } = await invite()
  const by = await browserOf(agency.admin, mailing)
  expect((await by.get('/api/auth/session')).body.data).toMatchObject({ sends_mail: true })
  expect((await admin.get('/api/auth/session')).body.data).toMatchObject({ sends_mail: false })
  expect((await copy(id, by)).body).toMatchObject({
    code: 'conflict',
    message: 'Links go by mail. Send the invitation again to mail a new one',
  })
})

test('copied link: for those who may change the contact', async () => {
  const { id } = await invite()
  const rival = await seedAgency(world, agency.provider)
  expect((await copy(id, await browserOf(rival.admin))).status).toBe(404)
  expect((await copy(id, await browserOf(agency.reader))).status).toBe(403)
  expect((await copy(id, visitor())).status).toBe(401)
  expect((await admin.post(PATH, { business_contact_id: id, link: 'x' })).status).toBe(400)
  await act(world, agency.admin, 'log.unconfirmed_user.revoke', { business_contact_id: id })
  expect((await copy(id)).status).toBe(404)
})
