import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import { type Completed, expectSound, reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedApprovedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'
import { flags_wait } from './hold-payee.server.ts'

const database = await freshDatabase()
const run_date = '2025-06-25'
const neutral = "The payee's bank account waits for a check by the provider"

const { sql } = database

/** An approved week. Its payee has a confirmed bank account without flags. */
async function paidWeek() {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  const { agency, client, contractor } = placement
  const { provider } = agency
  const [account] = await sql<{ id: string }>(
    `select a.id from business.bank_account a join business.business w on w.payment_company_id = a.business_id where w.id = $1`,
    contractor.id,
  )
  const { id } = present(account, 'the account')
  /** The client's own account turns out to be the payee's. */
  const flag = () =>
    sql(
      `insert into business.bank_account (business_id, bank_name, account_holder_name, iban, currency_id, status)
       select $1, 'Harbour Bank', 'Client', 'GB29NWBK' || sort_code || account_number, currency_id, 'confirmed'
       from business.bank_account where id = $2`,
      client.id,
      id,
    )
  const record = { entity: 'business.bank_account', entity_id: id }
  const accept = async () => {
    const { flags } = await act<{ flags: { rule: string; facts: string }[] }>(
      world,
      provider.approver,
      'funding.risk_flag.read',
      record,
    )
    const { rule, facts } = present(flags[0], 'a flag')
    const asked = { ...record, rule, facts, comment: 'A joint account, seen on paper' }
    return act(world, provider.approver, 'funding.risk_flag.accept', asked)
  }
  const waits = (viewer: Viewer) =>
    act<{ waiting: { id: string; reason: string }[] }>(world, viewer, 'business.bank_account.read_waits', {
      ids: [id],
    })
  const items = (batch: { id: string }) =>
    sql<{ id: string; status: string; hold_reason: string | null }>(
      `select id, status, hold_reason from payment.payment_batch_item where payment_batch_id = $1 and bank_account_id = $2`,
      batch.id,
      id,
    )
  const complete = (batch: { id: string }) =>
    act<Completed>(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  return { world, agency, contractor, provider, flag, accept, waits, items, complete, id }
}

test('a payment to an account with an open flag: held until the provider accepts it, and nobody else learns why', async () => {
  const { world, agency, contractor, provider, flag, accept, waits, items, complete, id } = await paidWeek()
  await flag()
  expect((await waits(provider.admin)).waiting).toEqual([{ id, reason: flags_wait }])
  // Nothing is held yet: the agency learns nothing by entering an account.
  expect((await waits(agency.admin)).waiting).toEqual([])
  const batch = await seedBatch(world, provider, run_date)
  const [item] = await items(batch)
  expect(item).toMatchObject({ status: 'held', hold_reason: flags_wait })
  const release = () =>
    act(world, provider.operations, 'payment.payment_batch.release_item', {
      item_id: item?.id,
      reason: 'Called the payee',
    })
  expect((await refusalOf(release())).message).toBe(flags_wait)
  for (const viewer of [agency.admin, contractor.viewer])
    expect((await waits(viewer)).waiting).toEqual([{ id, reason: neutral }])
  const other = await seedAgency(world, provider)
  expect((await refusalOf(waits(other.admin))).code).toBe('not_found')
  await accept()
  expect((await refusalOf(accept())).message).toBe('This flag is already accepted')
  for (const viewer of [provider.admin, agency.admin]) expect((await waits(viewer)).waiting).toEqual([])
  await release()
  await reviewBatch(world, provider, batch)
  expect((await complete(batch)).left_out).toEqual([])
  expect((await items(batch)).map(({ status }) => status)).toEqual(['paid'])
  await expectSound(database)
})

test('a flag that arises later: the review holds the payment, and a reviewed batch leaves it out', async () => {
  const { world, provider, flag, items, complete } = await paidWeek()
  const batch = await seedBatch(world, provider, run_date)
  expect((await items(batch)).map(({ status }) => status)).toEqual(['included'])
  await flag()
  await reviewBatch(world, provider, batch)
  expect(await items(batch)).toMatchObject([{ status: 'held', hold_reason: flags_wait }])

  const late = await paidWeek()
  const reviewed = await seedBatch(late.world, late.provider, run_date)
  await reviewBatch(late.world, late.provider, reviewed)
  await late.flag()
  expect((await late.complete(reviewed)).left_out.map(({ reason }) => reason)).toEqual([flags_wait])
  expect(await late.items(reviewed)).toMatchObject([{ status: 'removed', hold_reason: flags_wait }])
  await complete(batch)
  await expectSound(database)
})

test('an acceptance during the payment run: the payment leaves once or waits for the next run', async () => {
  const { world, provider, flag, accept, items, complete } = await paidWeek()
  const batch = await seedBatch(world, provider, run_date)
  await reviewBatch(world, provider, batch)
  await flag()
  const [done] = await Promise.all([complete(batch), accept()])
  const [item] = await items(batch)
  expect(item?.status).toBe(done.left_out.length === 0 ? 'paid' : 'removed')
  if (item?.status === 'removed') {
    const next = await seedBatch(world, provider, run_date)
    expect((await items(next)).map(({ status }) => status)).toEqual(['included'])
  }
  await expectSound(database)
})
