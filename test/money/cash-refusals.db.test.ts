/** What cash refuses, in the words that people read, each through the verb that they press. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import {
  documentsOf,
  euro,
  match,
  reviewBatch,
  seedBatch,
  seedPayout,
  seedReceipt,
  sterling,
} from '../fixtures/cash.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act, seedAccount, seedApprovedTimesheet, seedWeek, worldOn } from '../fixtures/world.ts'

const database = await freshDatabase()

async function billed() {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  const { provider } = placement.agency
  return { world, placement, provider, bill: present(documents['provider-client'], 'a bill') }
}

test('two receipts for one invoice: the second reads the rest, then that it is paid', async () => {
  const { world, placement, provider, bill } = await billed()
  const [first, second] = [
    await seedReceipt(world, placement, '1000.00', bill.human_id),
    await seedReceipt(world, placement, '1125.00', bill.human_id),
  ]
  type Preview = { exceptions: { id: string; reason: string }[]; matches: unknown[] }
  const look = () =>
    act<Preview>(world, provider.operations, 'transaction.payment_receipt.auto_match_preview', {})
  const not_all = 'The amount is not what is outstanding on the invoices named'
  // The one that fits is certain; the other is a question.
  expect((await look()).exceptions.find((one) => one.id === first.id)?.reason).toBe(not_all)
  const third = await seedReceipt(world, placement, '1125.00', bill.human_id)
  expect(
    (await look()).exceptions.filter((one) => one.id === second.id || one.id === third.id),
  ).toMatchObject([
    { reason: `Several receipts name ${bill.human_id}` },
    { reason: `Several receipts name ${bill.human_id}` },
  ])
  await match(world, provider.operations, first, bill, '1000.00')
  const more = await refusalOf(match(world, provider.operations, second, bill, '1125.00'))
  expect(more.errors).toEqual({
    'matches.0.amount': `${bill.human_id}: Only £125.00 of the invoice is outstanding`,
  })
  await match(world, provider.operations, second, bill, '125.00')
  const paid = await refusalOf(match(world, provider.operations, third, bill, '1.00'))
  expect(paid.message).toBe(`${bill.human_id}: The invoice is already paid`)
})

test('a receipt in euro pays no invoice in pounds, and is not offered one', async () => {
  const { world, placement, provider, bill } = await billed()
  const account = await seedAccount(world, provider.admin, provider.id, 'trust', { currency: 'EUR' })
  const typed = {
    bank_account_id: account,
    transaction_date: world.clock.today(),
    amount: '1125.00',
    reference: bill.human_id,
    for_business_id: placement.client.id,
  }
  const record = (more: object = {}) =>
    act<{ id: string; human_id: string }>(world, provider.operations, 'transaction.payment_receipt.record', {
      ...typed,
      ...more,
    })
  expect((await refusalOf(record({ currency_id: sterling }))).errors).toEqual({
    currency_id: 'The account is in EUR',
  })
  const receipt = await record({ currency_id: euro })
  const refused = await refusalOf(match(world, provider.operations, receipt, bill, '1125.00'))
  expect(refused.errors).toEqual({
    'matches.0.amount': `${bill.human_id}: A receipt in EUR cannot pay an invoice in GBP`,
  })
  const suggest = 'transaction.payment_receipt.suggest'
  expect(await act(world, provider.operations, suggest, { id: receipt.id })).toMatchObject({
    candidates: [],
    consolidated: [],
  })
  type Preview = { exceptions: { id: string; reason: string }[] }
  const seen = await act<Preview>(
    world,
    provider.operations,
    'transaction.payment_receipt.auto_match_preview',
    {},
  )
  expect(seen.exceptions.find((one) => one.id === receipt.id)?.reason).toBe(
    `${bill.human_id} is in another currency than the receipt`,
  )
})

test('batch review: not by its maker, not with one role, not twice', async () => {
  const { world, provider } = await billed()
  const batch = await act<{ id: string; human_id: string }>(
    world,
    provider.admin,
    'payment.payment_batch.create',
    { run_date: '2025-06-22', currency_id: sterling },
  )
  const step = (action: string, viewer = provider.admin) =>
    act(world, viewer, `payment.payment_batch.${action}`, { id: batch.id })
  await step('submit')
  expect((await refusalOf(step('review'))).message).toBe(
    'A batch is reviewed by somebody other than its maker',
  )
  expect((await refusalOf(step('complete', provider.approver))).message).toBe(
    `Batch ${batch.human_id} is under review and cannot be completed`,
  )
  await step('review', provider.approver)
  expect((await refusalOf(step('review', provider.approver))).message).toBe(
    `Batch ${batch.human_id} is already reviewed`,
  )
  // The table holds it, too.
  const by_maker = `update payment.payment_batch set reviewed_by = made_by where id = $1`
  await expect(database.owner.query(by_maker, [batch.id])).rejects.toThrow('check constraint')
})

const camt = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S1</Id>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries}
</Stmt></BkToCstmrStmt></Document>`
const entry = (ref: string, amount: string) =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2025-06-13</Dt></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef></Ntry>`

test('a camt file cut in the middle, one with an entry missing, and one that was imported before', async () => {
  const { world, provider } = await billed()
  const whole = camt(`${entry('B-1', '10.00')}${entry('B-2', '20.00')}`)
  const take = (text: string) =>
    act<{ new_count: number }>(world, provider.operations, 'transaction.bank_statement.import', {
      bank_account_id: provider.trust_account_id,
      file_name: 'june.xml',
      content: [text],
    })
  const words = async (text: string) => (await refusalOf(take(text))).errors?.content
  expect(await words(whole.slice(0, whole.indexOf('B-2')))).toBe(
    'The file ends in the middle. Nothing was stored: please export it again.',
  )
  expect(await words(camt(entry('B-1', '10.00')))).toBe(
    'The lines do not lead from the opening balance of £0.00 to the closing balance of £30.00, but to £10.00: part of the file is missing',
  )
  const { rows } = await database.owner.query(
    'select count(*)::int as n from transaction.bank_line where provider_id = $1',
    [provider.id],
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await take(whole)).new_count).toBe(2)
  expect((await refusalOf(take(whole))).message).toBe('Every line of this statement was imported before')
})

test('an account that its bank cannot have, and payment into one that waits', async () => {
  const { world, placement, provider } = await billed()
  const company = placement.contractor.payment_company_id
  const enter = (more: object) =>
    refusalOf(
      act(world, placement.agency.admin, 'business.bank_account.create', {
        business_id: company,
        bank_name: 'Bank',
        account_holder_name: 'Holder',
        ...more,
      }),
    )
  // Vectors of the modulus check: each wrong by its weights.
  for (const [sort_code, account_number] of [
    ['089999', '66374959'],
    ['203099', '66831036'],
    ['107999', '88837493'],
  ])
    expect((await enter({ sort_code, account_number })).errors).toEqual({
      account_number: 'This account number does not exist at this sort code: please check both',
    })
  world.clock.advance({ days: 7 })
  const paid = await seedPayout(world, provider)
  const { rows: payments } = await database.owner.query<{ id: string; bank_account_id: string }>(
    `select id, bank_account_id from transaction.payment_receipt_summary where payment_batch_id = $1 and for_business_id = $2`,
    [paid.id, company],
  )
  const payment = present(payments[0], 'a payment')
  const input = { payment_id: payment.id, return_code: 'invalid_details' }
  await act(world, provider.operations, 'payment.payment_batch.return_payment', input)
  const batch = await seedBatch(world, provider)
  const { rows: items } = await database.owner.query<{ id: string }>(
    'select id from payment.payment_batch_item where payment_batch_id = $1',
    [batch.id],
  )
  const release = { item_id: items[0]?.id, reason: 'Asked' }
  expect(
    (await refusalOf(act(world, provider.operations, 'payment.payment_batch.release_item', release))).message,
  ).toBe("The bank sent a payment back: the payee's account waits to be confirmed again")
  expect((await refusalOf(reviewBatch(world, provider, batch))).message).toBe(
    `Batch ${batch.human_id} has nothing to pay`,
  )
  // The table holds it, too: nobody ends a hold alone.
  const alone = `update business.bank_account set hold_ended_at = now(), hold_ended_by = held_by where id = $1`
  await expect(database.owner.query(alone, [payment.bank_account_id])).rejects.toThrow('hold_two_people')
})
