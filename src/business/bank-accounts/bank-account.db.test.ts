/** Quality S16: no single actor can redirect money, in any way. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { type Completed, reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedContact,
  seedContractor,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'

const database = await freshDatabase()

const { sql } = database

type Account = { id: string; status: string; account_number: string; payable_from: string | null }
const accountsOf = (business_id: string) =>
  sql<Account>(
    `select id, status, account_number, payable_from::text from business.bank_account where business_id = $1 order by id`,
    business_id,
  )

const next_account = {
  bank_name: 'Bank of York',
  account_holder_name: 'Carla Worker',
  account_number: '87654321',
  sort_code: '001000',
}

/** A week that waits to be paid out, and who may do what. */
async function paidWeek() {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  const { agency } = placement
  const { provider } = agency
  const payee = placement.contractor.payment_company_id
  const [account] = await accountsOf(payee)
  const does = (viewer: Viewer, verb: string, input: object) =>
    act<{ id: string; status: string }>(world, viewer, `business.bank_account.${verb}`, input)
  const change = (viewer: Viewer = agency.admin) =>
    does(viewer, 'update', { id: present(account, 'an account').id, ...next_account })
  const items = (batch: { id: string }) =>
    sql<{ status: string; hold_reason: string | null }>(
      'select status, hold_reason from payment.payment_batch_item where payment_batch_id = $1 and payee_id = $2',
      batch.id,
      payee,
    )
  return { world, placement, agency, provider, payee, does, change, items }
}

const waits = "A change of the payee's bank account waits for a second person"

test('first account: waits too, and the person who entered it cannot confirm it', async () => {
  const { agency, provider, does, world } = await paidWeek()
  const { payment_company_id: business_id } = await seedContractor(world, agency)
  await sql(`update business.bank_account set status = 'retired' where business_id = $1`, business_id)
  const { id, status } = await does(provider.admin, 'create', { business_id, ...next_account })
  expect(status).toBe('pending')
  const own = await refusalOf(does(provider.admin, 'confirm', { id }))
  expect(own).toEqual({
    code: 'not_allowed',
    message: 'A bank account is confirmed by somebody other than who entered it',
  })
  for (const viewer of [agency.user, agency.reader]) {
    const refused = await refusalOf(does(viewer, 'confirm', { id }))
    expect(['not_allowed', 'not_found']).toContain(refused.code)
  }
  expect(await does(provider.approver, 'confirm', { id })).toMatchObject({ status: 'confirmed' })
  expect((await refusalOf(does(provider.approver, 'confirm', { id }))).code).toBe('conflict')
})

test('a change: the old account stays, payments wait, a second person confirms, it is paid from the next day on', async () => {
  const { world, provider, payee, change, does, items } = await paidWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  expect(await items(batch)).toEqual([{ status: 'included', hold_reason: null }])
  const { id } = await change()
  expect(await accountsOf(payee)).toMatchObject([{ status: 'confirmed' }, { id, status: 'pending' }])
  expect(await items(batch)).toEqual([{ status: 'held', hold_reason: waits }])
  expect((await refusalOf(change(provider.operations))).code).toBe('conflict')
  const release = () =>
    sql<{ id: string }>(
      'select id from payment.payment_batch_item where payment_batch_id = $1 and payee_id = $2',
      batch.id,
      payee,
    ).then(([item]) =>
      act(world, provider.operations, 'payment.payment_batch.release_item', {
        item_id: item?.id,
        reason: 'Please',
      }),
    )
  expect((await refusalOf(release())).message).toBe(waits)
  expect(await does(provider.approver, 'confirm', { id })).toMatchObject({ status: 'confirmed' })
  expect(await accountsOf(payee)).toMatchObject([
    { status: 'retired' },
    { status: 'confirmed', account_number: '87654321', payable_from: '2025-06-16' },
  ])
  await release()
  expect(await items(batch)).toEqual([{ status: 'included', hold_reason: null }])
})

test('payment run on the day of the confirmation: does not pay the new account yet, and names the first day', async () => {
  const { world, provider, change, does, items } = await paidWeek()
  await sql(
    `update transaction.invoice set due_date = '2025-06-15' where type = 'contractor-agency' and provider_id = $1`,
    provider.id,
  )
  const { id } = await change()
  await does(provider.approver, 'confirm', { id })
  const batch = await seedBatch(world, provider, '2025-06-15')
  expect(await items(batch)).toEqual([
    { status: 'held', hold_reason: "The payee's new bank account is paid from 16/06/2025" },
  ])
})

