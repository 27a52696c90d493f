import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { billOf, expectSound, match, seedPayout, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAccount,
  seedApprovedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import type { AutoPreview, LinePayer } from './match-answers.rules.ts'
import type { SuggestedMatch } from './suggest.rules.ts'

const { database, world } = await freshWorld()

async function billed(provider?: SeededPlacement['agency']['provider']) {
  const placement = await seedWeek(world, provider ? { provider } : {})
  const sheets = await seedApprovedTimesheets(world, placement)
  const bills = await Promise.all(sheets.map((sheet) => billOf(database, sheet)))
  const { operations } = placement.agency.provider
  const does = <T>(action_id: string, input: object = {}, viewer = operations, key: string | null = null) =>
    act<T>(world, viewer, action_id, input, key)
  return {
    placement,
    bills,
    operations,
    does,
    first: present(bills[0], 'a bill'),
    second: present(bills[1], 'a bill'),
  }
}

const preview = 'transaction.payment_receipt.auto_match_preview'
const apply = 'transaction.payment_receipt.auto_match'
const toApply = (shown: AutoPreview) => ({
  receipts: shown.matches.map(({ id, matches }) => ({
    id,
    matches: matches.map(({ invoice_id, amount, outstanding_balance }) => ({
      invoice_id,
      amount,
      outstanding_balance,
    })),
  })),
})

test('auto-match: previewed with totals and exceptions, applied as shown, each pair undoable', async () => {
  const { placement, first, second, does } = await billed()
  const sure = await seedReceipt(world, placement, '1125.00', `Payment ${first.human_id}`)
  const part = await seedReceipt(world, placement, '500.00', second.human_id)
  await seedReceipt(world, placement, '1125.00', 'BACS')
  const shown = await does<AutoPreview>(preview)
  expect(shown).toMatchObject({
    looked_at: 3,
    totals: [{ currency: 'GBP', count: 1, amount: '1125.00' }],
    matches: [{ id: sure.id, matches: [{ human_id: first.human_id, amount: '1125.00' }] }],
    exceptions: [{ id: part.id, reason: 'The amount is not what is outstanding on the invoices named' }],
  })
  expect(await does(apply, toApply(shown))).toMatchObject({ receipts: 1, pairs: 1 })
  expect((await does<AutoPreview>(preview)).matches).toEqual([])
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from transaction.payment_receipt_detail where invoice_id = $1 and reversal_date is null',
    [first.id],
  )
  await does('transaction.payment_receipt.unmatch', { detail_id: rows[0]?.id, reason: 'Wrong' })
  expect((await does<AutoPreview>(preview)).matches).toHaveLength(1)
})

test('two people apply one preview at once: each pair is made once, the second gets a conflict', async () => {
  const { placement, first, second, does } = await billed()
  const { provider } = placement.agency
  await seedReceipt(world, placement, '1125.00', first.human_id)
  await seedReceipt(world, placement, '1125.00', second.human_id)
  const input = toApply(await does<AutoPreview>(preview))
  const tries = await Promise.allSettled([does(apply, input), does(apply, input, provider.admin)])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(['conflict', 'precondition']).toContain(one.reason.code)
  await expectSound(database)
})

test('payer memory: learns from matches and unlearns from corrections', async () => {
  const { placement, bills, does, operations } = await billed()
  const sister = await billed(placement.agency.provider)
  const pay = (reference: string) => seedReceipt(world, placement, '1125.00', reference)
  const offered = async (receipt: { id: string }) =>
    (await does<{ candidates: SuggestedMatch[] }>('transaction.payment_receipt.suggest', { id: receipt.id }))
      .candidates
  const before = await offered(await pay('GROUP'))
  expect(before.map((one) => one.human_id)).not.toContain(sister.first.human_id)
  // The holding pays for its sister.
  const paid = await pay('GROUP')
  const matched = await match(world, operations, paid, sister.first, '1125.00')
  const after = await offered(await pay('GROUP'))
  const learned = after.find((one) => one.human_id === sister.second.human_id)
  expect(learned?.reasons).toContain('Payer matched to this client 1 time before')
  await does('transaction.payment_receipt.unmatch', {
    detail_id: matched.details[0]?.id,
    reason: 'Not theirs',
  })
  expect((await offered(await pay('GROUP'))).map((one) => one.human_id)).not.toContain(sister.second.human_id)
  expect(bills.length).toBeGreaterThan(1)
})

test('search: beyond the payer, in the receipt’s currency and books only', async () => {
  const { placement, does } = await billed()
  const sister = await billed(placement.agency.provider)
  const stranger = await billed()
  const receipt = await seedReceipt(world, placement, '10.00', 'x')
  const search = async (text: string) =>
    (
      await does<{ candidates: SuggestedMatch[] }>('transaction.payment_receipt.suggest', {
        id: receipt.id,
        search: text,
      })
    ).candidates.map((one) => one.human_id)
  expect(await search(sister.first.human_id)).toEqual([sister.first.human_id])
  expect(await search(stranger.first.human_id)).toEqual([])
})

