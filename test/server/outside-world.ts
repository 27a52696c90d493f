/** People, invitations and two real OpenID providers for tests of outside sign-in. */
import { afterAll, beforeEach, expect } from 'vitest'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import { linkHash } from '#server/auth/auth-link-token.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type Answer, Browser, testApp } from './harness.ts'
import { CLIENT_ID, CLIENT_SECRET, OutsideProvider, visit } from './outside-provider.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

export const HOST = 'stint.example.org'
export const base = `http://${HOST}`

export const google_settings = (issuer: string) => ({
  GOOGLE_CLIENT_ID: CLIENT_ID,
  GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
  GOOGLE_ISSUER: issuer,
})

let serial = 0
export const newSub = () => `account${++serial}`

export const google_claims = (email: string, sub = newSub()) => ({ sub, email, email_verified: true })
export const microsoft_claims = (email: string, oid = newSub()) => ({
  sub: `pairwise-${oid}`,
  tid: 'tenant-of-theirs',
  oid,
  email,
})

export const locationOf = (answer: Answer): URL => new URL(String(answer.raw.headers.location), base)

/** Begins at our address, and comes back from the provider. @returns the address with its answer */
export async function toProvider(from: Browser, name = 'Google', return_to?: string): Promise<URL> {
  const query = return_to === undefined ? '' : `?return_to=${encodeURIComponent(return_to)}`
  const begun = await from.get(`/api/auth/authorize${name}${query}`)
  expect(begun.status).toBe(302)
  return visit(locationOf(begun).href)
}

/** @returns the page that comes after the sign-in */
export async function comeBack(from: Browser, back: URL): Promise<URL> {
  const done = await from.get(back.pathname + back.search)
  expect(done.status).toBe(302)
  return locationOf(done)
}

export const signIn = async (from: Browser, name = 'Google', return_to?: string) =>
  comeBack(from, await toProvider(from, name, return_to))

export const isSignedIn = async (from: Browser) => (await from.get('/api/auth/session')).status === 200

export async function joinWith(from: Browser, name: string, token: string): Promise<URL> {
  const asked = { invitation: token, return_to: `/join/${token}` }
  const { url } = (await from.post(`/api/auth/authorize${name}`, asked)).body.data as { url: string }
  return comeBack(from, await visit(url))
}

/** The second step that the page goes on with. */
export const stepOf = (page: URL) =>
  JSON.parse(Buffer.from(page.hash.slice('#step='.length), 'base64url').toString('utf8'))

/** An invitation that waits, for a new person. @returns the token of its link */
export async function invite(
  database: TestDatabase,
  clock: Clock,
  { business_id, by }: { readonly business_id: string; readonly by: string },
  email: string,
  roles: readonly string[] = ['agency_user'],
): Promise<{ token: string; user_id: string }> {
  const user_id = newUuid(clock)
  const token = `invitation-${user_id}`
  await inTransaction(database, async (tx) => {
    await tx.run('insert into auth."user" (id, name, email) values ($1, $2, $2)', [user_id, email])
    await tx.run(
      `insert into platform."user" (id, email, first_name, last_name, is_confirmed) values ($1, $2, 'Ada', 'Byron', false)`,
      [user_id, email],
    )
    const contact = await tx.row<{ id: string }>(
      `insert into business.business_contact (business_id, user_id, first_name, last_name, email, roles)
       values ($1, $2, 'Ada', 'Byron', $3, $4) returning id`,
      [business_id, user_id, email, roles],
    )
    const id = newUuid(clock)
    await tx.run(
      `insert into platform.invitation (id, business_contact_id, business_id, email, invited_by, created_by, state, sends,
         last_sent_at, expires_at, created_at, updated_at)
       values ($1, $2, $3, $4, 'Robin Vale', $6, 'sent', 1, $5, $5::timestamptz + interval '7 days', $5, $5)`,
      [id, contact?.id, business_id, email, clock.now(), by],
    )
    await tx.run(
      'insert into auth.invitation_token (token_hash, invitation_id, send, is_copied, created_at) values ($1, $2, 1, false, $3)',
      [linkHash(token), id, clock.now()],
    )
  })
  return { token, user_id }
}

/** Call it at the top of a file of tests. */
export async function outsideWorld() {
  const database = await freshDatabase()
  const clock = testClock()
  const google = new OutsideProvider('google')
  const microsoft = new OutsideProvider('microsoft')
  const { app } = await testApp(database, clock, {
    PUBLIC_URL: base,
    ...google_settings(await google.listen()),
    MICROSOFT_CLIENT_ID: CLIENT_ID,
    MICROSOFT_CLIENT_SECRET: CLIENT_SECRET,
    MICROSOFT_ISSUER: await microsoft.listen(),
  })
  const { agency_id } = await sampleBusinesses(database)
  const host = await samplePerson(database, clock, agency_id, ['agency_user'])
  afterAll(() => Promise.all([google.close(), microsoft.close()]))
  beforeEach(() => {
    clock.advance({ hours: 1 })
    for (const one of [google, microsoft]) {
      one.forge = (claims) => claims
      one.forger = null
    }
  })
  const { sql } = database

  const linkDirectly = async ({ user_id }: Person, provider: string, issuer: string, subject: string) => {
    await sql(
      `insert into auth.identity (id, user_id, provider, issuer, subject, label, created_at)
       values ($1, $2, $3, $4, $5, '', $6)`,
      ...[newUuid(clock), user_id, provider, issuer, subject, clock.now()],
    )
  }

  const invited = (email: string, roles = ['agency_user']) =>
    invite(database, clock, { business_id: agency_id, by: host.user_id }, email, roles)

  return {
    database,
    clock,
    google,
    microsoft,
    app,
    sql,
    linkDirectly,
    invited,
    aPerson: (roles: Parameters<typeof samplePerson>[3] = ['agency_user']) =>
      samplePerson(database, clock, agency_id, roles),
    aBrowser: () => new Browser(app, `192.0.2.${(++serial % 250) + 1}`, HOST),
    lastEvent: async () =>
      (
        await sql<{ kind: string; outcome: string; says: string }>(
          'select kind, outcome, says from log.security_event order by at desc, id desc limit 1',
        )
      )[0],
  }
}
