/** Invitations: made with the contact, mailed with a link, accepted once by their reader, sent again and revoked. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { expireInvitations } from '#server/auth/auth-invitation.server.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { newDataKey } from '#server/data-key.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import {
  act,
  type SeededAgency,
  seedAgency,
  seedClient,
  seedContractor,
  seedProvider,
} from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { PASSWORD } from './sample.ts'
import { SmtpServer } from './smtp.ts'

const HOST = 'stint.example.org'
const { database, world } = await freshWorld()
const { clock } = world
const folder = mkdtempSync(join(tmpdir(), 'stint-join-'))
const smtp = new SmtpServer()
const { app, settings: base } = await testApp(database, clock, {
  PUBLIC_URL: `http://${HOST}`,
  DATA_KEY: newDataKey(),
})
let settings = base
let agency: SeededAgency
let client_id = ''
let serial = 0
let net = 0

beforeAll(async () => {
  settings = { ...base, smtpUrl: await smtp.listen() }
  agency = await seedAgency(world, await seedProvider(world))
  client_id = (await seedClient(world, agency)).id
  // Its people need no check.
  await act(world, agency.provider.admin, 'business.client.set_email_domains', {
    client_id,
    email_domains: ['example.org'],
  })
})
beforeEach(() => {
  smtp.mails.length = 0
})
afterAll(async () => {
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

const browser = () => new Browser(app, `192.0.2.${++net}`, HOST)
const { sql } = database

type Invited = { id: string; user_id: string; email: string }

async function invite(email = `joiner${++serial}@example.org`, more: object = {}): Promise<Invited> {
  const made = await act<{ id: string; user_id: string }>(
    world,
    agency.admin,
    'business.business_contact.create',
    {
      business_id: client_id,
      first_name: 'Ada',
      last_name: 'Byron',
      email,
      roles: ['timesheet_approver'],
      ...more,
    },
  )
  return { ...made, email }
}

async function agencyName(): Promise<string> {
  const id = agency.admin.business_id
  const [row] = await sql<{ name: string }>('select name from business.business where id = $1', id)
  return row?.name ?? ''
}

/** Delivers all that waits: first the invitation, then its mail. */
async function deliver(): Promise<void> {
  for (;;) {
    const waiting = await sql<{ id: string }>(
      'select id from platform.outbox where delivered_at is null order by created_at, id',
    )
    if (waiting.length === 0) return
    for (const { id } of waiting)
      await deliverOutbox({ database, clock, settings, files: folderFiles(folder) }, topics, id)
  }
}

/** Lines that the mail server received are wrapped and quoted. */
const plain = (mail: string) =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function tokenOf(mail: string | undefined): string {
  const found = /http:\/\/stint\.example\.org\/join\/([\w-]{43})/.exec(plain(mail ?? ''))
  return present(found?.[1], `a link in ${mail}`)
}

async function invitedWithToken(email?: string, more: object = {}): Promise<Invited & { token: string }> {
  const person = await invite(email, more)
  await deliver()
  return { ...person, token: tokenOf(smtp.mails.at(-1)) }
}

const accept = (from: Browser, body: object) => from.post('/api/auth/invitation/accept', body)
const person = (token: string) => ({ token, first_name: 'Ada', last_name: 'King', password: PASSWORD })
const resend = (contact_id: string, by: Viewer = agency.admin) =>
  act<{ email: string; sent_at: string; expires_at: string }>(world, by, 'log.unconfirmed_user.resend', {
    business_contact_id: contact_id,
  })

