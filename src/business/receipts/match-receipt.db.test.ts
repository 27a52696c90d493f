import { beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import {
  auditOf,
  books,
  documentsOf,
  expectSound,
  type MatchAnswer,
  match,
  seedReceipt,
} from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  type SeededPlacement,
  seedClient,
  seedContractor,
  seedNextWeek,
  seedPlacement,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
let placement: SeededPlacement

beforeAll(async () => {
  placement = await seedWeek(world)
})

/** One more approved week of the placement, with its client invoice. */
async function week(of: SeededPlacement = placement) {
  const documents = await documentsOf(database, await seedNextWeek(world, of))
  return { documents, bill: present(documents['provider-client'], 'a client invoice') }
}

const operations = () => placement.agency.provider.operations
const unmatch = (detail_id: string, reason = 'Wrong invoice') =>
  act(world, operations(), 'transaction.payment_receipt.unmatch', { detail_id, reason })

test('a receipt is matched partly, taken back, and matched fully; the invoice follows', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '1125.00')
  const part = await match(world, operations(), receipt, bill, '125.00')
  expect(part).toMatchObject({
    status: 'partially_matched',
    matched_amount: '125.00',
    unmatched_amount: '1000.00',
    details: [{ amount: '125.00', invoice_status: 'open', outstanding_balance: '1000.00' }],
  })
  const owed = async () =>
    (await database.owner.query('select * from transaction.invoice where id = $1', [bill.id])).rows[0]
  expect(await owed()).toMatchObject({
    is_part_paid: true,
    paid_amount: '125.00',
    last_payment_date: world.clock.today(),
  })
  await expectSound(database)

  expect(await unmatch(present(part.details[0], 'a match').id)).toMatchObject({
    status: 'allocated',
    matched_amount: '0.00',
  })
  expect(await owed()).toMatchObject({
    status: 'open',
    is_part_paid: false,
    outstanding_balance: '1125.00',
    last_payment_date: null,
  })

  const whole = await match(world, operations(), receipt, bill, '1125.00')
  expect(whole).toMatchObject({
    status: 'matched',
    details: [{ invoice_status: 'closed', outstanding_balance: '0.00' }],
  })
  expect(await owed()).toMatchObject({ status: 'closed', is_part_paid: false, outstanding_balance: '0.00' })
  await expectSound(database)
  expect(await auditOf(database, receipt.id)).toEqual([
    'transaction.payment_receipt.record allocated',
    'transaction.payment_receipt.match partially_matched',
    'transaction.payment_receipt.unmatch allocated',
    'transaction.payment_receipt.match matched',
  ])
  expect(await auditOf(database, bill.id)).toEqual([
    'transaction.payment_receipt.match open',
    'transaction.payment_receipt.unmatch open',
    'transaction.payment_receipt.match closed',
  ])
})

test('one receipt pays many invoices, also of another client, and many receipts one invoice', async () => {
  const { agency } = placement
  const sister = await seedClient(world, agency)
  const contractor = await seedContractor(world, agency)
  const other = await seedPlacement(world, { agency, client: sister, contractor })
  const [mine, theirs] = [(await week()).bill, (await week(other)).bill]
  const group = await seedReceipt(world, placement, '1500.00')
  const answer = await act<MatchAnswer>(world, operations(), 'transaction.payment_receipt.match', {
    id: group.id,
    matches: [
      { invoice_id: mine.id, amount: '1000.00' },
      { invoice_id: theirs.id, amount: '500' },
    ],
  })
  expect(answer).toMatchObject({ status: 'matched', unmatched_amount: '0.00' })
  const rest = await seedReceipt(world, placement, '125.00')
  expect(await match(world, operations(), rest, mine, '125.00')).toMatchObject({
    details: [{ invoice_status: 'closed' }],
  })
  await expectSound(database)
})

test('taking one match back restores only that pair (I12)', async () => {
  const { bill } = await week()
  const [first, second] = [
    await seedReceipt(world, placement, '400.00'),
    await seedReceipt(world, placement, '300.00'),
  ]
  const a = await match(world, operations(), first, bill, '400.00')
  await match(world, operations(), second, bill, '300.00')
  await unmatch(present(a.details[0], 'a match').id)
  const { rows } = await database.owner.query(
    `select s.id, s.status, s.unmatched_amount from transaction.payment_receipt_summary s where id = any ($1) order by id`,
    [[first.id, second.id]],
  )
  expect(rows).toEqual([
    { id: first.id, status: 'allocated', unmatched_amount: '400.00' },
    { id: second.id, status: 'matched', unmatched_amount: '0.00' },
  ])
  const invoice = await database.owner.query(
    'select outstanding_balance from transaction.invoice where id = $1',
    [bill.id],
  )
  expect(invoice.rows[0].outstanding_balance).toBe('825.00')
  await expectSound(database)
})

