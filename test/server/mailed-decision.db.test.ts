/** Decisions by the link in a mail, and their ten seconds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDueDecisions, runHeldDecision } from '#business/decisions/run-held.job.ts'
import { present } from '#kernel/assert.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { folderFiles, openFiles } from '#server/storage.server.ts'
import { seedEvidence } from '../fixtures/evidence.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  type SeededTimesheet,
  seedContact,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { mailedLink } from './mailed-link.ts'

const DEAD = 'This link is no longer valid. Sign in to see what is waiting for you.'
const HOST = 'stint.example.org'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const folder = mkdtempSync(join(tmpdir(), 'stint-magic-'))
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: `http://${HOST}` }, pages)
let placement: SeededPlacement
let sheets: SeededTimesheet[] = []
let other_approver: Awaited<ReturnType<typeof seedContact>>
let net = 0

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(pages, { recursive: true, force: true })
})

const { sql } = database

beforeAll(async () => {
  placement = await seedWeek(world)
  other_approver = await seedContact(
    world,
    placement.agency.admin,
    placement.client.id,
    'Olive',
    'timesheet_approver',
  )
  sheets = await seedTimesheets(world, placement)
})

/** Delivers all that waits and is no mail: the mails keep their links. */
async function deliver(): Promise<void> {
  const waiting = await sql<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic = 'work_to_approve' order by created_at, id`,
  )
  for (const { id } of waiting)
    await deliverOutbox({ database, clock, settings, files: folderFiles(folder) }, topics, id)
}

/** A submitted timesheet, and the tokens in the mails to its approvers. */
async function mailed(): Promise<{ sheet: SeededTimesheet; token: string; other_token: string }> {
  const sheet = present(sheets.shift(), 'a draft')
  await seedSubmittedTimesheet(world, placement, sheet)
  clock.advance({ seconds: 1 })
  await deliver()
  return {
    sheet,
    token: await tokenOf(placement.client.approver.email),
    other_token: await tokenOf(other_approver.email),
  }
}

async function tokenOf(email: string): Promise<string> {
  const link = present(await mailedLink(database, settings, email), 'a link')
  return present(/\/m\/([\w-]+)$/.exec(link)?.[1], 'a token')
}

const address = { category: 'client', module: 'transaction', entity: 'timesheet' }

/** A phone without a session. */
async function call(
  name: 'query' | 'action' | 'file' | 'pdf',
  token: string,
  body: object = {},
  more: object = {},
  remoteAddress = `192.0.2.${++net % 250}`,
) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/magic/${name}`,
    remoteAddress,
    headers: { host: HOST, token },
    payload: { ...address, body, ...more },
  })
  const isJson = String(raw.headers['content-type']).includes('json')
  const answer = isJson ? (raw.json() as { data: never; message?: string }) : { data: null as never } // Our envelope.
  return {
    status: raw.statusCode,
    data: answer.data as Record<string, unknown>,
    message: answer.message,
    raw,
  }
}

const statusOf = async (id: string) =>
  (await sql<{ status: string }>('select status from transaction.timesheet where id = $1', id))[0]?.status
const setsOf = (id: string) => sql('select id from transaction.invoice_set where timesheet_id = $1', id)
const auditsOf = async (decision_id: unknown) =>
  (
    await sql<{ state: string }>(
      `select new_values ->> 'state' as state from log.audit where entity = 'request.held_decision' and entity_id = $1 order by id`,
      decision_id,
    )
  ).map((row) => row.state)

test('link: reads its record alone, without a session, and names no cost to an approver', async () => {
  const { sheet, token } = await mailed()
  const { status, data, raw } = await call('query', token)
  expect(status).toBe(200)
  expect(raw.headers['referrer-policy']).toBe('no-referrer')
  expect(data).toMatchObject({
    category: 'client',
    module: 'transaction',
    entity: 'timesheet',
    record: { id: sheet.id, status: 'submitted', total_units: '37.5000', amount: null },
    usual: { is_usual: false },
    actions: ['approve', 'reject'],
    needs_sign_in: false,
    decision: null,
    person: { business: placement.client.approver.business_name },
  })
  expect((data.record as { lines: unknown[] }).lines).toHaveLength(5)
  expect(JSON.stringify(data)).not.toContain('937.50')
})

