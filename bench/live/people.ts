/** A reader for each agency of the data benchmark's world, signed in by a password alone. */
import type pg from 'pg'
import { hashPassword } from '#server/passwords/password-hash.ts'
import { AGENCIES, agencyId } from '../data/world.ts'

const PASSWORD = 'copper-kettle-94-lagoon'
const emailOf = (agency: number) => `reader${agency}@example.test`

const PEOPLE = `
  with person as (select n, 'bench-' || n as id, 'reader' || n || '@example.test' as email from generate_series(1, ${AGENCIES}) n),
    login as (insert into auth."user" (id, name, email) select id, 'Robin Vale', email from person),
    account as (insert into auth.account (id, "userId", "accountId", "providerId", password) select id, id, id, 'credential', $1 from person),
    shown as (insert into platform."user" (id, email, first_name, last_name, is_confirmed) select id, email, 'Robin', 'Vale', true from person)
  insert into business.business_contact (business_id, user_id, first_name, last_name, email, roles, joined_at)
  select b.id, person.id, 'Robin', 'Vale', person.email, array['agency_read_only'], now()
  from person join business.business b on b.human_id = 'AGY' || person.n`

/** Makes them, all with one password, unless an earlier run on this database made them. */
export async function makePeople(owner: pg.Pool): Promise<void> {
  const { rowCount } = await owner.query(`select from auth."user" where id = 'bench-1'`)
  if (rowCount === 1) return
  await owner.query(PEOPLE, [await hashPassword(PASSWORD)])
}

/** Signs an agency's reader in. @returns the cookie of the session, good on every server of the database */
export async function signIn(server: string, agency: number): Promise<string> {
  const answer = await fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-stint-csrf': '1' },
    body: JSON.stringify({ email: emailOf(agency), password: PASSWORD }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || !cookie)
    throw new Error(`The reader of ${agencyId(agency)} cannot sign in: ${await answer.text()}`)
  return cookie
}

/** Ends the session. @returns once the server has said so */
export async function signOut(server: string, cookie: string): Promise<void> {
  const answer = await fetch(`${server}/api/auth/logout`, { headers: { cookie, 'x-stint-csrf': '1' } })
  if (!answer.ok) throw new Error(`Nobody could sign out: ${await answer.text()}`)
}
