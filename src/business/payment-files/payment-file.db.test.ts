import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'

const database = await freshDatabase()

type Made = { id: string; sha256: string; amount: string; payment_count: number; processing_day: string }

async function paidBatch() {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  const { provider } = placement.agency
  const batch = await seedBatch(world, provider, '2025-06-22')
  const make = (viewer = provider.approver, more: object = {}) =>
    act<Made>(world, viewer, 'payment.payment_batch.make_file', { id: batch.id, format: 'csv', ...more })
  const complete = async () => {
    await reviewBatch(world, provider, batch)
    await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  }
  return { world, placement, provider, batch, make, complete }
}

test('payment file: one for a completed batch, without set-offs, with the batch’s total', async () => {
  const { world, provider, make, complete } = await paidBatch()
  expect((await refusalOf(make())).message).toContain('is not completed')
  await complete()
  const file = await make()
  // £900.00 to the contractor's company and £191.24 to the agency; the fee and the sale are set off.
  expect(file).toMatchObject({ amount: '1091.24', payment_count: 2, processing_day: '2025-06-16' })
  const read = await act<{ content: string; sha256: string }>(
    world,
    provider.approver,
    'payment.payment_file.download',
    { id: file.id },
  )
  expect(createHash('sha256').update(read.content).digest('hex')).toBe(file.sha256)
  const amounts = read.content
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[5])
  expect(amounts.sort()).toEqual(['191.24', '900.00'])
  const { rows } = await database.owner.query(
    `select new_values ->> 'downloaded' as downloaded from log.audit where action_id = 'payment.payment_file.download' and entity_id = $1`,
    [file.id],
  )
  expect(rows).toHaveLength(1)
})

test('a second file is refused, in whatever form and however many ask at once; a made one never changes', async () => {
  const { provider, make, complete } = await paidBatch()
  await complete()
  const tries = await Promise.allSettled([make(), make(provider.admin, { format: 'pain_001' }), make()])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('conflict')
  await expect(database.owner.query(`update payment.payment_file set content = ''`)).rejects.toThrow(
    'never changed',
  )
})

test('payment file: refused for makers of batches, and on days without banking', async () => {
  const { world, provider, placement, make, complete } = await paidBatch()
  await complete()
  for (const viewer of [provider.operations, placement.agency.admin])
    expect((await refusalOf(make(viewer))).code).toBe('not_allowed')
  const on = async (processing_day: string) =>
    (await refusalOf(make(provider.approver, { processing_day }))).errors
  expect(await on('2025-06-15')).toEqual({ processing_day: 'Should be after 15/06/2025' })
  expect(await on('2025-06-21')).toEqual({ processing_day: 'Banks do not work on this day' })
  expect(await on('2099-12-31')).toEqual({ processing_day: expect.stringMatching(/^Should be before /) })
  expect((await refusalOf(make(provider.approver, { format: 'bacs' }))).errors).toEqual({
    service_user_number: 'Mandatory',
  })
  const file = await make()
  const take = act(world, provider.operations, 'payment.payment_file.download', { id: file.id })
  expect((await refusalOf(take)).code).toBe('not_allowed')
})

test('advice: mailed to each payee once, with its PDF', async () => {
  const { world, batch, complete } = await paidBatch()
  const { deliverAll } = outboxOf(database, world.clock)
  await complete()
  await deliverAll()
  const { rows } = await database.owner.query<{ subject: string; body_text: string; files: number }>(
    `select m.subject, m.body_text, (select count(*)::int from log.mail_attachment a where a.mail_id = m.id) as files
     from log.mail m join transaction.payment_receipt_summary s on s.id = m.parent_id
     where s.payment_batch_id = $1 order by m.subject`,
    [batch.id],
  )
  expect(new Set(rows.map((row) => row.subject.replace(/^Payment \S+ of (\S+) .*$/, '$1')))).toEqual(
    new Set(['£900.00', '£191.24']),
  )
  for (const row of rows) {
    expect(row.files).toBe(1)
    expect(row.body_text).toMatch(/^Account: ending \d{3}$/m)
  }
  const before = rows.length
  await deliverAll()
  const again = await database.owner.query(
    'select 1 from log.mail m join transaction.payment_receipt_summary s on s.id = m.parent_id where s.payment_batch_id = $1',
    [batch.id],
  )
  expect(again.rows).toHaveLength(before)
})

