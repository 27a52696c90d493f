/** API tokens (docs/security.md, machine access): what they open, what they never open, and how they end. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokenText } from '#business/people/api-tokens/api-token-text.server.ts'
import { peopleOf } from '#business/people/people.server.ts'
import { isSamePerson } from '#business/shared/who-may.rules.ts'
import { addDays } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { act, seedAgency, seedClient, seedContact, seedProvider, viewerOf } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { type MadeToken, makeToken, Program, tokenInput } from './program.ts'
import { samplePerson } from './sample.ts'

const { database, world } = await freshWorld()
const { clock } = world
const { app } = await testApp(database, clock)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const other = await seedAgency(world, provider)
const client = await seedClient(world, agency)
const actions = ['business.chase_pause.*', 'business.chase_plan.preview']
const pause = { client_id: client.id, until: addDays(clock.today(), 7), reason: 'They asked for a week' }

const made = (more: object = {}) => makeToken(world, agency.admin, { actions, ...more })
const program = async (more: object = {}, address?: string) =>
  new Program(app, (await made(more)).token, address)
const rowsOf = async (sql: string, params: unknown[] = []) => (await database.owner.query(sql, params)).rows

describe('token: its text', () => {
  test('the checksum is that of all before it', () => {
    expect(tokenText('live', '0'.repeat(43))).toBe(`stint_live_${'0'.repeat(43)}293662df`)
  })

  test('it is in the first answer alone, in no table, and a repeat says that it was shown', async () => {
    const again = () =>
      act<MadeToken & { already_shown?: true }>(
        world,
        agency.admin,
        'platform.api_token.create',
        tokenInput(),
        'k1',
      )
    const first = await again()
    expect(first.token).toMatch(/^stint_live_[\w-]{43}[0-9a-f]{8}$/)
    expect(first.token.slice(11, 19)).toBe(first.prefix)
    const { token: _token, ...rest } = first
    expect(await again()).toEqual({ ...rest, token: null, already_shown: true })
    const tables = await rowsOf(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const found = await rowsOf(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [
        first.token.slice(19),
      ])
      expect(found, name).toEqual([])
    }
  })
})

describe('token: who makes one', () => {
  test('administrators, with roles of theirs and actions that are open to programs', async () => {
    const reader = await seedContact(world, agency.admin, agency.id, 'Rae', 'agency_user')
    await expect(makeToken(world, reader)).rejects.toMatchObject({ code: 'not_allowed' })
    const refused = (more: object, field: string) =>
      expect(made(more)).rejects.toMatchObject({ code: 'invalid', errors: { [field]: expect.anything() } })
    await refused({ roles: ['provider_admin'] }, 'roles')
    await refused({ roles: ['agency_user'] }, 'roles')
    await refused({ actions: ['payment.payment_batch.complete'] }, 'actions')
    await refused({ actions: ['business.bank_account.*'] }, 'actions')
    await refused({ actions: ['*'] }, 'actions.0')
    await refused({ actions: [] }, 'actions')
    await refused({ ip_allow: ['198.51.100.0/33'] }, 'ip_allow.0')
    await refused({ expires_in_days: 366 }, 'expires_in_days')
  })

  test('the contact of a program is none of the people of its business', async () => {
    const { id } = await made()
    const [row] = await rowsOf('select contact_id from platform.api_token where id = $1', [id])
    const people = await inTransaction(database, (tx) =>
      peopleOf({ tx, viewer: agency.admin, clock }, { business_id: agency.id }),
    )
    expect(people.length).toBeGreaterThan(0)
    expect(people.map((person) => person.id)).not.toContain(row.contact_id)
  })

  test('a token makes no token, and a foreign administrator revokes none', async () => {
    const { id } = await made()
    await expect(act(world, other.admin, 'platform.api_token.revoke', { id })).rejects.toMatchObject({
      code: 'not_found',
    })
    const answer = await (await program()).act('platform.api_token.create', tokenInput())
    expect([answer.status, answer.body.message]).toEqual([403, 'This action needs a person'])
  })
})

describe('token: calls', () => {
  let robot: Program
  beforeAll(async () => {
    robot = await program()
  })

  test('an action by its address, audited under the name of the token, without the header of pages', async () => {
    const done = await robot.act('business.chase_pause.set', pause)
    expect(done).toMatchObject({ status: 200, body: { success: true } })
    const { id } = done.body.data as { id: string }
    const said =
      'select u.name from log.audit a join platform."user" u on u.id = a.user_id where entity_id = $1'
    expect(await rowsOf(said, [id])).toEqual([{ name: 'Hours of the rota API token' }])
  })

  test('the same by the runner of pages, with the key in its body', async () => {
    const body = { action_id: 'business.chase_pause.set', input: pause, idempotency_key: 'in the body' }
    expect((await robot.send('POST', '/api/permission/action', body)).status).toBe(200)
  })

  test('a change wants a key; a repeat says so; other data under the key are a conflict', async () => {
    const bare = await robot.send('POST', '/api/v1/actions/business.chase_pause.set', pause)
    expect([bare.status, bare.body.message]).toEqual([400, 'Send an Idempotency-Key header'])
    const first = await robot.act('business.chase_pause.set', pause, 'one')
    const again = await robot.act('business.chase_pause.set', pause, 'one')
    expect(again.body).toEqual(first.body)
    expect([first, again].map(({ raw }) => raw.headers['idempotent-replayed'])).toEqual([undefined, 'true'])
    expect((await robot.act('business.chase_pause.set', { ...pause, reason: 'Other' }, 'one')).status).toBe(
      409,
    )
  })

  test('a preview needs no key', async () => {
    const seen = await robot.send('POST', '/api/v1/actions/business.chase_plan.preview', {
      client_id: client.id,
    })
    expect(seen.status).toBe(200)
  })

  test('what it may not do: other actions, people’s actions, unknown actions, other businesses', async () => {
    const status = async (action_id: string, input: object) => (await robot.act(action_id, input)).status
    expect(await status('business.credit_limit.set', {})).toBe(403)
    expect(await status('business.business_contact.create', {})).toBe(403)
    expect(await status('business.chase_pause.sett', {})).toBe(404)
    const theirs = new Program(app, (await makeToken(world, other.admin, { actions })).token)
    expect((await theirs.act('business.chase_pause.set', pause)).status).toBe(404)
  })

  test('it reads what its roles read, and changes nothing by GraphQL', async () => {
    const mine = await robot.query('{ business_client { id } }')
    expect(mine.body).toEqual({ data: { business_client: [{ id: client.id }] } })
    const theirs = new Program(app, (await makeToken(world, other.admin, { actions })).token)
    expect((await theirs.query('{ business_client { id } }')).body).toEqual({ data: { business_client: [] } })
    const note = `mutation { insert_platform_note_one(object: { parent_entity: "business.client", parent_id: "${client.id}", text: "x" }) { id } }`
    expect(JSON.stringify((await robot.query(note)).body)).toContain(
      'a token changes records by actions only',
    )
    const listed = { operations: [{ module: 'platform', entity: 'note', action: 'insert', objects: [{}] }] }
    expect((await robot.send('POST', '/api/permission/query', listed)).body.success).toBe(false)
  })

  test('a token that only reads refuses every change', async () => {
    const reader = await program({ is_read_only: true })
    expect((await reader.act('business.chase_pause.set', pause)).body.message).toBe('This token only reads')
    expect(
      (await reader.send('POST', '/api/v1/actions/business.chase_plan.preview', { client_id: client.id }))
        .status,
    ).toBe(200)
  })

  test.each([
    ['GET', '/api/auth/session'],
    ['GET', '/api/auth/sessions'],
    ['POST', '/api/auth/switch'],
    ['POST', '/api/permission/logoutUser'],
    ['POST', '/api/permission/invitationLink'],
    ['POST', '/api/permission/resendUser'],
    ['POST', '/api/ledger/check'],
    ['GET', '/api/export/0192f0c0-0000-7000-8000-000000000001'],
  ] as const)('%s %s is for people', async (method, url) => {
    const { status } = await robot.send(method, url, method === 'POST' ? {} : undefined)
    expect([401, 403, 404]).toContain(status)
  })

  test('cookie and token together: refused', async () => {
    const person = await samplePerson(database, clock, agency.id, ['agency_user'])
    const browser = new Browser(app)
    await browser.login(person.email)
    const both = await browser.send({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ __typename }' },
      headers: { authorization: `Bearer ${robot.token}` },
    })
    expect(both.status).toBe(400)
    expect(JSON.stringify(both.body)).toContain('Send either a session or a token')
  })
})

describe('token: one answer to everything bad', () => {
  const asked = async (one: Program) => {
    const { status, body } = await one.query('{ __typename }')
    return [status, JSON.stringify(body)]
  }
  const bad = [401, expect.stringContaining('The token is not valid')]

  test('no token, a wrong checksum, unknown, expired, revoked, another address', async () => {
    const { id, token } = await made()
    const brief = await program({ expires_in_days: 1 })
    const fixed = await made({ ip_allow: ['203.0.113.0/24', '2001:db8::/32'] })
    expect((await asked(brief))[0]).toBe(200)
    expect(await asked(new Program(app, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`))).toEqual(
      bad,
    )
    expect(await asked(new Program(app, tokenText('live', 'A'.repeat(43))))).toEqual(bad)
    expect(await asked(new Program(app, 'x'))).toEqual(bad)
    expect(await asked(new Program(app, fixed.token))).toEqual(bad)
    expect((await asked(new Program(app, fixed.token, '203.0.113.9')))[0]).toBe(200)
    expect((await asked(new Program(app, fixed.token, '2001:db8::1')))[0]).toBe(200)
    await act(world, agency.admin, 'platform.api_token.revoke', { id })
    expect(await asked(new Program(app, token))).toEqual(bad)
    const api = await new Program(app, token).send('POST', '/api/permission/unique', {})
    expect([api.status, api.body.message, api.raw.headers['www-authenticate']]).toEqual([
      401,
      'The token is not valid',
      'Bearer',
    ])
    const before = clock.now()
    clock.set(instant('2025-06-16T11:00:00.000Z'))
    expect(await asked(brief)).toEqual(bad)
    clock.set(before)
  })

  test('it outlives its maker, and ends with its business', async () => {
    const maker = await seedContact(world, provider.admin, other.id, 'Mo', 'agency_admin')
    const robot = new Program(app, (await makeToken(world, maker, { actions })).token)
    await database.owner.query('update business.business_contact set is_active = false where id = $1', [
      maker.business_contact_id,
    ])
    expect((await asked(robot))[0]).toBe(200)
    await database.owner.query('update business.business set is_active = false where id = $1', [other.id])
    expect(await asked(robot)).toEqual(bad)
    await database.owner.query('update business.business set is_active = true where id = $1', [other.id])
  })
})

test('second person: a program, its maker and their other programs count as one', async () => {
  const maker = await seedContact(world, agency.admin, agency.id, 'Mia', 'agency_admin')
  const contact_of = async (id: string) =>
    String((await rowsOf('select contact_id from platform.api_token where id = $1', [id]))[0]?.contact_id)
  const [first, second] = [await makeToken(world, maker), await makeToken(world, maker)]
  const one = await viewerOf(world, await contact_of(first.id))
  const two = await viewerOf(world, await contact_of(second.id))
  const now = await viewerOf(world, maker.business_contact_id)
  expect(isSamePerson(one.user_id, now)).toBe(true)
  expect(isSamePerson(maker.user_id, one)).toBe(true)
  expect(isSamePerson(two.user_id, one)).toBe(true)
  expect(isSamePerson(agency.admin.user_id, one)).toBe(false)
  expect(isSamePerson(one.user_id, await viewerOf(world, agency.admin.business_contact_id))).toBe(false)
})

describe('token: limits', () => {
  test('601 calls a minute: the last is refused, the next minute begins again', async () => {
    const robot = await program()
    const first = await robot.query('{ __typename }')
    expect(first.raw.headers).toMatchObject({
      'ratelimit-policy': '"token";q=600;w=60',
      ratelimit: '"token";r=599;t=60',
    })
    const rest = []
    for (let at = 0; at < 60; at += 1)
      rest.push(...(await Promise.all(Array.from({ length: 10 }, () => robot.query('{ __typename }')))))
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(599)
    const late = rest.find(({ status }) => status === 429)
    expect(late?.raw.headers).toMatchObject({ 'retry-after': '60', ratelimit: '"token";r=0;t=60' })
    const before = clock.now()
    clock.set(instant('2025-06-15T11:01:00.000Z'))
    expect((await robot.query('{ __typename }')).status).toBe(200)
    clock.set(before)
  })

  test('121 changes a minute: reading goes on', async () => {
    const robot = await program()
    const statuses = []
    for (let at = 0; at < 121; at += 1)
      statuses.push((await robot.act('business.chase_pause.set', { client_id: client.id })).status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(120)
    expect(statuses.at(-1)).toBe(429)
    expect((await robot.query('{ __typename }')).status).toBe(200)
  })
})

describe('token: what is kept of it', () => {
  test('security events name its making, a new address, a refusal and its end', async () => {
    const { id, token } = await made({ name: 'Rota' })
    await new Program(app, token, '198.51.100.1').query('{ __typename }')
    await new Program(app, token, '203.0.113.1').query('{ __typename }')
    await act(world, agency.admin, 'platform.api_token.revoke', { id })
    await new Program(app, token, '203.0.113.1').query('{ __typename }')
    const events = await rowsOf(
      'select kind, business_id, says from log.security_event where token_id = $1 order by id',
      [id],
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'token_created',
      // The first address and another one.
      'token_used_new_address',
      'token_used_new_address',
      'token_revoked',
      'token_refused',
    ])
    expect(new Set(events.map(({ business_id }) => business_id))).toEqual(new Set([agency.id]))
    expect(events.at(-1)?.says).toBe('Rota: revoked')
  })

  test('the list shows the last use, never the token', async () => {
    const { id, token } = await made({ name: 'Rota of the night' })
    await new Program(app, token).query('{ __typename }')
    const person = await samplePerson(database, clock, agency.id, ['agency_admin'])
    const browser = new Browser(app)
    await browser.login(person.email)
    const query = `{ platform_api_token(where: { id: { _eq: "${id}" } }) { prefix state last_used_ip } }`
    const { body } = await browser.post('/graphql', { query })
    expect(body).toEqual({
      data: {
        platform_api_token: [{ prefix: token.slice(11, 19), state: 'active', last_used_ip: '198.51.100.7' }],
      },
    })
  })

  test('its contact is nobody’s colleague: it cannot be changed, invited or given roles', async () => {
    const { id } = await made()
    const [row] = await rowsOf('select contact_id from platform.api_token where id = $1', [id])
    const change = {
      id: row?.contact_id,
      first_name: 'A',
      last_name: 'B',
      email: 'a@example.org',
      roles: ['agency_admin'],
    }
    await expect(act(world, agency.admin, 'business.business_contact.update', change)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('its hash is that of the whole text', async () => {
    const { id, token } = await made()
    const [row] = await rowsOf('select token_hash from auth.api_token where api_token_id = $1', [id])
    expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest())
  })
})
