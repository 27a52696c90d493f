import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { jsonLinesOf } from '#business/platform/json-lines.rules.ts'
import { addDays } from '#kernel/day.ts'
import { runDaily } from '#server/daily.server.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { openLog } from '#server/log.ts'
import { verifySecurityDays } from '#server/security/security-days.server.ts'
import { noteFault, openSecurityLog } from '#server/security/security-log.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import {
  type Person,
  type Sample,
  sampleBusinesses,
  sampleContact,
  samplePerson,
  testClock,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
let sample: Sample
let person: Person
let browser: Browser
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
})
beforeEach(() => {
  clock.advance({ minutes: 2 })
  browser = new Browser(app, `192.0.2.${++serial}`)
})

type Event = {
  kind: string
  outcome: string
  says: string
  user_id: string | null
  count: number
  request_id: string
}

/** What the work wrote, in its order; counts of an earlier test may come meanwhile. */
async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
  const before = await database.owner.query<{ id: string }>('select id from log.security_event')
  await work()
  const { rows } = await database.owner.query<Event>(
    `select kind, outcome, says, user_id, count, request_id from log.security_event where id <> all($1) and (count = 1 or says = 'test') order by at, id`,
    [before.rows.map(({ id }) => id)],
  )
  return rows
}
const kinds = async (work: () => Promise<unknown>) =>
  (await eventsOf(work)).map(({ kind, outcome, says }) => [kind, outcome, says])

test('security log: sign-in, new device, switch, sign-out', async () => {
  const second = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.client_id, person, ['timesheet_approver']),
  )
  const events = await eventsOf(async () => {
    await browser.login(person.email)
    await browser.login(person.email)
    await browser.post('/api/auth/switch', { business_contact_id: second })
    await browser.get('/api/auth/logout')
    await browser.login(person.email)
    await browser.post('/api/auth/switch', { business_contact_id: person.contact_id })
  })
  expect(events.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'sign_in ok',
    'new_device ok',
    'sign_in ok',
    'switch ok',
    'sign_out ok',
    'sign_in ok',
    'switch ok',
  ])
  expect(events.every(({ user_id, request_id }) => user_id === person.user_id && request_id !== null)).toBe(
    true,
  )
})

test('security log: wrong passwords once with their count, then the pause', async () => {
  const events = await kinds(async () => {
    for (let i = 0; i < 7; i += 1) await browser.login(person.email, 'wrong')
  })
  expect(events).toEqual([
    ['sign_in', 'refused', 'wrong password'],
    ['throttled', 'blocked', ''],
  ])
})

test('security log: an unknown user is written without the typed address', async () => {
  const [event] = await eventsOf(() => browser.login('typed-by-mistake@example.org', 'wrong'))
  expect(event).toMatchObject({ kind: 'sign_in', outcome: 'refused', user_id: null })
  expect(JSON.stringify(event)).not.toContain('typed-by-mistake')
})

test('security log: a forged call, a foreign host, a refused action', async () => {
  const client = await samplePerson(database, clock, sample.client_id, ['timesheet_approver'])
  await browser.login(client.email)
  const contact = {
    action_id: 'business.business_contact.create',
    input: {
      business_id: sample.client_id,
      first_name: 'A',
      last_name: 'B',
      email: 'a@example.org',
      roles: ['hiring_manager'],
    },
    idempotency_key: 'k1',
  }
  expect(
    await kinds(async () => {
      await browser.send({
        method: 'POST',
        url: '/api/auth/switch',
        payload: {},
        headers: { 'x-stint-csrf': '' },
      })
      await new Browser(app, '192.0.2.99', 'evil.example').get('/')
      await browser.post('/api/permission/action', contact)
    }),
  ).toEqual([
    ['csrf_refused', 'blocked', ''],
    ['host_refused', 'blocked', ''],
    ['permission_refused', 'refused', 'business.business_contact.create'],
  ])
})

test('security log: 20 unknown ids in a minute are one event', async () => {
  await browser.login(person.email)
  const id = '00000000-0000-4000-8000-000000000000'
  const events = await kinds(async () => {
    for (let i = 0; i < 25; i += 1) await browser.get(`/api/pdf/invoice/${id}`)
  })
  expect(events).toEqual([['not_found_burst', 'refused', '20 unknown records in a minute']])
})

test('security log: a forbidden write by the data endpoint, and 20 refused questions in a minute', async () => {
  await browser.login(person.email)
  const ask = (query: string) => browser.post('/graphql', { query })
  const note = `mutation { insert_platform_note_one(object: { text: "Rang", parent_entity: "business.business", parent_id: "00000000-0000-4000-8000-000000000000" }) { id } }`
  expect(await kinds(() => ask(note))).toEqual([['permission_refused', 'refused', '']])
  const events = await kinds(async () => {
    for (let i = 0; i < 25; i += 1) await ask('{ business_employment { secret } }')
  })
  expect(events).toEqual([['not_found_burst', 'refused', '20 refused questions in a minute']])
})

test('security log: refused questions on a live connection, outside a request, name the person', async () => {
  const viewer = { user_id: person.user_id, business_id: sample.agency_id, session_id: 'of a socket' }
  const log = openSecurityLog({ database: database.session, clock, log: openLog('silent') })
  const events = await eventsOf(async () => {
    for (let i = 0; i < 20; i += 1) await noteFault(log, viewer, 'validation-failed')
  })
  await log.close()
  expect(events).toMatchObject([{ kind: 'not_found_burst', user_id: person.user_id }])
})