test('header fields: checked under their field, and audited', async () => {
  const { world, provider, make, complete } = await paidBatch()
  await complete()
  const bacs = { format: 'bacs', service_user_number: '123456' }
  const wrong = async (more: object) =>
    (await refusalOf(make(provider.approver, { ...bacs, ...more }))).errors
  expect(await wrong({ service_user_number: '12345' })).toEqual({
    service_user_number: 'Must be exactly 6 digits',
  })
  for (const volume_serial of ['000000', '12345', 'a00007', '12-456'])
    expect(await wrong({ volume_serial })).toEqual({
      volume_serial: 'Six capitals or digits, not all of them zero',
    })
  expect(await wrong({ file_number: 0 })).toEqual({ file_number: 'Min number is reached' })
  expect(await wrong({ file_number: 1000 })).toEqual({ file_number: 'Max number is reached' })
  expect(await wrong({ file_number: 1.5 })).toEqual({ file_number: 'Only Integers' })
  expect(await wrong({ owner_at: '40' })).toEqual({ owner_at: 'Please enter a valid Input' })
  expect(await wrong({ initiator_id: 'a<b' })).toEqual({
    initiator_id: 'At most 35 letters, digits and signs that banks take',
  })
  const asked = { ...bacs, volume_serial: 'A00007', owner_at: '32', file_number: 2 }
  const file = await make(provider.approver, asked)
  const read = await act<{ content: string }>(world, provider.approver, 'payment.payment_file.download', {
    id: file.id,
  })
  expect(read.content.slice(0, 80)).toMatch(/^VOL1A00007 {21}123456 {42}1$/)
  const { rows } = await database.owner.query<{ header: object }>(
    `select new_values -> 'header' as header from log.audit where entity_id = $1 and action_id = 'payment.payment_batch.make_file'`,
    [file.id],
  )
  expect(rows[0]?.header).toMatchObject({ volume_serial: 'A00007', owner_at: '32', file_number: 2 })
})

test('a payment that came back before its file was made is not paid by it', async () => {
  const { world, provider, batch, make, complete } = await paidBatch()
  await complete()
  world.clock.advance({ days: 7 })
  const { rows } = await database.owner.query<{ id: string; amount: string }>(
    `select id, amount from transaction.payment_receipt_summary where payment_batch_id = $1 and bank_account_id is not null
     order by amount`,
    [batch.id],
  )
  const back = (payment: { id: string } | undefined) =>
    act(world, provider.operations, 'payment.payment_batch.return_payment', {
      payment_id: payment?.id,
      return_code: 'account_closed',
    })
  await back(rows[0])
  const file = await make()
  expect(file).toMatchObject({ amount: rows[1]?.amount, payment_count: 1 })

  const other = await paidBatch()
  await other.complete()
  other.world.clock.advance({ days: 7 })
  const all = await database.owner.query<{ id: string }>(
    `select id from transaction.payment_receipt_summary where payment_batch_id = $1 and bank_account_id is not null`,
    [other.batch.id],
  )
  for (const payment of all.rows) {
    const input = { payment_id: payment.id, return_code: 'other' }
    await act(other.world, other.provider.operations, 'payment.payment_batch.return_payment', input)
  }
  expect((await refusalOf(other.make())).message).toBe(
    `Every payment of batch ${other.batch.human_id} was sent back`,
  )
})

test('header settings: kept for the account by people who release payments, with an audit of changes', async () => {
  const { world, provider, batch, complete } = await paidBatch()
  await complete()
  const set = (more: object, by = provider.approver) =>
    act<{ id: string; bank_account_id: string }>(world, by, 'payment.payment_file_setting.set', {
      payment_batch_id: batch.id,
      ...more,
    })
  const first = await set({ service_user_number: '123456', owner_at: '32' })
  expect(first.bank_account_id).toBe(provider.trust_account_id)
  const second = await set(
    { service_user_number: '654321', message_version: '03', batch_booking: false },
    provider.admin,
  )
  expect(second).toEqual(first)
  const { rows } = await database.owner.query(
    `select service_user_number, owner_at, message_version, initiator_id, batch_booking, user_name
     from payment.payment_file_setting where bank_account_id = $1`,
    [provider.trust_account_id],
  )
  expect(rows).toEqual([
    {
      service_user_number: '654321',
      owner_at: '42',
      message_version: '03',
      initiator_id: null,
      batch_booking: false,
      user_name: provider.admin.user_name,
    },
  ])
  const audits = await database.owner.query(
    `select old_values ->> 'service_user_number' as was, new_values ->> 'service_user_number' as now from log.audit
     where entity_id = $1 order by id`,
    [first.id],
  )
  expect(audits.rows).toEqual([
    { was: null, now: '123456' },
    { was: '123456', now: '654321' },
  ])
  expect((await refusalOf(set({ service_user_number: '12' }))).errors).toEqual({
    service_user_number: 'Must be exactly 6 digits',
  })
  expect((await refusalOf(set({}, provider.operations))).code).toBe('not_allowed')
})
