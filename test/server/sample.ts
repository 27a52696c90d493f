/** Businesses and people for tests of the server: rows as the parties' verbs write them. */
import type { Role, Viewer } from '#entity/access.ts'
import { money_roles } from '#entity/roles.ts'
import { type Clock, fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { setPassword } from '#server/auth/auth-password-set.server.ts'
import { encryptText } from '#server/data-key.ts'
import type { Database } from '#server/database.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'

export const testClock = () => fixedClock(instant('2026-03-04T09:30:00.000Z'))

export const PASSWORD = 'copper-kettle-94-lagoon'
/** PASSWORD_WORK of applications made by testApp: their sign-ins are many. */
export const TEST_PASSWORD_WORK = 10

/** Of applications made by testApp. */
export const TEST_DATA_KEY = '5a'.repeat(32)
/** Keys and gateways of verbs; nobody listens at the addresses of the gateways. */
export const test_data_keys = {
  dataKey: TEST_DATA_KEY,
  dataKeyOld: null,
  hmrc: { url: 'http://127.0.0.1:2/submission', vendor_id: '1234' },
  vatRegister: { url: 'http://127.0.0.1:2', client_id: 'an id of tests', client_secret: 'a secret of tests' },
  companiesHouse: { url: 'http://127.0.0.1:2', key: 'a key of tests' },
  messaging: { url: 'https://127.0.0.1:2/messages', token: 'a token of tests' },
} as const
/** The app of every sample person of a money role. */
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

export type Person = { readonly user_id: string; readonly contact_id: string; readonly email: string }
export type Sample = { readonly provider_id: string; readonly agency_id: string; readonly client_id: string }

/** Counted in each database, since files of tests share this module. */
const serials = new WeakMap<object, number>()
function nextSerial({ owner }: Database): number {
  const serial = (serials.get(owner) ?? 0) + 1
  serials.set(owner, serial)
  return serial
}

async function business(tx: Tx, serial: number, type: string, provider_id: string | null): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `insert into business.business (human_id, name, type, status, provider_id, funding_model)
     values ($1, $2, $3, 'onboarded', $4, $5) returning id`,
    [`T${process.pid}${serial}`, `${type} ${serial}`, type, provider_id, type === 'agency' ? 'direct' : null],
  )
  return row?.id ?? ''
}

export function sampleBusinesses(database: Database): Promise<Sample> {
  return inTransaction(database, async (tx) => {
    const provider_id = await business(tx, nextSerial(database), 'provider', null)
    const agency_id = await business(tx, nextSerial(database), 'agency', provider_id)
    const client_id = await business(tx, nextSerial(database), 'client', provider_id)
    return { provider_id, agency_id, client_id }
  })
}

/** Makes the client one of the agency's, so that both read the client's record. */
export async function linkSample(
  database: Database,
  { provider_id, agency_id, client_id }: Sample,
): Promise<void> {
  await inTransaction(database, (tx) =>
    tx.run(
      `insert into business.service (type, from_business_id, to_business_id, provider_id, agency_id, onboarding_date)
       values ('client-agency', $1, $2, $3, $2, '2026-01-05')`,
      [client_id, agency_id, provider_id],
    ),
  )
}

/** A person who can sign in with PASSWORD and acts for the business in these roles. */
export function samplePerson(
  database: Database,
  clock: Clock,
  business_id: string,
  roles: readonly Role[],
  persona?: string,
): Promise<Person> {
  const serial = nextSerial(database)
  const email = `person${serial}@example.org`
  const user_id = newUuid(clock)
  return inTransaction(database, async (tx) => {
    await tx.run(`insert into auth."user" (id, name, email) values ($1, $2, $3)`, [
      user_id,
      'Robin Vale',
      email,
    ])
    await tx.run(
      `insert into platform."user" (id, email, first_name, last_name, is_confirmed) values ($1, $2, 'Robin', 'Vale', true)`,
      [user_id, email],
    )
    if (roles.some((role) => money_roles.some((one) => one === role)))
      await sampleSignIn({ tx, clock }, user_id)
    else await setPassword({ tx, clock }, user_id, PASSWORD, TEST_PASSWORD_WORK)
    const contact_id = await sampleContact(tx, business_id, { user_id, email }, roles, persona)
    return { user_id, contact_id, email }
  })
}

/** PASSWORD, and the app of a money role. */
export async function sampleSignIn(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
): Promise<void> {
  await setPassword({ tx, clock }, user_id, PASSWORD, TEST_PASSWORD_WORK)
  const secret_enc = encryptText(test_data_keys, TOTP_SECRET, 'auth.factor.secret_enc')
  await tx.run(
    `insert into auth.factor (id, user_id, type, label, secret_enc, created_at, confirmed_at)
     values ($1, $2, 'totp', 'Authenticator app', $3, $4, $4)`,
    [newUuid(clock), user_id, secret_enc, clock.now()],
  )
}

export async function sampleContact(
  tx: Tx,
  business_id: string,
  person: Pick<Person, 'user_id' | 'email'>,
  roles: readonly Role[],
  persona?: string,
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `insert into business.business_contact (business_id, user_id, first_name, last_name, email, roles, preferences, joined_at)
     values ($1, $2, 'Robin', 'Vale', $3, $4, $5, now()) returning id`,
    [business_id, person.user_id, person.email, roles, persona ? { persona } : {}],
  )
  return row?.id ?? ''
}

export async function viewerOf(database: Database, person: Person): Promise<Viewer> {
  const viewer = await inTransaction(database, (tx) => readViewerOfContact(tx, person.contact_id))
  if (!viewer) throw new Error('this person may not act')
  return viewer
}
