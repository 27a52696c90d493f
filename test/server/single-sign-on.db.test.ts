/** A business's own sign-in over a real OpenID provider and a real name server (people, business SSO). */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newUuid } from '#kernel/uuid.ts'
import { openSignIn } from '#server/auth/auth-operator-sign-on.server.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { openNameServer } from './name-server.ts'
import { CLIENT_ID, CLIENT_SECRET, OutsideProvider, visit } from './outside-provider.ts'
import { base, comeBack, HOST, invite, isSignedIn, stepOf } from './outside-world.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { agency_id: larkfield, provider_id } = await sampleBusinesses(database)
const { agency_id: copper, provider_id: copper_provider } = await sampleBusinesses(database)
await database.owner.query(
  `update business.business set name = case id when $1 then 'Larkfield Talent' else 'Copper Beech' end where id in ($1, $2)`,
  [larkfield, copper],
)
const login = new OutsideProvider(`business/${larkfield}`)
const records = new Map<string, string>()
const names = await openNameServer(records)
const issuer = await login.listen()
const { app } = await testApp(database, clock, {
  PUBLIC_URL: base,
  WEBHOOK_ALLOW: '127.0.0.1',
  DNS_SERVERS: names.address,
})
afterAll(async () => {
  names.close()
  await login.close()
})
let serial = 0
const aBrowser = () => new Browser(app, `192.0.2.${++serial}`, HOST)
const { sql } = database

const admin = await samplePerson(database, clock, larkfield, ['agency_admin'])
/** Edwin Foss reads two agencies. */
const edwin = await samplePerson(database, clock, copper, ['agency_user'])
const edwin_at_larkfield = await seat(edwin, larkfield)
const account = (sub: string) => ({ sub, email: `${sub}@larkfield.example`, email_verified: true })
let id = ''
const admins = aBrowser()

async function seat({ user_id, email }: Person, business_id: string): Promise<string> {
  const contact_id = newUuid(clock)
  await inTransaction(database, (tx) =>
    tx.run(
      `insert into business.business_contact (id, business_id, user_id, first_name, last_name, email, roles, joined_at, created_at)
       values ($1, $2, $3, 'Edwin', 'Foss', $4, '{agency_user}', $5, $5::timestamptz + interval '1 day')`,
      [contact_id, business_id, user_id, email, clock.now()],
    ),
  )
  return contact_id
}

/** An action, confirmed if it asks. */
async function act(action: string, input: object) {
  const first = await admins.act(`business.identity_provider.${action}`, input)
  if (!first.body.step_up) return first
  await admins.confirm(first)
  return admins.act(`business.identity_provider.${action}`, input)
}

/** Goes to the provider and back. @returns the page that comes next */
async function through(from: Browser, asked: object): Promise<URL> {
  const begun = await from.post('/api/auth/authorizeBusiness', asked)
  expect([begun.status, begun.body.message]).toEqual([200, undefined])
  const { url } = begun.body.data as { url: string }
  return url.startsWith('http') ? comeBack(from, await visit(url)) : new URL(url, base)
}

const acting = async (from: Browser) => {
  const { body } = await from.get('/api/auth/session')
  return (body.data as { business?: { name: string } } | undefined)?.business?.name ?? null
}
const switchTo = (from: Browser, business_contact_id: string) =>
  from.post('/api/auth/switch', { business_contact_id })

beforeEach(() => clock.advance({ minutes: 6 }))