test('link: opens the files of its record alone, as long as it lives', async () => {
  const attach = async (sheet: SeededTimesheet, text: string) => {
    const stored = await openFiles(settings.files).put(Buffer.from(text))
    await seedEvidence(world, placement.agency.admin, sheet.id, 'transaction.timesheet', stored)
  }
  await attach(present(sheets[0], 'a draft'), 'This week')
  await attach(present(sheets[1], 'another draft'), 'Another week')
  const { sheet, token } = await mailed()
  const { data } = await call('query', token)
  const { files } = data.record as { files: { id: string; file_name: string; size_bytes: number }[] }
  expect(files).toMatchObject([{ file_name: 'signed.pdf', size_bytes: 9 }])
  const open = (id: unknown, by = token) => call('file', by, { id })
  const { raw } = await open(files[0]?.id)
  expect([raw.statusCode, raw.body]).toEqual([200, 'This week'])
  expect(raw.headers).toMatchObject({
    'content-disposition': expect.stringContaining('attachment; filename="signed.pdf"') as string,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const [foreign] = await sql<{ id: string }>(
    'select id from platform.attachment where parent_id <> $1',
    sheet.id,
  )
  expect((await open(foreign?.id)).status).toBe(404)
  expect((await open(files[0]?.id, 'forged')).message).toBe(DEAD)
  await sql('update platform.attachment set deleted_at = $1', clock.now())
  expect((await open(files[0]?.id)).status).toBe(404)
})

test('link: the mail log keeps no token, and the outbox forgets it with the delivery', async () => {
  const { token } = await mailed()
  const mails = await sql<{ body_text: string }>('select body_text from log.mail')
  expect(mails.some(({ body_text }) => body_text.includes('[one-time link]'))).toBe(true)
  const kept = await sql<{ text: string }>(
    `select (select coalesce(string_agg(m::text, ''), '') from log.mail m) || (select coalesce(string_agg(o::text, ''), '') from platform.outbox o)
       || (select coalesce(string_agg(a::text, ''), '') from log.audit a) || (select coalesce(string_agg(s::text, ''), '') from log.security_event s)
       || (select coalesce(string_agg(t::text, ''), '') from auth.magic_token t) as text`,
  )
  expect(kept[0]?.text).not.toContain(token)
})

test('page: opening it a hundred times looks nothing up and changes nothing', async () => {
  const { token } = await mailed()
  const tables = [
    'auth.magic_token',
    'auth.magic_use',
    'auth.throttle',
    'log.security_event',
    'request.held_decision',
  ]
  const facts = () =>
    Promise.all(
      tables.map((table) =>
        sql(`select count(*), md5(string_agg(t::text, ',' order by t::text)) from ${table} t`),
      ),
    )
  const before = await facts()
  for (let no = 0; no < 100; no += 1) {
    // Scanners of mails ask for anything, or for the headers alone.
    const page = await app.inject({
      method: no % 5 === 0 ? 'HEAD' : 'GET',
      url: `/m/${no % 2 === 0 ? token : `unknown-${no}`}`,
      headers: { host: HOST, ...(no % 3 === 0 ? {} : { accept: no % 3 === 1 ? '*/*' : 'text/html' }) },
    })
    expect(page.statusCode).toBe(200)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
  }
  expect(await facts()).toEqual(before)
})

/** Steps by mailed links on a timesheet, as the security log tells them. */
const toldOf = async (id: string) =>
  (
    await sql<{ step: string }>(
      `select replace(e.says, ' ' || t.human_id, '') as step from log.security_event e
       join transaction.timesheet t on e.says like '% ' || t.human_id where e.kind = 'magic_used' and t.id = $1 order by e.id`,
      id,
    )
  ).map(({ step }) => step)

test('link: approves after ten seconds, as its contact; the invoices follow then', async () => {
  const { sheet, token } = await mailed()
  const held = await call('action', token, { action: 'approve' })
  expect(held).toMatchObject({ status: 200, data: { state: 'held' } })
  const id = String(held.data.decision_id)
  clock.advance({ seconds: 9 })
  await runHeldDecision(world, id)
  expect(await statusOf(sheet.id)).toBe('submitted')
  expect(await call('query', token)).toMatchObject({
    data: { actions: [], decision: { decision_id: id, state: 'held', ms_left: 1000 } },
  })
  clock.advance({ seconds: 1 })
  await runHeldDecision(world, id)
  await runHeldDecision(world, id)
  expect(await statusOf(sheet.id)).toBe('approved')
  expect(await setsOf(sheet.id)).toHaveLength(1)
  const [approved] = await sql<{ approved_by: string }>(
    'select approved_by from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(approved?.approved_by).toBe(placement.client.approver.user_id)
  expect(await auditsOf(id)).toEqual(['held'])
  expect(await call('query', token)).toMatchObject({ data: { actions: [], decision: { state: 'done' } } })
  expect(await toldOf(sheet.id)).toEqual(['Approve'])
})

test('link: the same action twice, at once or later, is one decision with the first answer', async () => {
  const { sheet, token } = await mailed()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('action', token, { action: 'approve' })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [first] = answers
  for (const { data } of answers) expect(data).toEqual(first?.data)
  clock.advance({ seconds: 11 })
  await runHeldDecision(world, String(first?.data.decision_id))
  expect((await call('action', token, { action: 'approve' })).data).toEqual(first?.data)
  expect(await setsOf(sheet.id)).toHaveLength(1)
})

test('undo: at 9.9 s leaves one audit pair and no invoice, and the link decides again', async () => {
  const { sheet, token } = await mailed()
  const { data } = await call('action', token, { action: 'approve' })
  const id = String(data.decision_id)
  clock.advance({ seconds: 9.9 })
  const undo = () => call('action', token, { action: 'undo', decision_id: id })
  expect(await undo()).toMatchObject({ status: 200, data: { state: 'undone' } })
  expect(await undo()).toMatchObject({ status: 200, data: { state: 'undone' } })
  clock.advance({ seconds: 5 })
  await runHeldDecision(world, id)
  expect(await statusOf(sheet.id)).toBe('submitted')
  expect(await setsOf(sheet.id)).toEqual([])
  expect(await auditsOf(id)).toEqual(['held', 'undone'])
  expect(await toldOf(sheet.id)).toEqual(['Approve', 'Undo'])
  const rejected = await call('action', token, { action: 'reject', comment: 'Friday was a holiday' })
  expect(rejected.status).toBe(200)
  clock.advance({ seconds: 10 })
  await runHeldDecision(world, String(rejected.data.decision_id))
  expect(await statusOf(sheet.id)).toBe('rejected')
})

test('undo: at 10.1 s is too late, carried out or not', async () => {
  const { sheet, token } = await mailed()
  const { data } = await call('action', token, { action: 'approve' })
  clock.advance({ seconds: 10.1 })
  const late = { status: 409, message: 'It is too late to undo this' }
  const undo = () => call('action', token, { action: 'undo', decision_id: data.decision_id })
  expect(await undo()).toMatchObject(late)
  await runHeldDecision(world, String(data.decision_id))
  expect(await undo()).toMatchObject(late)
  expect(await call('action', token, { action: 'reject', comment: 'Friday was a holiday' })).toMatchObject(
    late,
  )
  expect(await setsOf(sheet.id)).toHaveLength(1)
  // Once, and after the decision: who decides by a mail sees no page later.
  const receipts = await sql(
    'select "to", subject from log.mail where fact_key = $1',
    `held-done:${data.decision_id}`,
  )
  expect(receipts).toEqual([{ to: placement.client.approver.email, subject: `${sheet.human_id} approved` }])
})

test('held work: another approver, a verb and a bulk job wait for the decision', async () => {
  const { sheet, token, other_token } = await mailed()
  const { approver } = placement.client
  const { data } = await call('action', token, { action: 'approve' })
  const deciding = `${approver.user_name} is just deciding this`
  expect(await call('action', other_token, { action: 'approve' })).toMatchObject({
    status: 409,
    message: deciding,
  })
  const conflict = { code: 'conflict', message: deciding }
  const ids = [sheet.id]
  const verb = (id: string, input: object) => refusalOf(act(world, other_approver, id, input))
  expect(await verb('transaction.timesheet.approve', { ids })).toMatchObject(conflict)
  expect(await verb('transaction.timesheet.reject', { ids, comment: 'No' })).toMatchObject(conflict)
  expect(await verb('transaction.timesheet.hold_decision', { ids, decision: 'approve' })).toMatchObject(
    conflict,
  )
  const id = String(data.decision_id)
  expect(await refusalOf(act(world, other_approver, 'request.held_decision.undo', { id }))).toMatchObject({
    code: 'not_found',
  })
  clock.advance({ seconds: 10 })
  await runHeldDecision(world, id)
  // Decided by somebody else: the other link is dead.
  expect(await call('query', other_token)).toMatchObject({ status: 404, message: DEAD })
  expect(await call('action', other_token, { action: 'approve' })).toMatchObject({
    status: 404,
    message: DEAD,
  })
})

test('pages: hold and undo by verbs, and a comment for a rejection', async () => {
  const { sheet } = await mailed()
  const { approver } = placement.client
  const input = { ids: [sheet.id], decision: 'reject' }
  expect(await refusalOf(act(world, approver, 'transaction.timesheet.hold_decision', input))).toMatchObject({
    errors: { comment: 'Please specify the reason' },
  })
  const held = await act<{ decision_id: string }>(world, approver, 'transaction.timesheet.hold_decision', {
    ...input,
    comment: 'Friday was a holiday',
  })
  await act(world, approver, 'request.held_decision.undo', { id: held.decision_id })
  clock.advance({ seconds: 11 })
  await runHeldDecision(world, held.decision_id)
  expect(await statusOf(sheet.id)).toBe('submitted')
})

test('rights are asked when the decision is carried out; its decider is told why it failed', async () => {
  const { sheet } = await mailed()
  const leaver = await seedContact(
    world,
    placement.agency.admin,
    placement.client.id,
    'Lea',
    'timesheet_approver',
  )
  const { decision_id } = await act<{ decision_id: string }>(
    world,
    leaver,
    'transaction.timesheet.hold_decision',
    { ids: [sheet.id], decision: 'approve' },
  )
  await sql(
    `update business.business_contact set roles = '{hiring_manager}' where id = $1`,
    leaver.business_contact_id,
  )
  clock.advance({ seconds: 10 })
  await runHeldDecision(world, decision_id)
  expect(await statusOf(sheet.id)).toBe('submitted')
  const [decision] = await sql('select state, failure from request.held_decision where id = $1', decision_id)
  expect(decision).toEqual({ state: 'failed', failure: 'You do not have permission to do this' })
  const [mail] = await sql(
    'select subject from log.mail where "to" = $1 order by created_at desc limit 1',
    leaver.email,
  )
  expect(mail).toEqual({ subject: `${sheet.human_id} could not be approved` })
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
})

test('a worker that was down finds the due decisions alone', async () => {
  const { sheet } = await mailed()
  const { approver } = placement.client
  const { decision_id } = await act<{ decision_id: string }>(
    world,
    approver,
    'transaction.timesheet.hold_decision',
    { ids: [sheet.id], decision: 'approve' },
  )
  const queued = () => sql('select key from graphile_worker.jobs where key = $1', `held:${decision_id}`)
  await sql('select graphile_worker.remove_job($1)', `held:${decision_id}`)
  await queueDueDecisions(world)
  expect(await queued()).toEqual([])
  clock.advance({ seconds: 10 })
  await queueDueDecisions(world)
  expect(await queued()).toHaveLength(1)
  await runHeldDecision(world, decision_id)
  expect(await statusOf(sheet.id)).toBe('approved')
})

test('dead links have one text: foreign, forged, other names, revoked, expired, inactive, without the role', async () => {
  const { token, sheet } = await mailed()
  const dead = { status: 404, message: DEAD }
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [forged, 'x', 'x'.repeat(500), ''])
    expect(await call('query', wrong)).toMatchObject(dead)
  for (const other of [{ category: 'agency' }, { module: 'payment' }, { entity: 'expense' }])
    expect(await call('query', token, {}, other)).toMatchObject(dead)
  const contact_id = placement.client.approver.business_contact_id
  const while_ = async (change: string, back: string, id = contact_id) => {
    await sql(change, id)
    expect(await call('query', token)).toMatchObject(dead)
    expect(await call('action', token, { action: 'approve' })).toMatchObject(dead)
    expect(await call('pdf', token)).toMatchObject(dead)
    await sql(back, id)
  }
  const contact = 'update business.business_contact set'
  await while_(`${contact} is_active = false where id = $1`, `${contact} is_active = true where id = $1`)
  await while_(
    `${contact} roles = '{hiring_manager}' where id = $1`,
    `${contact} roles = '{timesheet_approver}' where id = $1`,
  )
  const user = `update platform."user" set`
  const mine = `where id = (select user_id from business.business_contact where id = $1)`
  await while_(`${user} is_active = false ${mine}`, `${user} is_active = true ${mine}`)
  const business = 'update business.business set'
  await while_(
    `${business} deleted_at = now() where id = $1`,
    `${business} deleted_at = null where id = $1`,
    placement.client.id,
  )
  await while_(
    'update auth.magic_token set revoked_at = now() where business_contact_id = $1',
    'update auth.magic_token set revoked_at = null where business_contact_id = $1',
  )
  expect((await call('query', token)).status).toBe(200)
  clock.advance({ days: 7 })
  expect(await call('query', token)).toMatchObject(dead)
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
})

test('the link of somebody who left stays dead when they come back', async () => {
  const { token } = await mailed()
  expect((await call('query', token)).status).toBe(200)
  const { approver } = placement.client
  const [contact] = await sql<{ first_name: string; last_name: string; email: string }>(
    'select first_name, last_name, email from business.business_contact where id = $1',
    approver.business_contact_id,
  )
  for (const is_active of [false, true])
    await act(world, placement.agency.provider.admin, 'business.business_contact.update', {
      ...contact,
      id: approver.business_contact_id,
      roles: approver.roles,
      is_active,
    })
  expect(await call('query', token)).toMatchObject({ status: 404, message: DEAD })
})

test('a network that guesses is slowed down; right links never count', async () => {
  const { token, sheet } = await mailed()
  const statuses: number[] = []
  for (let no = 0; no < 53; no += 1)
    statuses.push((await call('query', `guess-${no}`, {}, {}, '198.51.100.7')).status)
  expect(statuses.slice(0, 50)).toEqual(Array(50).fill(404))
  expect(statuses.at(-1)).toBe(429)
  expect((await call('query', token)).status).toBe(200)
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
})

test('cookies count for nothing: a link acts for its own contact in every browser', async () => {
  const { token, sheet } = await mailed()
  const browser = new Browser(app, '192.0.2.251', HOST)
  browser.cookie = '__Host-stint_session=forged'
  const answer = await browser.send({
    method: 'POST',
    url: '/api/magic/action',
    payload: { ...address, body: { action: 'approve' } },
    headers: { token },
  })
  expect(answer.status).toBe(200)
  const [decision] = await sql(
    'select user_name, via from request.held_decision where $1 = any (entity_ids)',
    sheet.id,
  )
  expect(decision).toEqual({ user_name: placement.client.approver.user_name, via: 'link' })
})

test('above the limit of the client the link shows the week and asks for a sign-in', async () => {
  const { token } = await mailed()
  const limit = (amount: string) =>
    sql(
      `insert into business.approval_rule values ($1, $2, 8, 16, 24, now(), now())
       on conflict (business_id) do update set approve_by_mail_limit = excluded.approve_by_mail_limit`,
      placement.client.id,
      amount,
    )
  // 37.5 hours at £25.00, with VAT.
  await limit('1124.99')
  expect(await call('query', token)).toMatchObject({
    status: 200,
    data: { actions: [], needs_sign_in: true },
  })
  expect(await call('action', token, { action: 'approve' })).toMatchObject({ status: 403 })
  await limit('1125.00')
  expect(await call('query', token)).toMatchObject({ data: { actions: ['approve', 'reject'] } })
  await limit('0.00')
  expect(await call('query', token)).toMatchObject({ data: { needs_sign_in: true } })
  const sheet = present(sheets.shift(), 'a draft')
  await seedSubmittedTimesheet(world, placement, sheet)
  clock.advance({ seconds: 1 })
  await deliver()
  const [mail] = await sql<{ body_text: string }>(
    'select body_text from log.mail where "to" = $1 order by created_at desc limit 1',
    placement.client.approver.email,
  )
  expect(mail?.body_text).toContain(`/client/transaction/timesheet/${sheet.id}`)
  await sql('delete from business.approval_rule')
})

test('pdf: prints the record of the link', async () => {
  const { token } = await mailed()
  const { status, raw } = await call('pdf', token)
  expect(status).toBe(200)
  expect(raw.headers['content-type']).toBe('application/pdf')
  expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
