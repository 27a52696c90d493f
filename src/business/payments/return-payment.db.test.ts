/** Payments that the bank sends back: reversed postings, waiting documents, and the mails. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import {
  auditOf,
  books,
  documentsOf,
  expectSound,
  reviewBatch,
  seedBatch,
  seedPaid,
  seedPayout,
  seedReceipt,
} from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededProvider,
  seedAccount,
  seedApprovedTimesheet,
  seedWeek,
  type World,
  worldOn,
} from '#test/fixtures/world.ts'
import type { SuggestedReturn } from '../bank/payment-return.rules.ts'

const database = await freshDatabase()

afterAll(async () => {
  expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
})

type Payment = { id: string; human_id: string; amount: string; status: string; bank_account_id: string }

/** A week that was paid out: contractor 900.00, agency 191.24. */
async function paidWeek(change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const placement = await seedWeek(world, change)
  const timesheet = await seedApprovedTimesheet(world, placement)
  const { provider } = placement.agency
  const documents = () => documentsOf(database, timesheet)
  return { world, placement, provider, documents }
}

const bankPayments = async (batch: { id: string }) =>
  (
    await database.owner.query<Payment>(
      `select * from transaction.payment_receipt_summary where payment_batch_id = $1 and bank_account_id is not null order by amount desc`,
      [batch.id],
    )
  ).rows

const sendBack = (world: World, viewer: Viewer, payment: { id: string }, more: object = {}) =>
  act<{ documents: number; is_account_held: boolean }>(
    world,
    viewer,
    'payment.payment_batch.return_payment',
    {
      payment_id: payment.id,
      return_code: 'no_account',
      ...more,
    },
  )

const lineIn = (world: World, provider: SeededProvider, amount: string, reference: string) =>
  act<{ id: string }>(world, provider.operations, 'transaction.bank_line.record', {
    bank_account_id: provider.trust_account_id,
    transaction_date: world.clock.today(),
    amount,
    reference,
    counterparty: 'BACS',
    bank_id: crypto.randomUUID(),
  })

async function paidOut() {
  const made = await paidWeek()
  made.world.clock.advance({ days: 7 })
  const batch = await seedPayout(made.world, made.provider)
  const [contractor, agency] = await bankPayments(batch)
  return {
    ...made,
    batch,
    contractor: present(contractor, 'the payment to the contractor'),
    agency: present(agency, 'the payment to the agency'),
  }
}

test('returned contractor payment: everything as before it was paid, and waiting', async () => {
  const { world, provider, placement, documents, batch, contractor } = await paidOut()
  const line = await lineIn(world, provider, '900.00', `ARUCS RETURN ${contractor.human_id}`)
  expect(await sendBack(world, provider.operations, contractor, { bank_line_id: line.id })).toMatchObject({
    documents: 1,
    is_account_held: true,
  })
  expect(await documents()).toMatchObject({
    'contractor-agency': { status: 'open', outstanding_balance: '900.00', paid_amount: '0.00' },
    agency_earnings: { status: 'closed', funding_status: 'funded' },
    'provider-agency': { status: 'closed' },
    // Earnings and fee stand; the contractor's payment is undone.
    'agency-provider': { status: 'open', outstanding_balance: '900.00' },
    'provider-client': { status: 'open', funding_status: 'funded' },
  })
  expect((await books(database, provider)).bank).toBe('-191.24')
  await expectSound(database)
  const { rows: items } = await database.owner.query(
    `select status, hold_reason from payment.payment_batch_item where payment_batch_id = $1 order by amount desc`,
    [batch.id],
  )
  expect(items).toEqual([
    { status: 'returned', hold_reason: 'No such account' },
    { status: 'paid', hold_reason: null },
  ])
  expect(await auditOf(database, contractor.id)).toContain('payment.payment_batch.return_payment reversed')

  // The next run finds it due again, and holds it until somebody else has confirmed the account.
  const next = await seedBatch(world, provider)
  expect(next).toMatchObject({ amount: '0.00', held_count: 1 })
  const again = (viewer: Viewer) =>
    act(world, viewer, 'business.bank_account.confirm_again', { id: contractor.bank_account_id })
  expect((await refusalOf(again(provider.operations))).message).toBe(
    'A bank account is confirmed again by somebody other than who recorded that money came back',
  )
  await again(placement.agency.admin)
  expect((await refusalOf(again(placement.agency.admin))).code).toBe('conflict')
  const { rows } = await database.owner.query<{ id: string; hold_reason: string }>(
    `select id, hold_reason from payment.payment_batch_item where payment_batch_id = $1`,
    [next.id],
  )
  expect(rows[0]?.hold_reason).toContain('waits to be confirmed again')
  await act(world, provider.operations, 'payment.payment_batch.release_item', {
    item_id: rows[0]?.id,
    reason: 'Confirmed by telephone',
  })
  await reviewBatch(world, provider, next)
  await act(world, provider.approver, 'payment.payment_batch.complete', { id: next.id })
  expect(await documents()).toMatchObject({
    'contractor-agency': { status: 'closed' },
    'agency-provider': { status: 'closed', paid_amount: '1125.00' },
  })
  expect((await books(database, provider)).bank).toBe('-1091.24')
  await expectSound(database)
})