test('an administrator sets it up, proves a domain by DNS, and tests it; only then may it be required', async () => {
  await admins.login(admin.email)
  const given = {
    type: 'oidc',
    name: 'Microsoft',
    issuer,
    application_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }
  const inside = await act('create', { ...given, issuer: 'https://10.0.0.1', domains: [] })
  expect([inside.status, inside.body.errors]).toEqual([
    400,
    { issuer: 'The address leads into a network that is not public' },
  ])
  const made = await act('create', { ...given, domains: ['Larkfield.example'] })
  const { verify_token } = made.body.data as { verify_token: string }
  id = (made.body.data as { id: string }).id
  expect((await act('create', { ...given, domains: [] })).status).toBe(409)
  const [row] = await sql<{ client_secret_enc: string; domains: string[] }>(
    'select client_secret_enc, domains from business.identity_provider where id = $1',
    id,
  )
  expect(row?.domains).toEqual(['larkfield.example'])
  expect(row?.client_secret_enc).not.toContain(CLIENT_SECRET)

  const domain = 'larkfield.example'
  expect((await act('prove_domain', { id, domain })).body.message).toContain(
    'has no TXT record stint-verify=',
  )
  expect((await act('require', { id })).body.message).toBe('Prove a domain first')
  records.set(domain, 'stint-verify=of-somebody-else')
  expect((await act('prove_domain', { id, domain })).status).toBe(422)
  records.set(domain, `stint-verify=${verify_token}`)
  expect((await act('prove_domain', { id, domain })).body.data).toMatchObject({ proven_domains: [domain] })
  expect((await act('require', { id })).body.message).toBe('Sign in with Microsoft first, by Test sign-in')

  login.account = account('admin')
  const own = { business_contact_id: admin.contact_id, return_to: '/agency/admin/security' }
  clock.advance({ minutes: 6 })
  const asked = await admins.post('/api/auth/authorizeBusiness', own)
  expect(asked.body.step_up).toMatchObject({ max_age: 300 })
  await admins.confirm(asked)
  expect((await through(admins, own)).search).toBe('?outside=linked')
  expect(
    await sql('select from business.identity_provider where id = $1 and tested_at is not null', id),
  ).toHaveLength(1)
  const says = await sql<{ says: string }>(
    `select says from log.security_event where kind = 'setting_changed' order by at, id`,
  )
  expect(says.map((one) => one.says)).toEqual([
    'Single sign-on, Microsoft: set up',
    'Single sign-on, Microsoft: domains larkfield.example',
    'Single sign-on, Microsoft: tested',
  ])
})

test('an account that nobody linked signs nobody in, known domain or not; a linked one opens its business alone', async () => {
  login.account = account('edwin')
  const stranger = aBrowser()
  expect((await through(stranger, { email: edwin.email.replace(/@.*/, '@larkfield.example') })).search).toBe(
    '?outside=not_linked',
  )
  expect((await through(stranger, { email: 'x@unknown.example' })).search).toBe('?outside=no_company')
  const browser = aBrowser()
  await browser.login(edwin.email)
  expect((await through(browser, { business_contact_id: edwin_at_larkfield })).search).toBe('?outside=linked')
  expect(await acting(browser)).toBe('Larkfield Talent')
  expect((await switchTo(browser, edwin.contact_id)).status).toBe(200)

  // The word of Larkfield alone: nothing else of his opens, and it confirms nothing.
  const company = aBrowser()
  expect(
    (await through(company, { email: 'e@larkfield.example', return_to: '/agency/people' })).pathname,
  ).toBe('/agency/people')
  expect(await acting(company)).toBe('Larkfield Talent')
  const refused = await switchTo(company, edwin.contact_id)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Please sign in another way to act for this business',
  ])
  const [session] = await sql<{ methods: string[]; step_up_at: string | null }>(
    `select methods, step_up_at from auth.session where "userId" = $1 and methods = '{sso}'`,
    edwin.user_id,
  )
  expect(session).toEqual({ methods: ['sso'], step_up_at: null })
})