test('above the outstanding amount, above the receipt, nothing and nonsense are refused under their field', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '2000.00')
  const refused = async (amount: string) => {
    const error = await match(world, operations(), receipt, bill, amount).catch((e) => e)
    return { code: error.code, message: error.errors?.['matches.0.amount'] }
  }
  expect(await refused('1125.01')).toEqual({
    code: 'invalid',
    message: `${bill.human_id}: Only £1,125.00 of the invoice is outstanding`,
  })
  expect(await refused('2000.01')).toEqual({
    code: 'invalid',
    message: `${bill.human_id}: Only £2,000.00 of the receipt is unmatched`,
  })
  expect((await refused('0')).code).toBe('invalid')
  expect((await refused('-5')).code).toBe('invalid')
  expect(await refused('1.005')).toEqual({ code: 'invalid', message: 'Please enter a valid number' })
  const twice = act(world, operations(), 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: [
      { invoice_id: bill.id, amount: '1' },
      { invoice_id: bill.id, amount: '1' },
    ],
  })
  await expect(twice).rejects.toMatchObject({ code: 'invalid' })
  await expectSound(database)
})

test('only client invoices are matched, and never across currencies', async () => {
  const { bill, documents } = await week()
  const receipt = await seedReceipt(world, placement, '900.00')
  const payable = present(documents['contractor-agency'], 'a self-bill')
  await expect(match(world, operations(), receipt, payable, '900.00')).rejects.toMatchObject({
    code: 'precondition',
    message: `${payable.human_id}: Only client invoices can be matched with a receipt`,
  })
  await database.app.query(
    `update transaction.payment_receipt_summary set currency_id = (select id from platform.currency where alpha_code = 'EUR') where id = $1`,
    [receipt.id],
  )
  await expect(match(world, operations(), receipt, bill, '1')).rejects.toMatchObject({
    code: 'invalid',
    message: `${bill.human_id}: A receipt in EUR cannot pay an invoice in GBP`,
  })
  await database.app.query(
    `update transaction.payment_receipt_summary set currency_id = (select id from platform.currency where alpha_code = 'GBP') where id = $1`,
    [receipt.id],
  )
})

test('a reversed receipt is not matched, and a match not taken back twice', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '100.00')
  const made = await match(world, operations(), receipt, bill, '100.00')
  const detail_id = present(made.details[0], 'a match').id
  await unmatch(detail_id)
  await expect(unmatch(detail_id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This match is already reversed',
  })
  await act(world, operations(), 'transaction.payment_receipt.reverse', { id: receipt.id, reason: 'Bounced' })
  await expect(match(world, operations(), receipt, bill, '1')).rejects.toMatchObject({
    code: 'precondition',
    message: `${bill.human_id}: The receipt is reversed and cannot be matched`,
  })
  await expect(unmatch(detail_id, ' ')).rejects.toMatchObject({
    errors: { reason: 'Please specify the reason' },
  })
})

test('changed since the page: a conflict', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '500.00')
  await match(world, operations(), receipt, bill, '25.00')
  const stale = act(world, operations(), 'transaction.payment_receipt.match', {
    id: receipt.id,
    matches: [{ invoice_id: bill.id, amount: '100.00', outstanding_balance: '1125.00' }],
  })
  await expect(stale).rejects.toMatchObject({
    code: 'conflict',
    message: `Somebody else has just changed ${bill.human_id}: it now has £1,100.00 outstanding`,
  })
})

test('two people match one invoice at once: paid once, the other reads the rest', async () => {
  const { bill } = await week()
  const receipts = await Promise.all([1, 2, 3, 4].map(() => seedReceipt(world, placement, '1125.00')))
  const tries = await Promise.allSettled(
    receipts.map((receipt) => match(world, operations(), receipt, bill, '1125.00')),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason.message).toContain('The invoice is already paid')
  }
  await expectSound(database)
})

test('one receipt matched twice at once is spent once', async () => {
  const bills = [(await week()).bill, (await week()).bill]
  const receipt = await seedReceipt(world, placement, '1125.00')
  const tries = await Promise.allSettled(
    bills.map((bill) => match(world, operations(), receipt, bill, '1125.00')),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  await expectSound(database)
})

test('the same key matches once and answers the same', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '50.00')
  const input = { id: receipt.id, matches: [{ invoice_id: bill.id, amount: '50.00' }] }
  const once = () => act(world, operations(), 'transaction.payment_receipt.match', input, 'key-match')
  expect(await once()).toEqual(await once())
  const { rows } = await database.owner.query(
    'select count(*)::int as n from transaction.payment_receipt_detail where payment_receipt_summary_id = $1',
    [receipt.id],
  )
  expect(rows[0].n).toBe(1)
})

test('matching: for the provider only; another provider finds neither receipt nor invoice', async () => {
  const { bill } = await week()
  const receipt = await seedReceipt(world, placement, '10.00')
  const { agency, client, contractor } = placement
  for (const viewer of [agency.admin, client.invoice_contact, contractor.viewer, agency.provider.approver]) {
    await expect(match(world, viewer, receipt, bill, '10.00')).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const stranger = await seedWeek(world)
  const theirs = stranger.agency.provider.operations
  await expect(match(world, theirs, receipt, bill, '10.00')).rejects.toMatchObject({ code: 'not_found' })
  const own = await seedReceipt(world, stranger, '10.00')
  await expect(match(world, theirs, own, bill, '10.00')).rejects.toMatchObject({ code: 'not_found' })
})

test('a receipt is in the books from the first moment, and unmatched money stays unallocated', async () => {
  const fresh = await seedWeek(world)
  await seedReceipt(world, fresh, '70.00')
  expect(await books(database, fresh.agency.provider)).toEqual({
    bank: '70.00',
    unallocated_receipt: '-70.00',
  })
})

test('after all of that every check of npm run verify holds', async () => {
  expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
})
