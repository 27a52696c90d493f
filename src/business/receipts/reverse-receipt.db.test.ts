import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import {
  auditOf,
  type Batch,
  books,
  documentsOf,
  expectSound,
  match,
  reviewBatch,
  seedBatch,
  seedPaid,
  seedPayout,
  seedReceipt,
  sterling,
} from '#test/fixtures/cash.ts'
import {
  act,
  seedAccount,
  seedApprovedTimesheet,
  seedApprovedWeek,
  seedPlacement,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

async function approvedWeek(funding_type: string, change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const { placement, sheet, second } = await seedApprovedWeek(world, {
    ...change,
    placement: { funding_type, ...change.placement },
    contractor: { conduct_regs_opt_out: true, ...change.contractor },
  })
  const documents = () => documentsOf(database, sheet)
  const { provider } = placement.agency
  const bill = async () => {
    const all = await documents()
    return present(all['provider-client'] ?? all['agency-client'] ?? all['funder-client'], 'the bill')
  }
  const pay = async (amount?: string) => seedPaid(world, placement, await bill(), amount)
  const reverse = (receipt: { id: string }, reason = 'Bounced', viewer = provider.operations) =>
    act(world, viewer, 'transaction.payment_receipt.reverse', { id: receipt.id, reason })
  return {
    world,
    placement,
    provider,
    documents,
    bill,
    pay,
    reverse,
    second,
  }
}

test('a bounced receipt takes its matches back and is reversed; the invoice is owed again', async () => {
  const { provider, pay, reverse, bill } = await approvedWeek('funded')
  const { receipt } = await pay()
  expect(await bill()).toMatchObject({ status: 'closed' })
  expect(await reverse(receipt)).toMatchObject({ status: 'reversed', unmatched: 1 })
  expect(await bill()).toMatchObject({
    status: 'open',
    outstanding_balance: '1125.00',
    last_payment_date: null,
  })
  const after = await books(database, provider)
  expect([after.bank, after.unallocated_receipt, after.client_receivable]).toEqual([
    undefined,
    undefined,
    '1125.00',
  ])
  await expect(reverse(receipt)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The receipt is already reversed',
  })
  expect((await auditOf(database, receipt.id)).at(-1)).toBe('transaction.payment_receipt.reverse reversed')
  await expectSound(database)
})