test('the word of a business shows the mails about that business alone', async () => {
  const mailed = async (subject: string, agency_id: string | null, provider: string | null) =>
    inTransaction(database, (tx) =>
      queueMail(
        { tx, clock },
        {
          fact_key: subject,
          to: edwin.email,
          subject,
          body_text: 'Text',
          agency_id,
          provider_id: provider,
          attachments: [
            {
              file_name: `${subject}.pdf`,
              content_type: 'application/pdf',
              file_url: subject,
              sha256: subject,
              size_bytes: 1,
            },
          ],
        },
      ),
    )
  await mailed('of Larkfield', larkfield, provider_id)
  await mailed('of Copper Beech', copper, copper_provider)
  await mailed('of another provider', null, copper_provider)
  await mailed('of nobody', null, null)
  login.account = account('edwin')
  const company = aBrowser()
  await through(company, { email: 'e@larkfield.example' })
  expect(await acting(company)).toBe('Larkfield Talent')
  const query =
    '{ log_mail(where: {subject: {_like: "of %"}}, order_by: {subject: asc}) { subject } log_mail_attachment(order_by: {file_name: asc}) { file_name } }'
  const seen = ['of Larkfield', 'of nobody']
  expect((await company.post('/graphql', { query })).body.data).toEqual({
    log_mail: seen.map((subject) => ({ subject })),
    log_mail_attachment: seen.map((name) => ({ file_name: `${name}.pdf` })),
  })
  const own = aBrowser()
  await own.login(edwin.email)
  await switchTo(own, edwin.contact_id)
  const { body } = await own.post('/graphql', {
    query: '{ log_mail(where: {subject: {_like: "of %"}}, order_by: {subject: asc}) { subject } }',
  })
  expect(body.data).toEqual({
    log_mail: ['of Copper Beech', 'of another provider', 'of nobody'].map((subject) => ({ subject })),
  })
})

test('required: mails to all, nothing for 24 hours, then only sessions that came through it act for the business', async () => {
  const before = aBrowser()
  await before.login(edwin.email)
  expect((await switchTo(before, edwin_at_larkfield)).status).toBe(200)
  const done = await act('require', { id })
  expect(done.status).toBe(200)
  const { rowCount: mails } = await database.owner.query(
    `select from platform.outbox where topic = 'sign_on_mail' and payload ->> 'subject' = 'Larkfield Talent asks you to sign in with Microsoft'`,
  )
  expect(mails).toBe(2)
  clock.advance({ hours: 23 })
  expect(await acting(before)).toBe('Larkfield Talent')
  clock.advance({ hours: 1 })
  expect((await before.get('/api/auth/session')).status).toBe(401)

  const browser = aBrowser()
  await browser.login(edwin.email)
  expect(await acting(browser)).toBe('Copper Beech')
  const asked = await switchTo(browser, edwin_at_larkfield)
  expect([asked.status, asked.body.message, asked.body.step]).toEqual([
    403,
    'Larkfield Talent asks you to sign in with Microsoft',
    'sso',
  ])
  expect(await acting(browser)).toBe('Copper Beech')
  login.account = account('edwin')
  await through(browser, { business_contact_id: edwin_at_larkfield })
  expect(await acting(browser)).toBe('Larkfield Talent')
  const token = await browser.post('/api/permission/generateHasuraToken', {})
  expect(token.status).toBe(200)
  expect((await switchTo(browser, edwin.contact_id)).status).toBe(200)
  expect((await switchTo(browser, edwin_at_larkfield)).status).toBe(200)
})

test('who acts for this business alone goes on at the provider after their password, and is linked there', async () => {
  const person = await samplePerson(database, clock, larkfield, ['agency_user'])
  const browser = aBrowser()
  const first = await browser.login(person.email)
  expect(first.body.data).toMatchObject({
    step: 'sso',
    provider_name: 'Microsoft',
    message: 'Larkfield Talent asks you to sign in with Microsoft',
  })
  expect(await isSignedIn(browser)).toBe(false)
  const { challenge } = first.body.data as { challenge: string }
  expect((await aBrowser().post('/api/auth/authorizeBusiness', { challenge })).status).toBe(422)
  login.account = account('edwin')
  expect((await through(browser, { challenge })).search).toBe('?outside=linked_elsewhere')
  login.account = account('new')
  expect((await through(browser, { challenge })).pathname).toBe('/')
  expect(await acting(browser)).toBe('Larkfield Talent')
  const again = aBrowser()
  expect((await through(again, { email: 'new@larkfield.example' })).href).toBe(`${base}/`)
  expect(await acting(again)).toBe('Larkfield Talent')
})