test('invitation: a mail with a link; its reader sets a password and acts for the business', async () => {
  const { token, id, email } = await invitedWithToken()
  const mail = plain(smtp.mails[0] ?? '')
  const inviter = await agencyName()
  // The person knows the agency, not the business that they will act for.
  expect(mail).toContain(`Subject: ${inviter} invites you to Stint`)
  expect(mail).toMatch(
    new RegExp(
      `${agency.admin.user_name} of ${inviter} invites you to act for Client.* on Stint, as Timesheet approver`,
    ),
  )
  const from = browser()
  expect((await from.login(email)).status).toBe(401)
  expect((await from.get(`/api/auth/invitation/${token}`)).body.data).toEqual({
    business_name: expect.stringContaining('Client'),
    invited_by: agency.admin.user_name,
    inviter_business: inviter,
    is_own: false,
    email,
    first_name: 'Ada',
    last_name: 'Byron',
    needs: 'password',
    providers: [],
    own_provider: null,
  })
  const joined = await accept(from, person(token))
  expect(joined.body.data).toMatchObject({
    user: { email, name: 'Ada King' },
    category: 'client',
    business_contact_id: id,
    roles: ['timesheet_approver'],
  })
  expect((await from.get('/api/auth/session')).status).toBe(200)
  expect((await browser().login(email, PASSWORD)).status).toBe(200)
  const kinds = await sql<{ kind: string }>(
    'select kind from log.security_event where user_id = (select user_id from business.business_contact where id = $1) order by at, id',
    id,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['invitation_sent', 'password_set', 'invitation_accepted', 'sign_in']),
  )
})

test('invitation: the provider’s check of a person keeps the name of the agency that entered them', async () => {
  const { id, email } = await invite('terry@elsewhere.test')
  await act(world, agency.provider.admin, 'business.business_contact.check', {
    id,
    comment: 'Terry, by the number of Companies House',
  })
  await deliver()
  const mail = plain(smtp.mails.at(-1) ?? '')
  const name = await agencyName()
  expect(mail).toContain(`Subject: ${name} invites you to Stint`)
  expect(mail).toContain(`${agency.admin.user_name} of ${name} invites you to act for Client`)
  const view = await browser().get(`/api/auth/invitation/${tokenOf(mail)}`)
  expect(view.body.data).toMatchObject({
    email,
    invited_by: agency.admin.user_name,
    inviter_business: name,
    is_own: false,
  })
  const [kept] = await sql('select invited_by from platform.invitation where business_contact_id = $1', id)
  expect(kept).toEqual({ invited_by: agency.provider.admin.user_name })
})

test('invitation: a contractor is invited to Stint, not to act for themselves', async () => {
  const { id: business_id } = await seedContractor(world, agency)
  await invite('worker@example.org', { business_id, roles: ['contractor'] })
  await deliver()
  const mail = plain(smtp.mails.at(-1) ?? '')
  const name = await agencyName()
  expect(mail).toContain(`${agency.admin.user_name} of ${name} invites you to Stint, as Contractor.`)
  const view = await browser().get(`/api/auth/invitation/${tokenOf(mail)}`)
  expect(view.body.data).toMatchObject({ inviter_business: name, is_own: true })
})

test('invitation: two clicks at once make one user and one effect', async () => {
  const { token, user_id } = await invitedWithToken()
  const answers = await Promise.all([1, 2].map(() => accept(browser(), person(token))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await sql('select from auth.account where "userId" = $1', user_id)).toHaveLength(1)
  expect(await sql('select from auth.session where "userId" = $1', user_id)).toHaveLength(1)
  const events = await sql(
    `select from log.security_event where kind = 'invitation_accepted' and user_id = $1`,
    user_id,
  )
  expect(events).toHaveLength(1)
  const again = await accept(browser(), person(token))
  expect(again.status).toBe(404)
  expect(again.body.message).toMatch(/^This invitation is no longer valid\. Ask Client \d+ for a new one\.$/)
})

test('invitation: a program that opens the link 100 times uses nothing up', async () => {
  const { token } = await invitedWithToken()
  const scanner = browser()
  const before = await sql('select * from platform.invitation order by id')
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => scanner.get(`/api/auth/invitation/${token}`)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await sql('select * from platform.invitation order by id')).toEqual(before)
  expect((await accept(scanner, person(token))).status).toBe(200)
})