test('bank lines know their payer by number, by memory or by name, and become receipts together', async () => {
  const { placement, first, does, operations } = await billed()
  const { provider } = placement.agency
  const line = (reference: string, counterparty: string) =>
    act<{ id: string }>(world, operations, 'transaction.bank_line.record', {
      bank_account_id: provider.trust_account_id,
      transaction_date: '2025-06-13',
      amount: '10.00',
      reference,
      counterparty,
      bank_id: crypto.randomUUID(),
    })
  const [client] = (
    await database.owner.query<{ name: string }>('select name from business.business where id = $1', [
      placement.client.id,
    ])
  ).rows
  const by_number = await line(`pays ${first.human_id}`, 'WHOEVER')
  const by_name = await line('', (client?.name ?? '').toUpperCase())
  const unknown = await line('', 'NOBODY WE KNOW')
  const payers = async () =>
    new Map(
      (await does<{ lines: LinePayer[] }>('transaction.bank_line.payers')).lines.map((one) => [
        one.bank_line_id,
        one,
      ]),
    )
  const found = await payers()
  expect(found.get(by_number.id)).toMatchObject({
    for_business_id: placement.client.id,
    reason: 'Invoice number in the reference',
  })
  expect(found.get(by_name.id)).toMatchObject({
    for_business_id: placement.client.id,
    reason: 'The name is the client’s',
  })
  expect(found.get(unknown.id)).toMatchObject({ for_business_id: null, reason: null })
  const made = await does<{ ids: string[] }>('transaction.payment_receipt.record_many', {
    receipts: [by_number, by_name].map((one) => ({
      bank_line_id: one.id,
      for_business_id: placement.client.id,
    })),
  })
  expect(made.ids).toHaveLength(2)
  expect([...(await payers()).keys()]).toEqual([unknown.id])
  // Learned by matching.
  await match(world, operations, { id: made.ids[0] ?? '' }, first, '10.00')
  const next = await line('', 'Whoever')
  expect((await payers()).get(next.id)?.reason).toContain('Payer seen before as')
})

test('overpayment: kept on the receipt, or refunded by a batch that a second person reviews', async () => {
  const { placement, first, does, operations } = await billed()
  const { provider } = placement.agency
  await seedPayout(world, provider, '2025-07-30')
  const receipt = await seedReceipt(world, placement, '1200.00', first.human_id)
  await match(world, operations, receipt, first, '1125.00')
  const refund = (amount: string) =>
    does<{ refund_id: string; status: string; unmatched_amount: string }>(
      'transaction.payment_receipt.refund',
      {
        id: receipt.id,
        amount,
        reason: 'Paid too much',
      },
    )
  expect((await refusalOf(refund('75.01'))).errors).toEqual({
    amount: 'Only £75.00 of the receipt is unmatched',
  })
  const asked = await refund('75.00')
  expect(asked).toMatchObject({ status: 'matched', unmatched_amount: '0.00' })
  expect(
    (await refusalOf(does('transaction.payment_receipt.reverse', { id: receipt.id, reason: 'x' }))).message,
  ).toContain('cancel the refund first')
  await does('transaction.payment_receipt.cancel_refund', { refund_id: asked.refund_id, reason: 'Wait' })
  const again = await refund('75.00')
  // No account of the client is known: held, until one is confirmed by two people.
  const batch = await act<{ id: string; item_count: number; held_count: number }>(
    world,
    operations,
    'payment.payment_batch.create',
    {
      run_date: '2025-07-30',
      currency_id: '00000000-0000-7000-8000-000000000826',
    },
  )
  expect(batch).toMatchObject({ item_count: 0, held_count: 1 })
  expect(
    (
      await refusalOf(
        does('transaction.payment_receipt.cancel_refund', { refund_id: again.refund_id, reason: 'x' }),
      )
    ).message,
  ).toContain('is in batch')
  await does('payment.payment_batch.cancel', { id: batch.id, reason: 'The run date is wrong' })
  await seedAccount(world, provider.admin, placement.client.id, 'payout')
  const paid = await seedPayout(world, provider, '2025-07-30')
  expect(paid.completed).toMatchObject({ amount: '75.00', payments: 1 })
  expect(
    (await refusalOf(does('transaction.payment_receipt.reverse', { id: receipt.id, reason: 'x' }))).message,
  ).toContain('was given back')
  await expectSound(database)
})

test('after all of that every check of npm run verify holds', async () => {
  expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
})