test('the provider counts as one factor unless its own second one is trusted; an exempt administrator has a passkey', async () => {
  login.account = account('admin')
  const browser = aBrowser()
  expect(stepOf(await through(browser, { email: 'a@larkfield.example' }))).toMatchObject({
    step: 'second_factor',
    methods: ['totp'],
  })
  // Its own business alone says whether that is enough.
  admins.cookie = ''
  await admins.login(admin.email)
  expect(await isSignedIn(admins)).toBe(false)
  await sql(`update business.identity_provider set provider_mfa = 'trusted' where id = $1`, id)
  expect((await through(browser, { email: 'a@larkfield.example' })).hash).toBe('')
  expect(await acting(browser)).toBe('Larkfield Talent')
  await sql(`update business.identity_provider set provider_mfa = 'ignored' where id = $1`, id)
  expect(await isSignedIn(browser)).toBe(false)

  await sql(
    'update business.identity_provider set exempt_contact_ids = array[$2::text] where id = $1',
    id,
    admin.contact_id,
  )
  const [open] = await sql<{ id: string }>(
    `insert into auth.session (id, "userId", token, "expiresAt", "createdAt", "updatedAt", business_contact_id, methods)
     values ('exempt', $1, 'exempt', $2::timestamptz + interval '1 day', $2, $2, $3, '{passkey}') returning id`,
    admin.user_id,
    clock.now(),
    admin.contact_id,
  )
  expect(open).toBeDefined()
  const { readViewer } = await import('#server/viewer-read.server.ts')
  expect((await readViewer(database, clock, 'exempt'))?.viewer.business_name).toBe('Larkfield Talent')
  await sql(`update auth.session set methods = '{pwd,totp}' where id = 'exempt'`)
  expect(await readViewer(database, clock, 'exempt')).toBeNull()
})

test('forged and foreign answers, private networks and a provider that is down open nothing', async () => {
  login.account = account('edwin')
  const browser = aBrowser()
  login.forge = (claims) => ({ ...claims, nonce: 'another' })
  expect((await through(browser, { email: 'e@larkfield.example' })).search).toBe('?outside=failed')
  login.forge = (claims) => claims
  const { url } = (await browser.post('/api/auth/authorizeBusiness', { email: 'e@larkfield.example' })).body
    .data as { url: string }
  const back = await visit(url)
  // At the address of another business: an answer of its provider would come there.
  const elsewhere = new URL(back.href.replace(larkfield, copper))
  expect((await comeBack(browser, elsewhere)).search).toBe('?outside=failed')
  expect((await comeBack(browser, back)).search).toBe('?outside=failed')
  expect(await isSignedIn(browser)).toBe(false)
  await login.close()
  clock.advance({ minutes: 11 })
  expect((await through(browser, { email: 'e@larkfield.example' })).search).toBe('?outside=unavailable')
  await login.listen()
  expect((await through(browser, { email: 'e@larkfield.example' })).pathname).toBe('/')
  await sql(`update business.identity_provider set issuer = 'https://10.0.0.1' where id = $1`, id)
  expect((await through(aBrowser(), { email: 'e@larkfield.example' })).search).toBe('?outside=unavailable')
  await sql('update business.identity_provider set issuer = $2 where id = $1', id, issuer)
})

