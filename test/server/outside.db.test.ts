/** Who enters with an account of Google or Microsoft: each row of the table, over real OpenID providers (people). */
import { beforeEach, describe, expect, test } from 'vitest'
import { totpCode } from '#server/auth/auth-totp.ts'
import type { Browser } from './harness.ts'
import { visit } from './outside-provider.ts'
import {
  base,
  comeBack,
  google_claims,
  isSignedIn,
  joinWith,
  microsoft_claims,
  newSub,
  outsideWorld,
  signIn,
  stepOf,
} from './outside-world.ts'
import { TOTP_SECRET } from './sample.ts'

const { aPerson, aBrowser, clock, database, google, microsoft, sql, linkDirectly, invited, lastEvent } =
  await outsideWorld()
let browser: Browser
beforeEach(() => {
  browser = aBrowser()
})

describe('a known account', () => {
  test('signs its person in, and leads on to the page they came for', async () => {
    const person = await aPerson()
    google.account = google_claims('somebody-else@example.org', 'known')
    await linkDirectly(person, 'google', google.issuer, 'known')
    const page = await signIn(browser, 'Google', '/agency/people?tab=1')
    expect(page.pathname + page.search).toBe('/agency/people?tab=1')
    const { data } = (await browser.get('/api/auth/session')).body as { data: { user: { email: string } } }
    expect(data.user.email).toBe(person.email)
    const [session] = await sql<{ methods: string[] }>(
      'select methods from auth.session where "userId" = $1',
      person.user_id,
    )
    expect(session?.methods).toEqual(['oidc'])
    expect(
      await sql('select from auth.identity where user_id = $1 and last_used_at is not null', person.user_id),
    ).toHaveLength(1)
    expect(
      (
        await sql<{ says: string }>(
          `select says from log.security_event where kind = 'sign_in' and user_id = $1`,
          person.user_id,
        )
      )[0]?.says,
    ).toBe('Google')
  })

  test('of Microsoft is named by tenant and object: another tenant with the same object is a stranger', async () => {
    const person = await aPerson()
    microsoft.account = microsoft_claims(person.email, 'one-object')
    await linkDirectly(person, 'microsoft', 'tenant-of-theirs', 'one-object')
    expect((await signIn(browser, 'Microsoft')).pathname).toBe('/')
    microsoft.account = { ...microsoft.account, tid: 'a-foreign-tenant' }
    const stranger = aBrowser()
    expect((await signIn(stranger, 'Microsoft')).search).toBe('?outside=not_linked')
    expect(await isSignedIn(stranger)).toBe(false)
  })

  test('is one factor: the second one is asked as after a password', async () => {
    const admin = await aPerson(['agency_admin'])
    google.account = google_claims(admin.email, 'of-an-admin')
    await linkDirectly(admin, 'google', google.issuer, 'of-an-admin')
    const page = await signIn(browser, 'Google', '/agency/people')
    expect([page.pathname, page.search]).toEqual(['/auth/login', '?next=%2Fagency%2Fpeople'])
    const step = stepOf(page)
    expect(step).toMatchObject({ step: 'second_factor', methods: ['totp'] })
    expect(await isSignedIn(browser)).toBe(false)
    const code = totpCode(TOTP_SECRET, clock.now())
    const elsewhere = aBrowser()
    const sent = { challenge: step.challenge, method: 'totp', code }
    expect((await elsewhere.post('/api/auth/verify', sent)).status).toBe(422)
    expect((await browser.post('/api/auth/verify', sent)).status).toBe(200)
    const [session] = await sql<{ methods: string[] }>(
      'select methods from auth.session where "userId" = $1',
      admin.user_id,
    )
    expect(session?.methods).toEqual(['oidc', 'totp'])
  })

  test('of an inactive person opens nothing', async () => {
    const person = await aPerson()
    google.account = google_claims(person.email, 'of-a-leaver')
    await linkDirectly(person, 'google', google.issuer, 'of-a-leaver')
    await database.owner.query('update platform."user" set is_active = false where id = $1', [person.user_id])
    expect((await signIn(browser)).search).toBe('?outside=inactive')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await lastEvent()).toMatchObject({ kind: 'sign_in', outcome: 'refused', says: 'inactive' })
  })
})

