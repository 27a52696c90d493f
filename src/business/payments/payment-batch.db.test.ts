import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import {
  auditOf,
  type Batch,
  books,
  type Completed,
  documentsOf,
  expectSound,
  reviewBatch,
  seedBatch,
  seedPaid,
  seedPayout,
  sterling,
} from '#test/fixtures/cash.ts'
import {
  act,
  seedAccount,
  seedApprovedTimesheet,
  seedColleague,
  seedPlacement,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

/** A world of its own day, a placement and its first approved week. */
async function approvedWeek(change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const placement = await seedWeek(world, change)
  const timesheet = await seedApprovedTimesheet(world, placement)
  const { provider } = placement.agency
  const documents = () => documentsOf(database, timesheet)
  const complete = (batch: { id: string }, viewer = provider.approver) =>
    act<Completed>(world, viewer, 'payment.payment_batch.complete', { id: batch.id })
  return { world, placement, provider, timesheet, documents, complete }
}

const itemsOf = async (batch: { id: string }) =>
  (
    await database.owner.query(
      `select t.*, i.type from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
       where payment_batch_id = $1 order by i.type`,
      [batch.id],
    )
  ).rows

test('a batch completed before its run date: in the books today, never ahead', async () => {
  const { world, provider } = await approvedWeek()
  const { id } = await seedPayout(world, provider, '2025-06-25')
  const { rows } = await database.owner.query(
    `select distinct t.post_date, s.transaction_date, d.post_date as line_date from transaction.payment_receipt_summary s
     join transaction.payment_receipt_detail d on d.payment_receipt_summary_id = s.id
     join ledger.transaction t on t.source_id = s.id where s.payment_batch_id = $1`,
    [id],
  )
  const today = world.clock.today()
  expect(rows).toEqual([{ post_date: today, transaction_date: today, line_date: today }])
  const { rows: ahead } = await database.owner.query(
    'select 1 from ledger.transaction where principal_id = $1 and post_date > $2',
    [provider.id, today],
  )
  expect(ahead).toEqual([])
})

test('pay-out of a week: contractor and agency paid, fee and sale set off, books agree', async () => {
  const { world, placement, provider, documents } = await approvedWeek()
  const early = await seedPayout(world, provider, '2025-06-18')
  // By Wednesday only the agency's earnings are due.
  expect(early.completed).toMatchObject({ amount: '191.24', payments: 1, left_out: [] })
  expect(await documents()).toMatchObject({
    agency_earnings: { status: 'closed', paid_amount: '191.24', funding_status: 'funded' },
    'provider-agency': { status: 'closed', paid_amount: '33.76' },
    'agency-provider': { status: 'open', outstanding_balance: '900.00' },
    'contractor-agency': { status: 'open', outstanding_balance: '900.00' },
    'provider-client': { status: 'open', funding_status: 'funded', outstanding_balance: '1125.00' },
  })
  await expectSound(database)

  world.clock.advance({ days: 7 })
  const late = await seedPayout(world, provider)
  expect(late.completed).toMatchObject({ amount: '900.00', payments: 1 })
  const all = await documents()
  expect(all).toMatchObject({
    'contractor-agency': { status: 'closed', last_payment_date: '2025-06-22' },
    'agency-provider': { status: 'closed', paid_amount: '1125.00' },
  })
  // Identity 4 of the design: the sale is settled by contractor, fee and earnings.
  const settled = await database.owner.query(
    `select payment_type, sum(amount) as amount from transaction.payment_receipt_detail where invoice_id = $1 group by 1`,
    [present(all['agency-provider'], 'the sale').id],
  )
  expect(settled.rows).toEqual([{ payment_type: 'set_off', amount: '1125.00' }])
  await seedPaid(world, placement, present((await documents())['provider-client'], 'the bill'))
  expect(await books(database, provider)).toEqual({
    bank: '33.76',
    fee_income: '-28.13',
    input_vat: '187.50',
    output_vat: '-193.13',
    purchases: '937.50',
    sales: '-937.50',
  })
  await expectSound(database)
})

test('one payment a payee, with a line per document', async () => {
  const { world, placement, provider, documents } = await approvedWeek()
  const { agency, client, contractor } = placement
  // Another week: nobody works twice as long in one.
  const second = await seedPlacement(world, { agency, client, contractor }, { start_date: '2025-06-09' })
  const colleague = await seedColleague(world, { agency, client })
  await seedApprovedTimesheet(world, second)
  await seedApprovedTimesheet(world, colleague)
  const { completed, id } = await seedPayout(world, provider, '2025-06-22')
  expect(completed).toMatchObject({ payments: 3, amount: '3273.72' })
  const { rows } = await database.owner.query(
    `select s.for_business_id, s.amount, s.status, s.reference, s.contractor_id, count(d.id)::int as lines
     from transaction.payment_receipt_summary s join transaction.payment_receipt_detail d on d.payment_receipt_summary_id = s.id
     where s.payment_batch_id = $1 and s.bank_account_id is not null group by s.id order by s.amount::numeric`,
    [id],
  )
  expect(rows).toMatchObject([
    { for_business_id: agency.id, amount: '573.72', status: 'matched', reference: 'AGYCOM-1506', lines: 3 },
    { amount: '900.00', lines: 1 },
    {
      for_business_id: contractor.payment_company_id,
      amount: '1800.00',
      contractor_id: contractor.id,
      lines: 2,
    },
  ])
  expect((await documents())['contractor-agency']?.status).toBe('closed')
  await expectSound(database)
})

test('hold, under review, reviewed, completed: every step once, by the right person, in the audit log', async () => {
  const { world, provider, complete, placement } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  expect(batch).toMatchObject({ status: 'hold', amount: '1091.24', item_count: 2, held_count: 0 })
  const step = (name: string, viewer = provider.admin) =>
    act(world, viewer, `payment.payment_batch.${name}`, { id: batch.id })

  await expect(step('review')).rejects.toMatchObject({ code: 'precondition' })
  await expect(complete(batch)).rejects.toMatchObject({ code: 'precondition' })
  await expect(step('submit', provider.approver)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(step('submit', placement.agency.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await step('submit', provider.operations)
  await expect(step('submit')).rejects.toMatchObject({ code: 'conflict' })
  await expect(step('review', provider.operations)).rejects.toMatchObject({ code: 'not_allowed' })
  await step('review', provider.approver)
  await expect(complete(batch, provider.operations)).rejects.toMatchObject({ code: 'not_allowed' })
  await complete(batch)
  await expect(complete(batch)).rejects.toMatchObject({
    code: 'conflict',
    message: `Batch ${batch.human_id} is already completed`,
  })
  await expect(
    act(world, provider.admin, 'payment.payment_batch.cancel', { id: batch.id, reason: 'Too late' }),
  ).rejects.toMatchObject({ code: 'precondition' })
  expect(await auditOf(database, batch.id)).toEqual([
    'payment.payment_batch.create hold',
    'payment.payment_batch.submit under_review',
    'payment.payment_batch.review reviewed',
    'payment.payment_batch.complete completed',
  ])
})

test('maker and checker differ, even for an administrator', async () => {
  const { world, provider } = await approvedWeek()
  const mine = await act<Batch>(world, provider.admin, 'payment.payment_batch.create', {
    run_date: '2025-06-22',
    currency_id: sterling,
  })
  await act(world, provider.admin, 'payment.payment_batch.submit', { id: mine.id })
  await expect(
    act(world, provider.admin, 'payment.payment_batch.review', { id: mine.id }),
  ).rejects.toMatchObject({
    code: 'not_allowed',
    message: 'A batch is reviewed by somebody other than its maker',
  })
})

test('completed by two at once, one pays', async () => {
  const { world, provider, complete, documents } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await reviewBatch(world, provider, batch)
  const tries = await Promise.allSettled([complete(batch), complete(batch, provider.admin), complete(batch)])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('conflict')
  expect((await documents())['contractor-agency']).toMatchObject({ paid_amount: '900.00', status: 'closed' })
  await expectSound(database)
})

test('the same key completes once and answers the same', async () => {
  const { world, provider } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await reviewBatch(world, provider, batch)
  const once = () =>
    act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id }, 'key-complete')
  const first = await once()
  expect(await once()).toEqual(first)
})

test('two batches made at once: a document is in one of them', async () => {
  const { world, provider } = await approvedWeek()
  const tries = await Promise.allSettled([1, 2, 3].map(() => seedBatch(world, provider, '2025-06-22')))
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(['precondition', 'conflict']).toContain(one.reason.code)
})

test('a payee without a confirmed account is held with the reason, released when there is one', async () => {
  const { world, provider, placement, complete, documents } = await approvedWeek()
  const company = placement.contractor.payment_company_id
  await database.app.query(`update business.bank_account set status = 'retired' where business_id = $1`, [
    company,
  ])
  const batch = await seedBatch(world, provider, '2025-06-22')
  expect(batch).toMatchObject({ amount: '191.24', item_count: 1, held_count: 1 })
  const held = present(
    (await itemsOf(batch)).find((item) => item.type === 'contractor-agency'),
    'an item',
  )
  expect(held).toMatchObject({ status: 'held', hold_reason: 'The payee has no confirmed bank account' })
  const release = () =>
    act(world, provider.operations, 'payment.payment_batch.release_item', {
      item_id: held.id,
      reason: 'Account confirmed',
    })
  await expect(release()).rejects.toMatchObject({ code: 'precondition' })
  await seedAccount(world, provider.admin, company, 'payout')
  await release()
  await expect(release()).rejects.toMatchObject({ code: 'conflict' })
  await reviewBatch(world, provider, batch)
  expect(await complete(batch)).toMatchObject({ amount: '1091.24' })
  expect((await documents())['contractor-agency']?.status).toBe('closed')
})

test('the person who takes a held item in again reviews and completes nothing of that batch', async () => {
  const { world, provider, complete } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  const item = present((await itemsOf(batch))[0], 'an item')
  const move = (by: Viewer, action: string) =>
    act(world, by, `payment.payment_batch.${action}`, { item_id: item.id, reason: 'A doubtful account' })
  const step = (by: Viewer, action: string) =>
    act(world, by, `payment.payment_batch.${action}`, { id: batch.id })
  await move(provider.operations, 'hold_item')
  await step(provider.operations, 'submit')
  await move(provider.admin, 'release_item')
  await expect(step(provider.admin, 'review')).rejects.toMatchObject({
    message: 'You released a document of this batch, so it is reviewed by somebody else',
  })
  await step(provider.approver, 'review')
  await expect(complete(batch, provider.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await complete(batch)
})

test('a held item is not paid and is free for the next batch', async () => {
  const { world, provider, complete, documents } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  const item = present(
    (await itemsOf(batch)).find((one) => one.type === 'contractor-agency'),
    'an item',
  )
  await act(world, provider.approver, 'payment.payment_batch.hold_item', {
    item_id: item.id,
    reason: 'Ask first',
  })
  await reviewBatch(world, provider, batch)
  expect(await complete(batch)).toMatchObject({ amount: '191.24', payments: 1 })
  expect((await documents())['contractor-agency']?.status).toBe('open')
  const next = await seedBatch(world, provider, '2025-06-22')
  expect(next).toMatchObject({ amount: '900.00', item_count: 1 })
})

test('a cancelled batch: asks for a reason, keeps it, and frees its documents', async () => {
  const { world, provider } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await expect(seedBatch(world, provider, '2025-06-22')).rejects.toMatchObject({
    code: 'precondition',
    message:
      'Nothing is due for payment on 22/06/2025. Please choose a later day once work is approved, or its client has paid',
  })
  await expect(
    act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch.id }),
  ).rejects.toMatchObject({ code: 'invalid', errors: { reason: 'Please specify the reason' } })
  await act(world, provider.operations, 'payment.payment_batch.cancel', {
    id: batch.id,
    reason: 'The run date is wrong',
  })
  const { rows } = await database.app.query(
    'select status, cancelled_by, cancel_reason from payment.payment_batch where id = $1',
    [batch.id],
  )
  expect(rows).toEqual([
    {
      status: 'cancelled',
      cancelled_by: provider.operations.user_id,
      cancel_reason: 'The run date is wrong',
    },
  ])
  expect(await seedBatch(world, provider, '2025-06-22')).toMatchObject({ item_count: 2 })
})

test('an account that changed after the review is not paid into', async () => {
  const { world, provider, placement, complete } = await approvedWeek()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await reviewBatch(world, provider, batch)
  await database.app.query(`update business.bank_account set status = 'retired' where business_id = $1`, [
    placement.contractor.payment_company_id,
  ])
  expect(await complete(batch)).toMatchObject({
    amount: '191.24',
    left_out: [{ reason: 'The payee has no confirmed bank account' }],
  })
})

test('a run date in the past and a stranger are refused', async () => {
  const { world, provider, placement } = await approvedWeek()
  await expect(seedBatch(world, provider, '2025-06-14')).rejects.toMatchObject({ code: 'invalid' })
  const create = (viewer: typeof provider.admin) =>
    act(world, viewer, 'payment.payment_batch.create', { run_date: '2025-06-22', currency_id: sterling })
  await expect(create(placement.agency.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(create(provider.approver)).rejects.toMatchObject({ code: 'not_allowed' })
  const batch = await seedBatch(world, provider, '2025-06-22')
  const stranger = await approvedWeek()
  await expect(
    act(world, stranger.provider.operations, 'payment.payment_batch.submit', { id: batch.id }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('earnings wait while the client disputes; the contractor does not', async () => {
  const { world, provider, documents } = await approvedWeek()
  const bill = present((await documents())['provider-client'], 'the bill')
  await database.app.query('update transaction.invoice set is_disputed = true where id = $1', [bill.id])
  const batch = await seedBatch(world, provider, '2025-06-22')
  expect(await itemsOf(batch)).toMatchObject([
    { type: 'agency_earnings', status: 'held', hold_reason: 'The client disputes the invoice' },
    { type: 'contractor-agency', status: 'included' },
  ])
})

test('dispute raised during batch and review: its documents are not paid', async () => {
  const { world, placement, provider, documents, complete } = await approvedWeek()
  const bill = present((await documents())['provider-client'], 'the bill')
  const dispute = (reason: string) =>
    act(world, placement.agency.user, 'transaction.invoice.dispute', { id: bill.id, reason })
  const [earnings, batch] = [
    present((await documents()).agency_earnings, 'what the agency earns'),
    await seedBatch(world, provider, '2025-06-22'),
  ]
  const item = present(
    (await itemsOf(batch)).find((one) => one.invoice_id === earnings.id),
    'its item',
  )
  const step = (verb: string) =>
    act(world, provider.operations, `payment.payment_batch.${verb}`, {
      item_id: item.id,
      reason: 'Asked for',
    })
  await step('hold_item')
  await dispute('Friday was not worked')
  await expect(step('release_item')).rejects.toMatchObject({
    code: 'precondition',
    message: 'The client disputes the invoice',
  })
  await act(world, placement.agency.user, 'transaction.invoice.resolve_dispute', { id: bill.id })
  await step('release_item')
  await reviewBatch(world, provider, batch)
  await dispute('Nor Thursday')
  expect(await complete(batch)).toMatchObject({
    amount: '900.00',
    left_out: [{ human_id: earnings.human_id, reason: 'The client disputes the invoice' }],
  })
})

test('after all of that every check of npm run verify holds', async () => {
  expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
})