test('the operator ends a requirement by the domain, once; mails and the log tell of it', async () => {
  const deps = { database, clock }
  await expect(openSignIn(deps, 'copperbeech.example')).rejects.toThrow('No business has proved the domain')
  expect(await openSignIn(deps, ' Larkfield.example')).toEqual({
    done: 'Larkfield Talent: sign-in with Microsoft is no longer required',
    mails: 1,
  })
  const browser = aBrowser()
  await browser.login(edwin.email)
  expect((await switchTo(browser, edwin_at_larkfield)).status).toBe(200)
  await expect(openSignIn(deps, 'larkfield.example')).rejects.toThrow('does not require sign-in')
  expect(
    await sql(`select outcome from log.security_event where says like 'By the operator: Single sign-on, %'`),
  ).toEqual([{ outcome: 'ok' }])
  await sql(
    'update business.identity_provider set required = true, required_from = $2 where id = $1',
    id,
    clock.now(),
  )
})

test('a new person joins with the account of the business that invites them, for that business alone', async () => {
  const invited = (business_id: string, email: string) =>
    invite(database, clock, { business_id, by: admin.user_id }, email)
  const join = (from: Browser, token: string) =>
    through(from, { invitation: token, return_to: `/join/${token}` })
  const ada = await invited(larkfield, 'ada@larkfield.example')
  const page = await aBrowser().get(`/api/auth/invitation/${ada.token}`)
  expect(page.body.data).toMatchObject({ needs: 'password', own_provider: 'Microsoft' })

  // Another address than the invited one, and one that the provider has not checked, join nobody.
  const unchecked = { ...account('ada'), email_verified: false }
  for (const said of [account('grace'), unchecked]) {
    login.account = said
    expect((await join(aBrowser(), ada.token)).search).toContain('outside=not_linked')
  }
  login.account = account('ada')
  const browser = aBrowser()
  expect((await join(browser, ada.token)).pathname).toBe('/')
  expect(await acting(browser)).toBe('Larkfield Talent')
  expect(
    await sql(
      `select (select count(*)::int from auth.account where "userId" = $1) as passwords, s.methods
       from auth.session s where s."userId" = $1`,
      ada.user_id,
    ),
  ).toEqual([{ passwords: 0, methods: ['sso'] }])
  expect((await aBrowser().get(`/api/auth/invitation/${ada.token}`)).status).toBe(404)

  // An address outside the domain and an invitation of another business are not offered it.
  const outside = await invited(larkfield, 'eve@elsewhere.example')
  const elsewhere = await invited(copper, 'mallory@larkfield.example')
  for (const { token } of [outside, elsewhere]) {
    expect((await aBrowser().get(`/api/auth/invitation/${token}`)).body.data).toMatchObject({
      own_provider: null,
    })
    const refused = await aBrowser().post('/api/auth/authorizeBusiness', { invitation: token })
    expect([refused.status, refused.body.message]).toEqual([404, 'Provider not found'])
  }
  // A person with a linked account stays the same user when they open another invitation.
  const second = await invited(larkfield, 'ada.byron@larkfield.example')
  login.account = account('ada')
  const same = aBrowser()
  await join(same, second.token)
  expect(await sql('select from platform."user" where id = $1 and is_confirmed', second.user_id)).toEqual([])
})

test('stopped, every way is open again; removed, its links and sessions are gone', async () => {
  login.account = account('admin')
  await sql(`update business.identity_provider set provider_mfa = 'trusted' where id = $1`, id)
  await through(admins, { email: 'a@larkfield.example' })
  // What the provider says never confirms.
  const asked = await admins.act('business.identity_provider.stop_requiring', { id })
  expect(asked.body.step_up).toMatchObject({ methods: expect.arrayContaining(['totp']) })
  admins.email = admin.email
  await admins.confirm(asked)
  expect((await admins.act('business.identity_provider.stop_requiring', { id })).status).toBe(200)
  const browser = aBrowser()
  await browser.login(edwin.email)
  expect((await switchTo(browser, edwin_at_larkfield)).status).toBe(200)
  expect((await admins.act('business.identity_provider.remove', { id })).status).toBe(200)
  expect(await isSignedIn(admins)).toBe(false)
  expect(await isSignedIn(browser)).toBe(true)
  expect(await sql(`select from auth.identity where provider = 'business'`)).toEqual([])
  expect(provider_id).not.toBe('')
})