test('another account ends the wait as well: it was confirmed by two people', async () => {
  const { world, provider, placement, contractor } = await paidOut()
  await sendBack(world, provider.operations, contractor)
  await seedAccount(world, provider.operations, placement.contractor.payment_company_id, 'payout')
  world.clock.advance({ days: 1 })
  expect(await seedBatch(world, provider)).toMatchObject({ amount: '900.00', held_count: 0 })
})

test('returned payment: mails the parties once, without the account number', async () => {
  const { world, provider, contractor } = await paidOut()
  await sendBack(world, provider.operations, contractor, { comment: 'ARUCS 5' })
  const { rows } = await database.owner.query<{
    payload: { to: string; subject: string; body_text: string }
  }>(`select payload from platform.outbox where fact_key like $1 order by fact_key`, [
    `payment-return:${contractor.id}:%`,
  ])
  const { rows: emails } = await database.owner.query<{ email: string }>(
    `select lower(email) as email from business.business_contact where id = any ($1)`,
    [[provider.admin.business_contact_id]],
  )
  const to = rows.map((row) => row.payload.to)
  expect(new Set(to).size).toBe(to.length)
  expect(to).toContain(emails[0]?.email)
  expect(to.length).toBeGreaterThanOrEqual(3)
  const { rows: account } = await database.owner.query<{ account_number: string }>(
    'select account_number from business.bank_account where id = $1',
    [contractor.bank_account_id],
  )
  for (const { payload } of rows) {
    expect(payload.subject).toMatch(/^Payment PAY\d+ to .+ was sent back$/)
    expect(payload.body_text).toContain('No such account: ARUCS 5')
    expect(payload.body_text).not.toContain(present(account[0], 'the account').account_number)
  }
})

test('recorded by two at once, or twice, it is taken back once', async () => {
  const { world, provider, contractor } = await paidOut()
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => sendBack(world, provider.operations, contractor)),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect((await refusalOf(sendBack(world, provider.admin, contractor))).message).toBe(
    `Payment ${contractor.human_id} was sent back before`,
  )
  expect((await books(database, provider)).bank).toBe('-191.24')
})

test('a line of the statement that looks like it is found, offered for nothing else, and used once', async () => {
  const { world, provider, placement, batch, contractor, agency } = await paidOut()
  const line = await lineIn(world, provider, '191.24', 'UNPAID AC CLOSED')
  await lineIn(world, provider, '900.01', `ARUCS ${contractor.human_id}`)
  const returns = async (input: object) =>
    (
      await act<{ returns: SuggestedReturn[] }>(
        world,
        provider.operations,
        'transaction.bank_line.returns',
        input,
      )
    ).returns
  const found = await returns({ payment_batch_id: batch.id })
  expect(found).toMatchObject([
    {
      bank_line_id: line.id,
      payment_id: agency.id,
      reasons: ['The bank says that it was returned', 'Amount is equal'],
    },
  ])
  const { lines } = await act<{
    lines: { bank_line_id: string; for_business_id: string | null; reason: string }[]
  }>(world, provider.operations, 'transaction.bank_line.payers', {})
  expect(lines.find((one) => one.bank_line_id === line.id)).toMatchObject({
    for_business_id: null,
    reason: `Looks like payment ${agency.human_id} coming back`,
  })
  const wrong = await refusalOf(sendBack(world, provider.operations, contractor, { bank_line_id: line.id }))
  expect(wrong.errors?.bank_line_id).toBe('The line is not £900.00, which is what was paid')
  await sendBack(world, provider.operations, agency, { bank_line_id: line.id, return_code: 'account_closed' })
  expect(await returns({})).toEqual([])
  const receipt = act(world, provider.operations, 'transaction.payment_receipt.record', {
    bank_line_id: line.id,
    for_business_id: placement.client.id,
  })
  expect((await refusalOf(receipt)).message).toBe(
    `This bank line is payment ${agency.human_id} that the bank sent back`,
  )
  const { rows } = await database.owner.query<{ post_date: string }>(
    'select post_date from ledger.transaction where fact_key = $1',
    [`return:payment:${agency.id}`],
  )
  expect(rows).toEqual([{ post_date: world.clock.today() }])
})

