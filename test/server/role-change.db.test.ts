/** Roles that can release money wait for a second person: ask, decide, withdraw, expire, and the operator's way. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireRoleChanges } from '#business/people/end-role-change.server.ts'
import type { Role } from '#entity/access.ts'
import { inviteByOperator } from '#server/auth/auth-operator-invite.server.ts'
import { approveRole } from '#server/auth/auth-operator-role.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, type Sample, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)

let sample: Sample
let alice: Person
let beth: Person
let by_alice: Browser
let by_beth: Browser
let net = 0

const person = (role: Role, business_id = sample.agency_id) =>
  samplePerson(database, clock, business_id, [role])
async function signedIn({ email }: Person): Promise<Browser> {
  const browser = new Browser(app, `10.9.0.${++net}`)
  await browser.login(email)
  return browser
}

beforeAll(async () => {
  sample = await sampleBusinesses(database)
})
beforeEach(async () => {
  clock.advance({ hours: 1 })
  sample = await sampleBusinesses(database)
  alice = await person('agency_admin')
  beth = await person('agency_admin')
  by_alice = await signedIn(alice)
  by_beth = await signedIn(beth)
})

const ask = (by: Browser, action: string, input: object) => by.act(action, input)
const ada = (roles: readonly Role[] = ['agency_admin']) => ({
  business_id: sample.agency_id,
  first_name: 'Ada',
  last_name: 'Byron',
  email: `${crypto.randomUUID()}@example.org`,
  roles,
})
const invite = async (by = by_alice, who = ada()) => {
  const { status, body } = await ask(by, 'business.business_contact.create', who)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(200)
  const { id, user_id, role_change_id } = body.data as {
    id: string
    user_id: string | null
    role_change_id: string
  }
  return { ...who, id, user_id, role_change_id }
}
const updateOf = ({ contact_id, email }: Person, change: object) => ({
  id: contact_id,
  first_name: 'Robin',
  last_name: 'Vale',
  email,
  roles: ['agency_user'],
  ...change,
})
const decide = (by: Browser, step: 'approve' | 'reject' | 'withdraw', id: string) =>
  by.act(`request.role_change.${step}`, step === 'approve' ? { id } : { id, comment: 'Not agreed' })
const said = async (answer: ReturnType<typeof decide>) => (await answer).body.message

async function contactOf(id: string) {
  const { rows } = await database.owner.query<{
    roles: string[]
    is_active: boolean
    user_id: string | null
  }>('select roles, is_active, user_id from business.business_contact where id = $1', [id])
  return rows[0]
}
async function changeOf(id: string) {
  const { rows } = await database.owner.query<{ status: string; comment: string | null; decided_by: string }>(
    'select status, comment, decided_by from request.role_change where id = $1',
    [id],
  )
  return rows[0]
}
const invitations = async (id: string) =>
  (await database.owner.query('select 1 from platform.invitation where business_contact_id = $1', [id]))
    .rowCount
async function events(business_id = sample.agency_id): Promise<string[]> {
  const { rows } = await database.owner.query<{ kind: string; says: string }>(
    `select kind, says from log.security_event where business_id = $1 and (kind like 'role_%' or kind like 'user_%'
       or kind like 'invitation_%') order by at, id`,
    [business_id],
  )
  return rows.map(({ kind, says }) => `${kind}: ${says}`)
}
async function mailedTo(id: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ to: string }>(
    `select payload ->> 'to' as to from platform.outbox where topic = 'role_change_mail' and payload ->> 'role_change_id' = $1
     order by created_at, 1`,
    [id],
  )
  return rows.map(({ to }) => to)
}

describe('a new person in a role that can release money', () => {
  test('has neither role nor invitation before another administrator approves', async () => {
    const made = await invite()
    expect(made.user_id).toBeNull()
    expect(await contactOf(made.id)).toMatchObject({ roles: [], user_id: null })
    expect(await invitations(made.id)).toBe(0)
    expect(await mailedTo(made.role_change_id)).toEqual([beth.email])
    expect(await said(decide(by_alice, 'approve', made.role_change_id))).toBe(
      'Somebody other than the asker decides this',
    )
    expect((await decide(by_beth, 'approve', made.role_change_id)).status).toBe(200)
    expect(await contactOf(made.id)).toMatchObject({ roles: ['agency_admin'] })
    expect((await contactOf(made.id))?.user_id).not.toBeNull()
    expect(await invitations(made.id)).toBe(1)
    expect(await changeOf(made.role_change_id)).toMatchObject({
      status: 'approved',
      decided_by: beth.user_id,
    })
    expect(await said(decide(by_beth, 'approve', made.role_change_id))).toBe(
      'The role change of Ada Byron is already approved',
    )
    expect(await events()).toEqual([
      'role_asked: Ada Byron: Agency admin',
      'invitation_sent: ',
      'role_approved: Agency admin',
    ])
  })

  test('stays without it after a rejection, and may be asked for again', async () => {
    const made = await invite()
    expect(
      (await by_beth.act('request.role_change.reject', { id: made.role_change_id })).body.errors,
    ).toEqual({
      comment: 'Please specify the reason',
    })
    expect((await decide(by_beth, 'reject', made.role_change_id)).status).toBe(200)
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'rejected', comment: 'Not agreed' })
    expect(await contactOf(made.id)).toMatchObject({ roles: [], user_id: null })
    expect(await mailedTo(made.role_change_id)).toEqual([beth.email, alice.email])
    const { id, business_id: _, ...facts } = { ...made }
    const { user_id: _u, role_change_id: _r, ...typed } = facts
    const again = await by_alice.act('business.business_contact.update', { id, ...typed, invite: true })
    expect(again.body.data).toMatchObject({ user_id: null, role_change_id: expect.any(String) })
    expect(await events()).toEqual([
      'role_asked: Ada Byron: Agency admin',
      'role_rejected: Ada Byron: Rejected: Not agreed',
      'role_asked: Ada Byron: Agency admin',
    ])
  })

  test('is approved for the address that was asked for alone', async () => {
    const made = await invite()
    const { first_name, last_name, roles } = made
    const moved = { id: made.id, first_name, last_name, roles: ['agency_user'], email: 'other@tideway.test' }
    expect((await by_alice.act('business.business_contact.update', moved)).status).toBe(200)
    expect(await said(decide(by_beth, 'approve', made.role_change_id))).toBe(
      'Ada Byron has another address now. Reject this and have it asked for again',
    )
    expect(await said(by_alice.act('business.business_contact.update', { ...moved, roles }))).toMatch(
      /^A role change of Ada Byron waits already, asked for by Robin Vale/,
    )
    expect((await decide(by_alice, 'withdraw', made.role_change_id)).status).toBe(200)
    const asked = await by_alice.act('business.business_contact.update', { ...moved, roles, invite: true })
    const { role_change_id } = asked.body.data as { role_change_id: string }
    expect((await decide(by_beth, 'approve', role_change_id)).status).toBe(200)
    expect(await invitations(made.id)).toBe(1)
  })

  test('who has no role yet is made inactive, and the role waits no more', async () => {
    const made = await invite()
    const { id, first_name, last_name, email } = made
    const change = { id, first_name, last_name, email, roles: [] }
    const update = (is_active: boolean) =>
      by_alice.act('business.business_contact.update', { ...change, is_active })
    expect((await update(true)).body.errors).toEqual({ roles: 'Mandatory' })
    expect((await update(false)).status).toBe(200)
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'withdrawn' })
  })

  test('with a role of another kind is invited once the second person agrees', async () => {
    const made = await invite(by_alice, ada(['agency_consultant', 'agency_admin']))
    expect(await contactOf(made.id)).toMatchObject({ roles: ['agency_consultant'], user_id: null })
    await decide(by_beth, 'approve', made.role_change_id)
    expect(await contactOf(made.id)).toMatchObject({ roles: ['agency_consultant', 'agency_admin'] })
  })
})

describe('a colleague', () => {
  test('keeps the present role until the new one is approved; losing one takes effect at once', async () => {
    const colleague = await person('agency_user')
    const asked = await by_alice.act(
      'business.business_contact.update',
      updateOf(colleague, { roles: ['agency_admin'] }),
    )
    const { role_change_id } = asked.body.data as { role_change_id: string }
    expect(await contactOf(colleague.contact_id)).toMatchObject({ roles: ['agency_user'] })
    await decide(by_beth, 'approve', role_change_id)
    expect(await contactOf(colleague.contact_id)).toMatchObject({ roles: ['agency_user', 'agency_admin'] })
    const lowered = await by_alice.act('business.business_contact.update', updateOf(colleague, {}))
    expect(lowered.body.data).toMatchObject({ role_change_id: null })
    expect(await contactOf(colleague.contact_id)).toMatchObject({ roles: ['agency_user'] })
    expect(await events()).toEqual([
      'role_asked: Agency admin',
      'role_approved: Agency admin',
      'role_removed: Agency admin',
    ])
  })

  test('in a money role, made inactive, comes back by a second person', async () => {
    const colleague = await person('agency_admin')
    const roles = ['agency_admin']
    const set = (is_active: boolean) =>
      by_alice.act('business.business_contact.update', updateOf(colleague, { roles, is_active }))
    expect((await set(false)).body.data).toMatchObject({ role_change_id: null })
    const { role_change_id } = (await set(true)).body.data as { role_change_id: string }
    expect(await contactOf(colleague.contact_id)).toMatchObject({ is_active: false, roles })
    expect((await decide(by_beth, 'approve', role_change_id)).status).toBe(200)
    expect(await contactOf(colleague.contact_id)).toMatchObject({ is_active: true, roles })
    expect((await signedIn(colleague)).cookie).not.toBe('')
  })

  test('in another role comes back at once, without the money role', async () => {
    const colleague = await person('agency_admin')
    const set = (change: object) =>
      by_alice.act('business.business_contact.update', updateOf(colleague, change))
    await set({ roles: ['agency_admin'], is_active: false })
    expect((await set({ roles: ['agency_user'], is_active: true })).body.data).toMatchObject({
      role_change_id: null,
    })
    expect(await contactOf(colleague.contact_id)).toMatchObject({ is_active: true, roles: ['agency_user'] })
  })

  test('who is made inactive waits for nothing', async () => {
    const colleague = await person('agency_user')
    const update = (change: object) =>
      by_alice.act('business.business_contact.update', updateOf(colleague, change))
    const { role_change_id } = (await update({ roles: ['agency_admin'] })).body.data as {
      role_change_id: string
    }
    expect((await update({ is_active: false })).status).toBe(200)
    expect(await changeOf(role_change_id)).toMatchObject({
      status: 'withdrawn',
      comment: 'The contact was made inactive',
    })
    expect(await said(decide(by_beth, 'approve', role_change_id))).toBe(
      'The role change of Robin Vale is already withdrawn',
    )
    expect(await contactOf(colleague.contact_id)).toMatchObject({ roles: ['agency_user'], is_active: false })
  })
})

describe('who decides', () => {
  test('nobody gives themselves a role, or decides about their own', async () => {
    expect(
      await said(
        by_alice.act('business.business_contact.create', {
          ...ada(),
          email: alice.email,
          business_id: sample.agency_id,
        }),
      ),
    ).toBe('You cannot give yourself a role that can release money: ask another administrator')
    const [first, second] = [
      await person('provider_operations', sample.provider_id),
      await person('provider_admin', sample.provider_id),
    ]
    const third = await person('provider_admin', sample.provider_id)
    const by_second = await signedIn(second)
    const asked = await by_second.act(
      'business.business_contact.update',
      updateOf(first, { roles: ['provider_operations', 'provider_admin'] }),
    )
    const { role_change_id } = asked.body.data as { role_change_id: string }
    // Sees their own, and is no administrator.
    expect((await decide(await signedIn(first), 'approve', role_change_id)).status).toBe(403)
    expect((await decide(await signedIn(third), 'approve', role_change_id)).status).toBe(200)
  })

  test('the provider’s administrator where the business has no other one, and only then', async () => {
    const boss = await person('provider_admin', sample.provider_id)
    const by_boss = await signedIn(boss)
    const made = await invite()
    expect(await said(decide(by_boss, 'approve', made.role_change_id))).toBe(
      'An administrator of this business decides this',
    )
    await database.app.query('update business.business_contact set is_active = false where id = $1', [
      beth.contact_id,
    ])
    expect((await decide(by_boss, 'approve', made.role_change_id)).status).toBe(200)
  })

  test('a stranger finds no such role change; a colleague without the role is refused', async () => {
    const made = await invite()
    const far = await sampleBusinesses(database)
    const stranger = await signedIn(await person('agency_admin', far.agency_id))
    for (const step of ['approve', 'reject', 'withdraw'] as const) {
      expect((await decide(stranger, step, made.role_change_id)).status).toBe(404)
      expect((await decide(stranger, step, crypto.randomUUID())).status).toBe(404)
    }
    const user = await signedIn(await person('agency_user'))
    expect((await decide(user, 'approve', made.role_change_id)).status).toBe(403)
    expect(await said(decide(by_beth, 'withdraw', made.role_change_id))).toBe('Only the asker withdraws this')
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'pending' })
  })

  test('after five minutes they confirm that it is them', async () => {
    const made = await invite()
    clock.advance({ minutes: 6 })
    const asked = await decide(by_beth, 'approve', made.role_change_id)
    expect(asked.status).toBe(403)
    await by_beth.confirm(asked)
    expect((await decide(by_beth, 'approve', made.role_change_id)).status).toBe(200)
  })
})

describe('at once', () => {
  test('two administrators decide one after the other: one role, one conflict', async () => {
    const by_third = await signedIn(await person('agency_admin'))
    const made = await invite()
    const answers = await Promise.all([
      decide(by_beth, 'approve', made.role_change_id),
      decide(by_third, 'reject', made.role_change_id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const isGiven = answers[0].status === 200
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: isGiven ? 'approved' : 'rejected' })
    expect(await invitations(made.id)).toBe(isGiven ? 1 : 0)
  })

  test('an approval and a deactivation leave an inactive person', async () => {
    const colleague = await person('agency_user')
    const update = (change: object) =>
      by_alice.act('business.business_contact.update', updateOf(colleague, change))
    const { role_change_id } = (await update({ roles: ['agency_admin'] })).body.data as {
      role_change_id: string
    }
    const [approved, left] = await Promise.all([
      decide(by_beth, 'approve', role_change_id),
      update({ is_active: false }),
    ])
    expect(left.status).toBe(200)
    expect([200, 409]).toContain(approved.status)
    expect(await contactOf(colleague.contact_id)).toMatchObject({ is_active: false })
    expect((await changeOf(role_change_id))?.status).toBe(approved.status === 200 ? 'approved' : 'withdrawn')
  })

  test('two askers: one role change waits', async () => {
    const colleague = await person('agency_user')
    const roles = ['agency_admin']
    const answers = await Promise.all(
      [by_alice, by_beth].map((by) =>
        by.act('business.business_contact.update', updateOf(colleague, { roles })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('after seven days it is over, whether or not the night has passed', async () => {
  const made = await invite()
  clock.advance({ days: 7 })
  const later = await signedIn(beth)
  expect(await said(decide(later, 'approve', made.role_change_id))).toBe(
    'The role change of Ada Byron is already expired',
  )
  expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'pending' })
  await inTransaction(database, (tx) => expireRoleChanges(tx, clock.now()))
  expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'expired' })
  expect(await contactOf(made.id)).toMatchObject({ roles: [] })
})

describe('the operator', () => {
  const deps = { database, clock }
  const alone = async () => {
    const boss = await person('provider_admin', sample.provider_id)
    const by_boss = await signedIn(boss)
    const who = { ...ada(['provider_admin']), business_id: sample.provider_id }
    return { boss, by_boss, made: await invite(by_boss, who) }
  }

  test('approves for a provider with one administrator, who is mailed', async () => {
    const { boss, by_boss, made } = await alone()
    expect(await mailedTo(made.role_change_id)).toEqual([])
    expect(await said(decide(by_boss, 'approve', made.role_change_id))).toBe(
      'Somebody other than the asker decides this',
    )
    const given = await approveRole(deps, made.role_change_id)
    expect(given.done).toBe(`Ada Byron (${made.email}): Provider admin`)
    expect(await contactOf(made.id)).toMatchObject({ roles: ['provider_admin'] })
    expect(await invitations(made.id)).toBe(1)
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'approved', decided_by: null })
    expect(await events(sample.provider_id)).toContain('role_approved: By the operator: Provider admin')
    const { rows } = await database.owner.query<{ body_text: string }>(
      `select body_text from log.mail where "to" = $1 and subject = 'The operator has changed sign-ins to Stint'`,
      [boss.email],
    )
    expect(rows.map(({ body_text }) => body_text).join()).toContain('Robin Vale asked for it.')
    const { rows: audits } = await database.owner.query(
      `select user_id from log.audit where entity_id = $1 and action_id = 'request.role_change.approve'`,
      [made.id],
    )
    expect(audits).toEqual([{ user_id: 'operator' }])
    await expect(approveRole(deps, made.role_change_id)).rejects.toThrow(
      'This role change is already approved. Nothing was changed.',
    )
  })

  test('leaves it to an administrator where there is one', async () => {
    const made = await invite()
    await expect(approveRole(deps, made.role_change_id)).rejects.toThrow(
      'An administrator decides this under People. Nothing was changed.',
    )
    for (const id of ['', 'nonsense', crypto.randomUUID()])
      await expect(approveRole(deps, id)).rejects.toThrow(`There is no role change "${id}".`)
    expect(await changeOf(made.role_change_id)).toMatchObject({ status: 'pending' })
  })

  test('invites a person of the provider, and gives a role to one who has joined', async () => {
    // Only an installation with one provider has no doubt about it.
    await database.app.query(
      `update business.business set deleted_at = now() where type = 'provider' and id <> $1`,
      [sample.provider_id],
    )
    const boss = await person('provider_admin', sample.provider_id)
    const email = `nora.whitfield${clock.now().slice(0, 13)}@example.org`.toLowerCase()
    const given = await inviteByOperator(deps, ` ${email.toUpperCase()}`, 'provider_admin')
    expect(given).toEqual({ done: `${email}: Provider admin, invited by mail`, mails: expect.any(Number) })
    expect(given.mails).toBeGreaterThan(0)
    const { rows } = await database.owner.query<{
      id: string
      roles: string[]
      state: string
      invited_by: string
    }>(
      `select c.id, c.roles, i.state, i.invited_by from business.business_contact c
       join platform.invitation i on i.business_contact_id = c.id where c.email = $1`,
      [email],
    )
    expect(rows).toMatchObject([
      { roles: ['provider_admin'], state: 'sent', invited_by: 'The operator of this installation' },
    ])
    await expect(inviteByOperator(deps, email, 'provider_admin')).rejects.toThrow(
      `${email} has this role already. Nothing was changed.`,
    )
    const joined = await person('provider_operations', sample.provider_id)
    expect((await inviteByOperator(deps, joined.email, 'provider_approver')).done).toBe(
      `${joined.email}: Provider approver`,
    )
    expect(await contactOf(joined.contact_id)).toMatchObject({
      roles: ['provider_operations', 'provider_approver'],
    })
    expect(await events(sample.provider_id)).toContain('role_approved: By the operator: Provider approver')
    await expect(inviteByOperator(deps, boss.email, 'agency_admin')).rejects.toThrow(
      'There is no role "agency_admin" of a provider.',
    )
    await expect(inviteByOperator(deps, 'nobody', 'provider_admin')).rejects.toThrow(
      '"nobody" is no address.',
    )
  })
})
