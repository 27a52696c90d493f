/** Answers of outside providers: forged, replayed, late, of a provider that is down (people, Google and Microsoft). */
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '#kernel/clock.ts'
import { Browser, testApp } from './harness.ts'
import { CLIENT_SECRET, OutsideProvider, visit } from './outside-provider.ts'
import {
  base,
  comeBack,
  google_claims,
  google_settings,
  HOST,
  isSignedIn,
  locationOf,
  newSub,
  outsideWorld,
  signIn,
  toProvider,
} from './outside-world.ts'

const { aPerson, aBrowser, clock, database, google, sql, linkDirectly, lastEvent } = await outsideWorld()
let browser: Browser
beforeEach(() => {
  browser = aBrowser()
})

describe('the answer of a provider', () => {
  const faults: [string, (back: URL) => void | Promise<void>][] = [
    ['another state', (back) => back.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (back) => back.searchParams.delete('state')],
    ['another code', (back) => back.searchParams.set('code', 'forged')],
    ['another issuer beside the code', (back) => back.searchParams.set('iss', 'https://evil.example')],
  ]
  test.each(faults)('fails with %s', async (_, change) => {
    google.account = google_claims('x@gmail.com')
    const back = await toProvider(browser)
    await change(back)
    const page = await comeBack(browser, back)
    expect(page.search).toBe('?outside=failed')
    expect(await lastEvent()).toMatchObject({ kind: 'identity_refused', outcome: 'refused' })
    expect(await isSignedIn(browser)).toBe(false)
  })

  const tokens: [string, (claims: Readonly<Record<string, unknown>>) => object][] = [
    ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['audience', (claims) => ({ ...claims, aud: 'another' })],
    ['issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['end', (claims) => ({ ...claims, exp: 1_000_000, iat: 999_000 })],
  ]
  test.each(tokens)('fails with another %s in its token', async (_, forge) => {
    const person = await aPerson()
    const sub = newSub()
    google.account = google_claims(person.email, sub)
    await linkDirectly(person, 'google', google.issuer, sub)
    google.forge = (claims) => ({ ...forge(claims) })
    expect((await signIn(browser)).search).toBe('?outside=failed')
    expect((await lastEvent())?.says).toMatch(/^Google: OAUTH_/)
    google.forge = (claims) => claims
    expect((await signIn(browser)).search).toBe('')
  })

  test('fails with the signature of somebody else', async () => {
    const person = await aPerson()
    const sub = newSub()
    google.account = google_claims(person.email, sub)
    await linkDirectly(person, 'google', google.issuer, sub)
    google.forger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect((await signIn(browser)).search).toBe('?outside=failed')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('fails for a code of another client, and for a changed challenge', async () => {
    google.account = google_claims('x@gmail.com')
    for (const [name, value] of [
      ['client_id', 'another'],
      ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ] as const) {
      const begun = locationOf(await browser.get('/api/auth/authorizeGoogle'))
      expect(begun.searchParams.get('code_challenge_method')).toBe('S256')
      begun.searchParams.set(name, value)
      expect((await comeBack(browser, await visit(begun.href))).search).toBe('?outside=failed')
    }
  })

  test('works once, in the browser that asked, within ten minutes, at its own provider', async () => {
    const person = await aPerson()
    const sub = newSub()
    google.account = google_claims(person.email, sub)
    await linkDirectly(person, 'google', google.issuer, sub)
    const back = await toProvider(browser)
    const other = aBrowser()
    expect((await comeBack(other, back)).search).toBe('?outside=failed')
    const moved = new URL(back.href.replace('/google', '/microsoft'))
    expect((await comeBack(browser, moved)).search).toBe('?outside=failed')
    expect((await comeBack(browser, back)).search).toBe('')
    const again = aBrowser()
    expect((await comeBack(browser, back)).search).toBe('?outside=failed')
    expect((await comeBack(again, back)).search).toBe('?outside=failed')
    const late = await toProvider(again)
    clock.advance({ minutes: 10 })
    expect((await comeBack(again, late)).search).toBe('?outside=failed')
  })

  test('opens one session, however often it comes at once', async () => {
    const person = await aPerson()
    const sub = newSub()
    google.account = google_claims(person.email, sub)
    await linkDirectly(person, 'google', google.issuer, sub)
    const back = await toProvider(browser)
    const pages = await Promise.all([1, 2, 3, 4].map(() => comeBack(browser, back)))
    expect(pages.map(({ search }) => search).sort()).toEqual(['', ...Array(3).fill('?outside=failed')])
    expect(await sql('select from auth.session where "userId" = $1', person.user_id)).toHaveLength(1)
  })

  test('says when its person pressed Cancel', async () => {
    const back = await toProvider(browser)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    expect((await comeBack(browser, back)).search).toBe('?outside=cancelled')
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/api/auth/logout', '/a b'])(
    'leads nowhere else: %s',
    async (return_to) => {
      const person = await aPerson()
      const sub = newSub()
      google.account = google_claims(person.email, sub)
      await linkDirectly(person, 'google', google.issuer, sub)
      expect((await signIn(browser, 'Google', return_to)).href).toBe(`${base}/`)
    },
  )
})

test('after a reset of the second factor a mailed link comes first', async () => {
  const admin = await aPerson(['agency_admin'])
  const { app: mailing } = await testApp(database, clock, {
    PUBLIC_URL: base,
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...google_settings(google.issuer),
  })
  const sub = newSub()
  google.account = google_claims(admin.email, sub)
  await linkDirectly(admin, 'google', google.issuer, sub)
  await database.owner.query('delete from auth.factor where user_id = $1', [admin.user_id])
  await database.owner.query('insert into auth.factor_reset (user_id, reset_at) values ($1, $2)', [
    admin.user_id,
    clock.now(),
  ])
  const from = new Browser(mailing, '192.0.2.2', HOST)
  expect((await signIn(from)).search).toBe('?outside=mailed')
  expect(await isSignedIn(from)).toBe(false)
  expect(
    await sql<{ first_methods: string[] }>(
      'select first_methods from auth.challenge where user_id = $1',
      admin.user_id,
    ),
  ).toEqual([{ first_methods: ['oidc'] }])
})

test('a provider that is down when the server starts comes back by itself', async () => {
  const late = new OutsideProvider('google')
  const issuer = await late.listen()
  await late.close()
  const { app: early } = await testApp(database, fixedClock(clock.now()), {
    PUBLIC_URL: base,
    ...google_settings(issuer),
  })
  const from = new Browser(early, '192.0.2.1', HOST)
  const refused = await from.get('/api/auth/authorizeGoogle?return_to=/agency/people')
  expect(locationOf(refused).search).toBe('?next=%2Fagency%2Fpeople&outside=unavailable')
  const asked = await from.post('/api/auth/authorizeGoogle', {})
  expect([asked.status, asked.body.message]).toEqual([
    503,
    'Google does not answer. Please try again or sign in another way.',
  ])
  await late.listen()
  const person = await aPerson()
  const sub = newSub()
  late.account = google_claims(person.email, sub)
  await linkDirectly(person, 'google', issuer, sub)
  const back = await toProvider(from)
  await late.close()
  expect((await comeBack(from, back)).search).toBe('?outside=unavailable')
  await late.listen()
  expect((await signIn(from)).href).toBe(`${base}/`)
  await late.close()
})

test('a provider that is not set up has no calls and no button', async () => {
  const { app: bare } = await testApp(database, clock)
  const from = new Browser(bare)
  for (const path of ['authorizeGoogle', 'authorizeMicrosoft', 'callback/google', 'callback/business'])
    expect((await from.get(`/api/auth/${path}`)).status).toBe(404)
  expect((await from.post('/api/auth/authorizeGoogle', {})).status).toBe(404)
  expect((await from.get('/api/auth/providers')).body.data).toEqual({ providers: [] })
  expect((await browser.get('/api/auth/providers')).body.data).toEqual({ providers: ['google', 'microsoft'] })
})

test('no secret of a sign-in is in the security log or in answers', async () => {
  google.account = google_claims('x@gmail.com')
  const back = await toProvider(browser)
  const page = await comeBack(browser, back)
  const said = JSON.stringify(await sql('select * from log.security_event')) + page.href
  for (const secret of [
    CLIENT_SECRET,
    back.searchParams.get('code') ?? '',
    back.searchParams.get('state') ?? '',
  ])
    expect(said).not.toContain(secret)
})