test('security log: a given role, an export of personal data', async () => {
  await browser.login(person.email)
  const act = (action_id: string, input: object) =>
    browser.post('/api/permission/action', { action_id, input, idempotency_key: `${action_id}-1` })
  const colleague = {
    business_id: sample.agency_id,
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.org',
  }
  const columns = [{ field: 'says', label: 'Says' }]
  expect(
    await kinds(async () => {
      await act('business.business_contact.create', {
        ...colleague,
        roles: ['agency_user'],
        can_sign_in: true,
      })
      await act('platform.export.start', { entity: 'log.security_event', format: 'csv', columns })
    }),
  ).toEqual([
    ['invitation_sent', 'ok', ''],
    ['role_approved', 'ok', 'Agency user'],
    ['export_personal', 'ok', 'Security event'],
  ])
})

const ownRows = async () =>
  (
    await database.owner.query<{ id: string; at: string }>(
      'select id, at from log.security_event where business_id = $1 order by at, id',
      [sample.agency_id],
    )
  ).rows

test('security log: JSON lines hold every field of the rows that their reader may see, and are an event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stint-log-lines-'))
  try {
    const stranger = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
    await new Browser(app, '192.0.2.250').login(stranger.email)
    await browser.login(person.email)
    const start = (of: Browser, input: object) =>
      of.act('platform.export.start', { entity: 'log.security_event', format: 'json_lines', ...input })
    const asked = await start(browser, { order_by: [{ at: 'asc' }, { id: 'asc' }] })
    const files = folderFiles(folder)
    const { job_id } = asked.body.data as { job_id: string }
    const before = await ownRows()
    await runExport({ database, clock, files, pace_ms: 0 }, job_id)
    const [file] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const text = readFileSync(join(file?.parentPath ?? '', file?.name ?? ''), 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    // Counts of repeats are written by a timer: those that came meanwhile are lines or not, in their place.
    const ids = new Set(lines.map(({ id }) => id))
    const rows = (await ownRows()).filter(({ id }) => ids.has(id))
    expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(lines.map(({ at }) => at)).toEqual(rows.map(({ at }) => new Date(at).toISOString()))
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([])
    expect(Object.keys(lines[0] ?? {})).toEqual(jsonLinesOf('log.security_event'))
    expect(lines.filter(({ kind }) => kind === 'export_personal').at(-1)).toMatchObject({
      outcome: 'ok',
      user_id: person.user_id,
    })
    expect(text).not.toContain(stranger.user_id)
    // Other lists do not leave so, and other roles read no line.
    const other = await start(browser, { entity: 'platform.note' })
    expect(other.body.errors).toHaveProperty('format')
    const colleague = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
    const reader = new Browser(app, '192.0.2.251')
    await reader.login(colleague.email)
    const refused = await start(reader, {})
    const none = refused.body.data as { job_id: string }
    await runExport({ database, clock, files, pace_ms: 0 }, none.job_id)
    const { rows: jobs } = await database.owner.query<{ status: string; has_file: boolean }>(
      'select status, has_file from platform.job where id = $1',
      [none.job_id],
    )
    expect(jobs).toEqual([{ status: 'failed', has_file: false }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('security log: repeats within a minute become one row with their count', async () => {
  const log = openSecurityLog({ database: database.session, clock, log: openLog('silent') })
  const events = await eventsOf(async () => {
    for (let i = 0; i < 10; i += 1)
      await log.note({ kind: 'sign_in', outcome: 'refused', user_id: person.user_id, says: 'test' })
    await log.close()
  })
  expect(events.map(({ count }) => count)).toEqual([1, 9])
})

test.each([
  ['agency_admin', true],
  ['agency_user', false],
] as const)('security log: read by %s: %s', async (role, expected) => {
  const reader = await samplePerson(database, clock, sample.agency_id, [role])
  await browser.login(reader.email)
  const { body } = await browser.post('/graphql', { query: '{ log_security_event { kind } }' })
  const { data } = body as { data?: { log_security_event: { kind: string }[] } }
  expect((data?.log_security_event.length ?? 0) > 0).toBe(expected)
})

test('security log: nobody changes a row, and verify finds an edit past the triggers', async () => {
  for (const change of ["update log.security_event set says = 'x'", 'delete from log.security_event'])
    await expect(database.owner.query(change)).rejects.toThrow('never changed or removed')
  const sealed = async () => (await verifyDatabase(database)).find(({ id }) => id === 'R12')?.broken ?? []
  expect(await sealed()).toEqual([])
  await database.owner.query('alter table log.security_event disable trigger all')
  const { rows } = await database.owner.query<{ id: string }>(
    `update log.security_event set outcome = 'ok' where id = (select id from log.security_event where outcome = 'refused' limit 1) returning id`,
  )
  expect(await sealed()).toEqual([`log.security_event ${rows[0]?.id} is not what the product has written`])
  await database.owner.query(`update log.security_event set outcome = 'refused' where id = '${rows[0]?.id}'`)
  await database.owner.query('alter table log.security_event enable trigger all')
})

test('security log: the night keeps each day, and verify finds a row that is gone with its seal', async () => {
  clock.advance({ days: 3 })
  await runDaily({ database, clock })
  const verify = () => inTransaction(database, (tx) => verifySecurityDays(tx, clock.today(), 5))
  expect(await verify()).toEqual([])
  await database.owner.query('alter table log.security_event disable trigger all')
  await database.owner.query(`delete from log.security_event where kind = 'switch'`)
  await database.owner.query('alter table log.security_event enable trigger all')
  const day = addDays(clock.today(), -3)
  expect(await verify()).toEqual([
    expect.stringMatching(`security events \\(ok\\) of ${day}: \\d+ are there`),
  ])
})