test('reversal: for the receipt’s own provider, with a required reason', async () => {
  const { placement, pay, reverse } = await approvedWeek('funded')
  const { receipt } = await pay('100.00')
  await expect(reverse(receipt, 'x', placement.agency.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(reverse(receipt, '')).rejects.toMatchObject({
    errors: { reason: 'Please specify the reason' },
  })
  const stranger = await approvedWeek('funded')
  await expect(reverse(receipt, 'x', stranger.provider.operations)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('reversed by two at once, it is reversed once', async () => {
  const { provider, pay, reverse } = await approvedWeek('funded')
  const { receipt } = await pay('100.00')
  const tries = await Promise.allSettled([reverse(receipt), reverse(receipt, 'Bounced', provider.admin)])
  expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectSound(database)
})

test('paid when paid: nothing before the client pays, then up to the receipt', async () => {
  const { world, provider, pay, documents } = await approvedWeek('paid_when_paid')
  await expect(seedBatch(world, provider, '2025-06-22')).rejects.toMatchObject({ code: 'precondition' })
  await pay('500.00')
  // The fee comes first, then the contractor.
  const first = await seedPayout(world, provider, '2025-06-22')
  expect(first.completed).toMatchObject({ amount: '466.24', payments: 1 })
  expect(await documents()).toMatchObject({
    'contractor-agency': { status: 'open', outstanding_balance: '433.76', is_part_paid: true },
    'provider-agency': { status: 'closed' },
  })
  await pay('625.00')
  const rest = await seedPayout(world, provider, '2025-06-22')
  expect(rest.completed).toMatchObject({ amount: '625.00', payments: 2 })
  expect(await documents()).toMatchObject({
    'contractor-agency': { status: 'closed' },
    agency_earnings: { status: 'closed' },
    'agency-provider': { status: 'closed' },
  })
  await expectSound(database)
})

test('partly funded: the contractor on the due date, the agency as the client pays', async () => {
  const { world, provider, pay, documents } = await approvedWeek('partly_funded')
  expect((await seedPayout(world, provider, '2025-06-22')).completed).toMatchObject({ amount: '900.00' })
  await pay('1000.00')
  expect(await documents()).toMatchObject({ agency_earnings: { funding_status: 'released' } })
  // 33.76 of fee and 900.00 of advance come back first.
  expect((await seedPayout(world, provider, '2025-06-22')).completed).toMatchObject({ amount: '66.24' })
  await pay('125.00')
  expect((await seedPayout(world, provider, '2025-06-22')).completed).toMatchObject({ amount: '125.00' })
  expect((await documents()).agency_earnings).toMatchObject({ status: 'closed', paid_amount: '191.24' })
  await expectSound(database)
})

test('reversed receipt: holds its items in an unfinished batch', async () => {
  const { world, provider, pay, reverse } = await approvedWeek('partly_funded')
  const { receipt } = await pay()
  const batch = await seedBatch(world, provider, '2025-06-22')
  expect(batch).toMatchObject({ amount: '1091.24', item_count: 2 })
  await reverse(receipt)
  const { rows } = await database.owner.query(
    `select i.type, t.status, t.hold_reason from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
     where t.payment_batch_id = $1 order by i.type`,
    [batch.id],
  )
  expect(rows).toEqual([
    { type: 'agency_earnings', status: 'held', hold_reason: `Receipt ${receipt.human_id} was taken back` },
    { type: 'contractor-agency', status: 'included', hold_reason: null },
  ])
  await reviewBatch(world, provider, batch)
  const done = await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  expect(done).toMatchObject({ amount: '900.00' })
  await expectSound(database)
})

test('after the review it is left out when the batch is completed', async () => {
  const { world, provider, pay, reverse } = await approvedWeek('partly_funded')
  const { receipt } = await pay()
  const batch = await seedBatch(world, provider, '2025-06-22')
  await reviewBatch(world, provider, batch)
  await reverse(receipt)
  const done = await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  expect(done).toMatchObject({ amount: '900.00', left_out: [{ reason: 'No longer released for payment' }] })
  await expectSound(database)
})

test('reversed after pay-out: the agency owes it and pays from its next earnings; the contractor keeps the pay', async () => {
  const { world, placement, provider, pay, reverse, documents, bill, second } =
    await approvedWeek('partly_funded')
  const { receipt } = await pay()
  await seedPayout(world, provider, '2025-06-22')
  await reverse(receipt)
  expect(await documents()).toMatchObject({
    agency_earnings: { status: 'open', outstanding_balance: '191.24', funding_status: 'recourse' },
    'contractor-agency': { status: 'closed', paid_amount: '900.00' },
  })
  expect((await books(database, provider)).agency_recourse).toBe('191.24')
  await expectSound(database)

  // The next week is paid by the client: its earnings pay the debt, so only the contractor is paid.
  const next = await seedApprovedTimesheet(world, placement, second)
  const documents_of_next = () => documentsOf(database, next)
  await seedPaid(world, placement, present((await documents_of_next())['provider-client'], 'the second bill'))
  const run = await seedPayout(world, provider, '2025-06-22')
  expect(run.completed).toMatchObject({ amount: '900.00' })
  expect((await documents_of_next()).agency_earnings).toMatchObject({
    status: 'closed',
    paid_amount: '191.24',
  })
  expect((await books(database, provider)).agency_recourse).toBeUndefined()
  await expectSound(database)

  // The first client pays at last: the first week's earnings are payable again.
  await seedPaid(world, placement, await bill())
  expect((await seedPayout(world, provider, '2025-06-22')).completed).toMatchObject({ amount: '191.24' })
  expect((await documents()).agency_earnings).toMatchObject({ status: 'closed', funding_status: 'funded' })
  expect(await books(database, provider)).toMatchObject({ bank: '67.52', fee_income: '-56.26' })
  await expectSound(database)
})

test('reversed after a run of earnings alone: the agency owes its payment, and nothing for the set-off', async () => {
  const { world, provider, pay, reverse } = await approvedWeek('partly_funded')
  const payments = async () => {
    const { rows } = await database.owner.query<{ told: string }>(
      `select format('%s %s, %s', case when bank_account_id is null then 'set-off' else 'payment' end, amount, status) as told
       from transaction.payment_receipt_summary where provider_id = $1 and type = 'payment' and amount = 191.24 order by id`,
      [provider.id],
    )
    return rows.map((row) => row.told)
  }
  await seedPayout(world, provider, '2025-06-22')
  const { receipt } = await pay()
  await seedPayout(world, provider, '2025-06-22')
  expect(await payments()).toEqual(['payment 191.24, matched', 'set-off 191.24, matched'])
  await reverse(receipt)
  expect(await payments()).toEqual(['payment 191.24, allocated', 'set-off 191.24, reversed'])
  expect((await books(database, provider)).agency_recourse).toBe('191.24')
  await expectSound(database)
  await pay()
  expect(await payments()).toEqual([
    'payment 191.24, matched',
    'set-off 191.24, reversed',
    'set-off 191.24, matched',
  ])
  expect((await books(database, provider)).agency_recourse).toBeUndefined()
  await expectSound(database)
})

test('part of the money taken back: the agency owes that part', async () => {
  const { world, provider, pay, reverse, documents } = await approvedWeek('partly_funded')
  await pay('1025.00')
  const { receipt } = await pay('100.00')
  await seedPayout(world, provider, '2025-06-22')
  await reverse(receipt)
  expect((await documents()).agency_earnings).toMatchObject({
    paid_amount: '91.24',
    outstanding_balance: '100.00',
  })
  expect((await books(database, provider)).agency_recourse).toBe('100.00')
  await expectSound(database)
})

test('paid when paid: a contractor paid on a receipt that bounced keeps it, and the agency owes it until the client pays', async () => {
  const { world, provider, pay, reverse, documents } = await approvedWeek('paid_when_paid')
  const { receipt } = await pay()
  await seedPayout(world, provider, '2025-06-22')
  await reverse(receipt)
  expect((await documents())['contractor-agency']).toMatchObject({
    status: 'closed',
    funding_status: 'recourse',
  })
  expect((await books(database, provider)).agency_recourse).toBe('1091.24')
  await expectSound(database)
  await pay()
  // Pay and earnings both: paid money stands as it did, and nothing is left to run.
  expect((await books(database, provider)).agency_recourse).toBeUndefined()
  expect(await documents()).toMatchObject({
    agency_earnings: { status: 'closed', funding_status: 'funded' },
    'contractor-agency': { status: 'closed', funding_status: 'released' },
  })
  await expect(seedBatch(world, provider, '2025-06-22')).rejects.toMatchObject({ code: 'precondition' })
  await expectSound(database)
})

test('costs above the charge are owed by the agency and taken from its next earnings', async () => {
  const { world, provider, placement, documents } = await approvedWeek('funded', {
    agency: { funding_model: 'agency_billed' },
    client: { country_code: 'US' },
    placement: { rates: [{ name: 'Standard', contractor_rate: '24.00', client_rate: '25.00' }] },
  })
  // 937.50 without UK VAT, 1080.00 to the contractor, 28.13 of fee: 170.63 short... and VAT on the fee.
  const debit = present((await documents()).agency_earnings, 'a debit')
  expect(debit.outstanding_balance).toMatch(/^-/)
  const { agency, client, contractor } = placement
  const domestic = await seedPlacement(world, {
    agency,
    client: (await seedWeek(world, { provider })).client,
    contractor,
  }).catch(() => null)
  expect(domestic).toBeNull() // Another agency's client is not this agency's to place with.
  const good = await seedPlacement(
    world,
    { agency, client, contractor },
    {
      start_date: '2025-06-09',
      rates: [{ name: 'Standard', contractor_rate: '10.00', client_rate: '25.00' }],
    },
  )
  const timesheet = await seedApprovedTimesheet(world, good)
  const earnings = present((await documentsOf(database, timesheet)).agency_earnings, 'earnings')
  const run = await seedPayout(world, provider, '2025-06-22')
  const after = (await documents()).agency_earnings
  expect(after).toMatchObject({ status: 'closed', outstanding_balance: '0.00' })
  const { rows } = await database.owner.query(
    `select amount from transaction.credit_allocation where credit_note_id = $1 and invoice_id = $2`,
    [debit.id, earnings.id],
  )
  expect(`-${rows[0].amount}`).toBe(debit.outstanding_balance)
  expect(run.completed.payments).toBe(2)
  await expectSound(database)
})

test("indirect: the money and the books are the funder's", async () => {
  const { world, provider, placement, documents, bill } = await approvedWeek('funded', {
    agency: { funding_model: 'indirect' },
  })
  const funder = present(placement.agency.funder, 'a funder')
  const invoice = await bill()
  const into_provider = await seedReceipt(world, placement, '1125.00')
  await expect(match(world, provider.operations, into_provider, invoice, '1125.00')).rejects.toMatchObject({
    code: 'precondition',
    message: `${invoice.human_id} is payable to another account than the one this money came in on`,
  })
  const { rows } = await database.owner.query(
    `select id from business.bank_account where business_id = $1 and purpose = 'trust'`,
    [funder.id],
  )
  const receipt = await act<{ id: string }>(
    world,
    provider.operations,
    'transaction.payment_receipt.record',
    {
      bank_account_id: rows[0].id,
      transaction_date: world.clock.today(),
      amount: '1125.00',
      for_business_id: placement.client.id,
    },
  )
  expect(await match(world, provider.operations, receipt, invoice, '1125.00')).toMatchObject({
    status: 'matched',
  })
  await expect(seedBatch(world, provider, '2025-06-22')).rejects.toMatchObject({ code: 'precondition' })
  const batch = await act<Batch>(world, provider.operations, 'payment.payment_batch.create', {
    run_date: '2025-06-22',
    currency_id: sterling,
    principal_id: funder.id,
  })
  await reviewBatch(world, provider, batch)
  await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  expect(await documents()).toMatchObject({
    'contractor-agency': { status: 'closed' },
    agency_earnings: { status: 'closed' },
    'agency-funder': { status: 'closed' },
    'funder-agency': { status: 'closed' },
    platform_fee: { status: 'closed' },
  })
  await expectSound(database)
})

test('bank line: makes one receipt, and the same line is recorded once', async () => {
  const { world, placement, provider } = await approvedWeek('funded')
  const line = {
    bank_account_id: provider.trust_account_id,
    transaction_date: '2025-06-13',
    amount: '10.00',
    reference: 'INV',
    counterparty: 'Somebody',
  }
  const record = (input: object, viewer = provider.operations) =>
    act<{ id: string }>(world, viewer, 'transaction.bank_line.record', input)
  const { id } = await record(line)
  await expect(record(line)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This bank line was recorded before',
  })
  await record({ ...line, line_no: 2 })
  const receipt = () =>
    act<{ human_id: string }>(world, provider.operations, 'transaction.payment_receipt.record', {
      bank_line_id: id,
      for_business_id: placement.client.id,
    })
  const { human_id } = await receipt()
  await expect(receipt()).rejects.toMatchObject({
    code: 'conflict',
    message: `This bank line is already receipt ${human_id}`,
  })
  const out = await record({ ...line, amount: '-5.00' })
  await expect(
    act(world, provider.operations, 'transaction.payment_receipt.record', {
      bank_line_id: out.id,
      for_business_id: placement.client.id,
    }),
  ).rejects.toMatchObject({ code: 'precondition', message: 'Money that went out cannot be a receipt' })
  await expect(record({ ...line, transaction_date: '2025-06-16' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(record(line, placement.agency.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  const payout = await seedAccount(world, provider.admin, provider.id, 'payout')
  await expect(record({ ...line, bank_account_id: payout })).rejects.toMatchObject({ code: 'not_found' })
})

test('after all of that every check of npm run verify holds', async () => {
  expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
})