describe('an unknown account', () => {
  test('gets the same answer whether or not its address is known', async () => {
    const person = await aPerson()
    for (const email of [person.email, 'nobody@example.org']) {
      google.account = google_claims(email)
      const from = aBrowser()
      expect((await signIn(from)).href).toBe(`${base}/auth/login?outside=not_linked`)
      expect(await isSignedIn(from)).toBe(false)
    }
    expect(await sql('select from auth.identity where user_id = $1', person.user_id)).toEqual([])
    expect(await sql(`select from platform."user" where email = 'nobody@example.org'`)).toEqual([])
  })

  const vouched: [string, string, object, boolean][] = [
    ['Google', 'gmail.com', { email_verified: true }, true],
    ['Google', 'firm.example', { email_verified: true, hd: 'firm.example' }, true],
    ['Google', 'firm.example', { email_verified: true }, false],
    ['Google', 'firm.example', { email_verified: true, hd: 'other.example' }, false],
    ['Google', 'gmail.com', { email_verified: false }, false],
    ['Microsoft', 'firm.example', { xms_edov: true }, true],
    ['Microsoft', 'firm.example', { xms_edov: '1' }, true],
    ['Microsoft', 'firm.example', { xms_edov: false }, false],
    ['Microsoft', 'firm.example', {}, false],
  ]
  test.each(vouched)('%s, %s, %j joins by its invitation: %s', async (name, domain, claims, joins) => {
    const email = `${newSub()}@${domain}`
    const { token, user_id } = await invited(email)
    const provider = name === 'Google' ? google : microsoft
    const made = name === 'Google' ? google_claims(email) : microsoft_claims(email)
    provider.account = { ...made, email_verified: undefined, ...claims }
    const page = await joinWith(browser, name, token)
    expect(page.pathname + page.search).toBe(
      joins ? '/' : `/auth/login?next=%2Fjoin%2F${token}&outside=not_linked`,
    )
    expect(await isSignedIn(browser)).toBe(joins)
    const linked = await sql<{ label: string }>('select label from auth.identity where user_id = $1', user_id)
    expect(linked).toEqual(joins ? [{ label: email }] : [])
    expect((await browser.get(`/api/auth/invitation/${token}`)).status).toBe(joins ? 404 : 200)
  })

  test('of another address does not join, and an invitation of a known person waits for their sign-in', async () => {
    const { token } = await invited(`${newSub()}@gmail.com`)
    google.account = google_claims('eve@gmail.com')
    expect((await joinWith(browser, 'Google', token)).search).toContain('not_linked')
    const person = await aPerson()
    const email = `${newSub()}@gmail.com`
    const known = await invited(email)
    await database.owner.query('update platform."user" set is_confirmed = true where id = $1', [
      known.user_id,
    ])
    google.account = google_claims(email)
    expect((await joinWith(browser, 'Google', known.token)).search).toContain('not_linked')
    expect(person.user_id).not.toBe(known.user_id)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('that joins in a role that can release money sets up its second factor first', async () => {
    const email = `${newSub()}@gmail.com`
    const { token } = await invited(email, ['agency_admin'])
    google.account = google_claims(email)
    const page = await joinWith(browser, 'Google', token)
    const step = stepOf(page)
    expect(step).toMatchObject({ step: 'enrol', methods: ['passkey', 'totp'] })
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('linking from the profile', () => {
  const link = (from: Browser) =>
    from.post('/api/auth/authorizeGoogle', { link: true, return_to: '/agency/profile/security' })
  const linkWith = async (from: Browser) => {
    const { url } = (await link(from)).body.data as { url: string }
    return comeBack(from, await visit(url))
  }

  test('asks for a confirmation, links once, tells the person, and unlinks', async () => {
    const person = await aPerson()
    await browser.login(person.email)
    clock.advance({ minutes: 6 })
    google.account = google_claims('robin@home.example')
    const asked = await link(browser)
    expect(asked.body.step_up).toMatchObject({ max_age: 300 })
    await browser.confirm(asked)
    expect((await linkWith(browser)).search).toBe('?outside=linked')
    expect((await linkWith(browser)).search).toBe('?outside=linked')
    const { data } = (await browser.get('/api/auth/identities')).body as {
      data: { identities: { id: string; provider: string; label: string }[]; providers: string[] }
    }
    expect(data.providers).toEqual(['google', 'microsoft'])
    expect(data.identities).toEqual([
      expect.objectContaining({ provider: 'google', label: 'robin@home.example' }),
    ])
    const mails = () =>
      sql<{ body_text: string }>(
        'select body_text from log.mail where "to" = $1 order by created_at, id',
        person.email,
      )
    expect((await mails()).map(({ body_text }) => body_text.split('\n')[0])).toEqual([
      'An account was linked to your sign-in: Google, robin@home.example.',
    ])
    const other = aBrowser()
    await other.login((await aPerson()).email)
    const id = data.identities[0]?.id
    expect((await other.post('/api/auth/identities/remove', { id })).status).toBe(404)
    expect((await browser.post('/api/auth/identities/remove', { id })).status).toBe(200)
    expect(await mails()).toHaveLength(2)
    expect((await signIn(aBrowser())).search).toBe('?outside=not_linked')
  })

  test('refuses an account of somebody else, and another session than the one that asked', async () => {
    const [first, second] = [await aPerson(), await aPerson()]
    const sub = newSub()
    google.account = google_claims('shared@example.org', sub)
    await linkDirectly(first, 'google', google.issuer, sub)
    await browser.login(second.email)
    const page = await linkWith(browser)
    expect(page.pathname + page.search).toBe('/agency/profile/security?outside=linked_elsewhere')
    google.account = google_claims('own@example.org')
    const { url } = (await link(browser)).body.data as { url: string }
    const back = await visit(url)
    await browser.login(first.email)
    expect((await comeBack(browser, back)).search).toBe('?outside=failed')
    expect(await sql('select from auth.identity where user_id = $1', second.user_id)).toEqual([])
  })

  test('keeps the only way in', async () => {
    const email = `${newSub()}@gmail.com`
    const { token, user_id } = await invited(email)
    google.account = google_claims(email)
    await joinWith(browser, 'Google', token)
    const [identity] = await sql<{ id: string }>('select id from auth.identity where user_id = $1', user_id)
    const refused = await browser.post('/api/auth/identities/remove', { id: identity?.id })
    expect([refused.status, refused.body.message]).toEqual([409, 'Set a password or a passkey first'])
    expect(await sql('select from auth.identity where user_id = $1', user_id)).toHaveLength(1)
    const factors = (await browser.get('/api/auth/factors')).body.data
    expect(factors).toMatchObject({ factors: [], has_password: false })
    // Nothing but a new sign-in confirms: there is no password to type.
    clock.advance({ minutes: 6 })
    const asked = await browser.post('/api/auth/identities/remove', { id: identity?.id })
    expect(asked.body.step_up).toEqual({ methods: [], max_age: 300 })
  })

  test('is refused signed out', async () => {
    expect((await link(browser)).status).toBe(401)
    expect((await browser.get('/api/auth/identities')).status).toBe(401)
  })
})