test('invitation: after 7 days, sent again or revoked, the old link names the business to ask', async () => {
  const expired = await invitedWithToken()
  clock.advance({ days: 7 })
  const said = /^This invitation is no longer valid\. Ask Client \d+ for a new one\.$/
  const dead = async (token: string) => {
    const answer = await browser().get(`/api/auth/invitation/${token}`)
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringMatching(said)])
    expect((await accept(browser(), person(token))).status).toBe(404)
  }
  await dead(expired.token)
  await inTransaction(database, (tx) => expireInvitations(tx, clock.now()))
  const [row] = await sql('select state from platform.invitation where business_contact_id = $1', expired.id)
  expect(row).toEqual({ state: 'expired' })

  expect(await resend(expired.id)).toMatchObject({ email: expired.email, sent_at: clock.now() })
  await dead(expired.token)
  await deliver()
  const fresh = tokenOf(smtp.mails.at(-1))
  await dead(expired.token)
  expect((await browser().get(`/api/auth/invitation/${fresh}`)).status).toBe(200)

  await act(world, agency.admin, 'log.unconfirmed_user.revoke', { business_contact_id: expired.id })
  await dead(fresh)
  expect(
    await sql('select deleted_at is null as lives from platform."user" where id = $1', expired.user_id),
  ).toEqual([{ lives: false }])
  // The address is free again, and the same contact may be invited anew.
  await act(world, agency.admin, 'business.business_contact.update', {
    id: expired.id,
    first_name: 'Ada',
    last_name: 'Byron',
    email: expired.email,
    roles: ['timesheet_approver'],
    invite: true,
  })
  await deliver()
  expect((await accept(browser(), person(tokenOf(smtp.mails.at(-1))))).status).toBe(200)
})

test('invitation: a contact made inactive takes its link along', async () => {
  const { token, id, email } = await invitedWithToken()
  await act(world, agency.admin, 'business.business_contact.update', {
    id,
    first_name: 'Ada',
    last_name: 'Byron',
    email,
    roles: ['timesheet_approver'],
    is_active: false,
  })
  expect((await accept(browser(), person(token))).status).toBe(404)
  expect(await sql('select state from platform.invitation where business_contact_id = $1', id)).toEqual([
    { state: 'revoked' },
  ])
})

test('invitation: sent again after 10 minutes, 5 times in all, and not once joined', async () => {
  const { id, token } = await invitedWithToken()
  expect((await refusalOf(resend(id))).message).toBe('Please wait 10 minutes before sending it again')
  for (let sends = 2; sends <= 5; sends += 1) {
    clock.advance({ minutes: 10 })
    await resend(id)
  }
  clock.advance({ minutes: 10 })
  expect((await refusalOf(resend(id))).message).toMatch(/^This invitation was sent 5 times/)
  smtp.mails.length = 0
  await deliver()
  // Of the sendings that waited, the last one alone goes out.
  expect(smtp.mails).toHaveLength(1)
  expect(tokenOf(smtp.mails[0])).not.toBe(token)
  await accept(browser(), person(tokenOf(smtp.mails[0])))
  expect(await refusalOf(resend(id))).toMatchObject({
    code: 'conflict',
    message: 'This person has already joined',
  })
})

test('invitation: forged tokens are unknown, and a network that tries many waits', async () => {
  const { token } = await invitedWithToken()
  const guesser = browser()
  for (const forged of ['x', 'a'.repeat(43), `${token}x`, 'b'.repeat(99), '%00'])
    expect((await guesser.get(`/api/auth/invitation/${forged}`)).status).toBe(404)
  for (let i = 0; i < 60; i += 1) await guesser.get(`/api/auth/invitation/forged-${i}`)
  const refused = await guesser.get(`/api/auth/invitation/${token}`)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
  expect((await browser().get(`/api/auth/invitation/${token}`)).status).toBe(200)
})

test('invitation: a weak password and missing names are refused under their fields, and the link lives', async () => {
  const { token } = await invitedWithToken()
  const from = browser()
  const weak = await accept(from, { ...person(token), password: 'password2026' })
  expect([weak.status, weak.body.errors]).toEqual([400, { password: 'Please enter a stronger password' }])
  const nameless = await accept(from, { token, password: PASSWORD })
  expect(nameless.body.errors).toEqual({ first_name: 'Mandatory', last_name: 'Mandatory' })
  expect((await accept(from, person(token))).status).toBe(200)
})