test('a line that is a receipt is not a payment coming back', async () => {
  const { world, provider, placement, contractor } = await paidOut()
  const receipt = await seedReceipt(world, placement, '900.00')
  const { rows } = await database.owner.query<{ bank_line_id: string }>(
    'select bank_line_id from transaction.payment_receipt_summary where id = $1',
    [receipt.id],
  )
  const refused = await refusalOf(
    sendBack(world, provider.operations, contractor, { bank_line_id: rows[0]?.bank_line_id }),
  )
  expect(refused.message).toBe(`This bank line is already receipt ${receipt.human_id}`)
})

test('bounced earnings kept against later ones: nothing is owed after the return', async () => {
  const { world, provider, placement, documents } = await paidWeek({
    placement: { funding_type: 'partly_funded' },
  })
  const bill = present((await documents())['provider-client'], 'the bill')
  const { receipt } = await seedPaid(world, placement, bill)
  const batch = await seedPayout(world, provider, '2025-06-18')
  const [agency] = await bankPayments(batch)
  world.clock.advance({ days: 4 })
  await act(world, provider.operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  expect((await books(database, provider)).agency_recourse).toBe('191.24')
  await sendBack(world, provider.operations, present(agency, 'the payment to the agency'))
  expect((await books(database, provider)).agency_recourse).toBeUndefined()
  expect((await documents()).agency_earnings).toMatchObject({ status: 'open', funding_status: 'pending' })
  const { rows } = await database.owner.query(
    'select status, outstanding_balance from transaction.collection_note where payment_receipt_summary_id = $1',
    [agency?.id],
  )
  expect(rows).toEqual([{ status: 'cancelled', outstanding_balance: '0.00' }])
  await expectSound(database)
  // The client pays after all: the earnings are paid like any.
  await seedPaid(world, placement, present((await documents())['provider-client'], 'the bill'))
  expect((await documents()).agency_earnings).toMatchObject({ status: 'open', funding_status: 'released' })
  await expectSound(database)
})

test('returned refund: due again', async () => {
  const { world, provider, placement } = await paidWeek()
  await seedAccount(world, provider.admin, placement.client.id, 'payout')
  const receipt = await seedReceipt(world, placement, '100.00')
  await act(world, provider.operations, 'transaction.payment_receipt.refund', {
    id: receipt.id,
    amount: '60.00',
    reason: 'Paid twice',
  })
  const batch = await seedPayout(world, provider)
  const [payment] = await bankPayments(batch)
  await sendBack(world, provider.operations, present(payment, 'the refund'), {
    return_code: 'account_closed',
  })
  const { rows } = await database.owner.query(
    'select status, payment_id from transaction.refund where payment_receipt_summary_id = $1',
    [receipt.id],
  )
  expect(rows).toEqual([{ status: 'requested', payment_id: null }])
  expect((await books(database, provider)).refund_payable).toBe('-60.00')
  await expectSound(database)
  await act(world, provider.approver, 'business.bank_account.confirm_again', { id: payment?.bank_account_id })
  expect(await seedBatch(world, provider)).toMatchObject({ amount: '60.00', held_count: 0 })
})

test('returned payment: refused for strangers, set-offs and other roles', async () => {
  const { world, provider, placement, batch, contractor } = await paidOut()
  const other = await paidWeek()
  expect((await refusalOf(sendBack(world, other.provider.operations, contractor))).code).toBe('not_found')
  expect((await refusalOf(sendBack(world, placement.agency.admin, contractor))).code).toBe('not_allowed')
  const { rows } = await database.owner.query<{ id: string; human_id: string }>(
    `select id, human_id from transaction.payment_receipt_summary where payment_batch_id = $1 and bank_account_id is null`,
    [batch.id],
  )
  const set_off = present(rows[0], 'a set-off')
  expect((await refusalOf(sendBack(world, provider.operations, set_off))).message).toBe(
    `Payment ${set_off.human_id} went into no bank account: it set debts off, or was paid through payroll`,
  )
})