test('change between review and payment: left out, for every role', async () => {
  const { world, provider, change } = await paidWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await reviewBatch(world, provider, batch)
  await change()
  const done = await act<Completed>(world, provider.approver, 'payment.payment_batch.complete', {
    id: batch.id,
  })
  expect(done).toMatchObject({ amount: '191.24', left_out: [{ reason: waits }] })
})

test('changed account: the payee is mailed each step at the former addresses, never with the whole number', async () => {
  const { world, provider, placement, change, does } = await paidWeek()
  const { deliverAll } = outboxOf(database, world.clock)
  const { id } = await change()
  await deliverAll()
  const mails = () =>
    sql<{ to: string; subject: string; body_text: string }>(
      'select "to", subject, body_text from log.mail where parent_id = $1 order by created_at, "to"',
      id,
    )
  const [worker] = await sql<{ email: string }>(
    'select email from business.business_contact where id = $1',
    placement.contractor.viewer.business_contact_id,
  )
  const asked = await mails()
  expect(asked.map((mail) => mail.to)).toContain(worker?.email)
  for (const mail of asked) {
    expect(mail.subject).toMatch(/^Bank account change requested for /)
    expect(mail.body_text).toContain('ending 321')
    expect(mail.body_text).not.toContain('87654321')
  }
  await does(provider.approver, 'confirm', { id })
  await deliverAll()
  expect((await mails()).map((mail) => mail.subject)).toContainEqual(
    expect.stringMatching(/^Bank account changed for /),
  )
})

test('rejected change: leaves everything unchanged; its requester may withdraw it', async () => {
  const { agency, provider, payee, change, does } = await paidWeek()
  const first = await change()
  expect((await refusalOf(does(provider.approver, 'reject', { id: first.id, reason: ' ' }))).errors).toEqual({
    reason: 'Please specify the reason',
  })
  await does(provider.approver, 'reject', { id: first.id, reason: 'Nobody at the old number knows of it' })
  const second = await change()
  await does(agency.admin, 'reject', { id: second.id, reason: 'A typing mistake' })
  expect((await accountsOf(payee)).map((account) => account.status)).toEqual([
    'confirmed',
    'rejected',
    'rejected',
  ])
})

test('second person: one person with two roles, or impersonating, is still one person', async () => {
  const { provider, world, change, does } = await paidWeek()
  const { id } = await change(provider.operations)
  const both = await seedContact(
    world,
    provider.admin,
    provider.id,
    'Bo',
    'provider_operations',
    'provider_approver',
  )
  const other = await does(both, 'reject', { id, reason: 'Again, please' })
  expect(other.status).toBe('rejected')
  const own = await change(both)
  expect((await refusalOf(does(both, 'confirm', { id: own.id }))).code).toBe('not_allowed')
  const impersonated = { ...provider.approver, impersonator_user_id: both.user_id }
  expect((await refusalOf(does(impersonated, 'confirm', { id: own.id }))).code).toBe('not_allowed')
})

test('two people who confirm at once: one does, the other gets a conflict', async () => {
  const { provider, change, does } = await paidWeek()
  const { id } = await change()
  const tries = await Promise.allSettled([
    does(provider.approver, 'confirm', { id }),
    does(provider.admin, 'confirm', { id }),
    does(provider.operations, 'confirm', { id }),
  ])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('conflict')
})

test('database: refuses the changes that the verbs refuse', async () => {
  const { payee, change } = await paidWeek()
  const { id } = await change()
  const [user] = await sql<{ requested_by: string }>(
    'select requested_by from business.bank_account where id = $1',
    id,
  )
  await expect(
    sql(`update business.bank_account set status = 'confirmed' where id = $1`, id),
  ).rejects.toThrow('second person')
  await expect(
    sql(
      `update business.bank_account set status = 'confirmed', decided_by = $2 where id = $1`,
      id,
      user?.requested_by,
    ),
  ).rejects.toThrow('second person')
  await expect(
    sql(
      `update business.bank_account set account_number = '11111111' where business_id = $1 and status = 'confirmed'`,
      payee,
    ),
  ).rejects.toThrow('never changed')
})