test('invitation: a person with an account joins a second business signed in, and nobody else does', async () => {
  const first = await invitedWithToken()
  const from = browser()
  await accept(from, person(first.token))
  const other = await seedClient(world, agency)
  const domains = { client_id: other.id, email_domains: ['example.org'] }
  await act(world, agency.provider.admin, 'business.client.set_email_domains', domains)
  const second = await invite(first.email, { business_id: other.id })
  await deliver()
  const token = tokenOf(smtp.mails.at(-1))
  expect(second.user_id).toBe(first.user_id)
  // Not attached without agreeing.
  expect((await from.post('/api/auth/switch', { business_contact_id: second.id })).status).toBe(404)
  expect((await from.get(`/api/auth/invitation/${token}`)).body.data).toMatchObject({ needs: 'sign_in' })
  const foreign = await accept(browser(), person(token))
  expect([foreign.status, foreign.body.message]).toEqual([403, 'Please sign in first, then join'])
  const stranger = browser()
  await accept(stranger, person((await invitedWithToken()).token))
  expect((await accept(stranger, { token })).body.message).toBe(
    `This invitation is for ${first.email}. Sign in with that address to join`,
  )
  expect((await accept(from, { token })).body.data).toMatchObject({ business_contact_id: second.id })
})

test('invitation: other agencies and readers neither resend nor revoke it', async () => {
  const { id } = await invite()
  const rival = await seedAgency(world, agency.provider)
  clock.advance({ minutes: 10 })
  expect(await refusalOf(resend(id, rival.admin))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(resend(id, agency.reader))).toMatchObject({ code: 'not_allowed' })
})

test('invitation: its token is in no table, answer or log, only encrypted in the waiting mail', async () => {
  const { id, email } = await invite()
  const [waiting] = await sql<{ id: string }>(
    `select o.id from platform.outbox o join platform.invitation i on i.id::text = o.payload ->> 'invitation_id'
     where o.delivered_at is null and i.business_contact_id = $1`,
    id,
  )
  const deps = { database, clock, settings, files: folderFiles(folder) }
  await deliverOutbox(deps, topics, present(waiting, 'an invitation').id)
  const [mail] = await sql<{ link: string | null; text: string; outbox_id: string }>(
    `select o.payload ->> 'one_time_link' as link, m.body_text as text, o.id as outbox_id
     from platform.outbox o join log.mail m on m.id::text = o.payload ->> 'mail_id' where m."to" = $1`,
    email,
  )
  expect(mail?.link).toMatch(/^[0-9a-f]{8}\./)
  expect(mail?.text).toContain('[one-time link]')
  await deliver()
  const token = tokenOf(smtp.mails.at(-1))
  await accept(browser(), person(token))
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, token)
    if (rows.length > 0) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(100)
  expect(found).toEqual([])
  const [sent] = await sql<{ payload: object }>(
    'select payload from platform.outbox where id = $1',
    mail?.outbox_id,
  )
  expect(sent?.payload).not.toHaveProperty('one_time_link')
  expect(
    await sql(
      'select from auth.invitation_token t join platform.invitation i on i.id = t.invitation_id where i.business_contact_id = $1',
      id,
    ),
  ).toHaveLength(1)
})

test('invitation in a role that can release money: no session before the first code of an app', async () => {
  const email = `boss${++serial}@example.org`
  const { token } = await invitedWithToken(email, { business_id: agency.id, roles: ['agency_admin'] })
  const from = browser()
  const joined = await accept(from, person(token))
  const { step, challenge } = joined.body.data as { step: string; challenge: string }
  expect(step).toBe('enrol')
  expect((await from.get('/api/auth/session')).status).toBe(401)
  const begun = await from.post('/api/auth/factors/totp', { challenge })
  const { id, secret } = begun.body.data as { id: string; secret: string }
  const typed = { challenge, id, code: totpCode(secret, clock.now()) }
  expect((await from.post('/api/auth/factors/totp/confirm', typed)).status).toBe(200)
  expect((await from.get('/api/auth/session')).body.data).toMatchObject({ roles: ['agency_admin'] })
})