test('details that cannot be right are refused under their field', async () => {
  const { agency, does, world } = await paidWeek()
  const { payment_company_id: business_id } = await seedContractor(world, agency)
  const errors = async (more: object) =>
    (
      await refusalOf(
        does(agency.admin, 'create', {
          business_id,
          currency: 'EUR',
          bank_name: 'B',
          account_holder_name: 'H',
          ...more,
        }),
      )
    ).errors
  // Vectors of the modulus check's specification.
  const no_account = 'This account number does not exist at this sort code: please check both'
  expect(await errors({ sort_code: '089999', account_number: '66374959' })).toEqual({
    account_number: no_account,
  })
  expect(await errors({ sort_code: '203099', account_number: '66831036' })).toEqual({
    account_number: no_account,
  })
  expect(await errors({ account_number: '12345678' })).toEqual({ sort_code: 'Mandatory' })
  expect(await errors({ sort_code: '12345', account_number: '12345678' })).toEqual({
    sort_code: 'Must be exactly 6 digits',
  })
  expect(await errors({ sort_code: '12-34-5x', account_number: '12345678' })).toEqual({
    sort_code: 'Must be only digits',
  })
  expect(await errors({})).toEqual({ account_number: 'Mandatory' })
  expect(await errors({ iban: 'GB00WEST12345698765432' })).toEqual({
    iban: 'The check digits of this IBAN do not fit: please check it',
  })
  expect(await errors({ iban: 'DE8937040044053201300' })).toEqual({ iban: 'An IBAN of DE has 22 characters' })
  expect(await errors({ iban: 'IE29AIBK93115212345678', swift_code: 'NOPE' })).toEqual({
    swift_code: 'Please enter a valid Input',
  })
  expect(
    await errors({ iban: 'GB29NWBK60161331926819', sort_code: '089999', account_number: '66374958' }),
  ).toEqual({
    iban: 'This IBAN names another account than the sort code and account number',
  })
  expect(await errors({ iban: 'IE29AIBK93115212345678', ach_routing: '021000022' })).toEqual({
    ach_routing: 'Please enter a valid Input',
  })
  const made = await does(agency.admin, 'create', {
    business_id,
    currency: 'EUR',
    bank_name: 'AIB',
    account_holder_name: 'H',
    iban: 'ie29 aibk 9311 5212 3456 78',
    swift_code: 'aibkie2d',
  })
  expect(made.status).toBe('pending')
})

test('an account of the agency itself: the provider confirms it, once it has accepted the flag', async () => {
  const { agency, provider, payee, placement, does, world } = await paidWeek()
  const [own] = await sql<{ account_number: string; sort_code: string }>(
    `select account_number, sort_code from business.bank_account where business_id = $1 and status = 'confirmed'`,
    agency.id,
  )
  const [account] = await accountsOf(payee)
  const { id } = await does(provider.operations, 'update', { ...next_account, ...own, id: account?.id })
  expect((await refusalOf(does(agency.admin, 'confirm', { id }))).message).toBe(
    'This account is also one of your own accounts: your provider confirms it',
  )
  expect((await refusalOf(does(provider.approver, 'confirm', { id }))).message).toBe(
    'Its flags are open: accept each with a reason, or send it back',
  )
  const record = { entity: 'business.bank_account', entity_id: id }
  const read = (viewer: Viewer) =>
    act<{ flags: { rule: string; facts: string }[]; refusal: string | null }>(
      world,
      viewer,
      'funding.risk_flag.read',
      record,
    )
  expect((await read(provider.operations)).refusal).toBe(
    'You entered this, so somebody else accepts its flags',
  )
  const [flag] = (await read(provider.approver)).flags
  const of = (entity_id: string) =>
    act<{ flags: object[] }>(world, provider.approver, 'funding.risk_flag.read', {
      entity: 'business.business',
      entity_id,
    })
  expect((await of(payee)).flags).toEqual([flag])
  expect((await of(placement.client.id)).flags).toEqual([])
  await act(world, provider.approver, 'funding.risk_flag.accept', {
    ...record,
    rule: flag?.rule,
    facts: flag?.facts,
    comment: 'Seen',
  })
  expect((await does(provider.approver, 'confirm', { id })).status).toBe('confirmed')
})
