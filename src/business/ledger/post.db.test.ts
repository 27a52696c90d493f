import { expect, test } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { seedProvider, worldOn } from '#test/fixtures/world.ts'
import type { LedgerEntry } from './post.server.ts'
import { postEntries, reverseEntry } from './post.server.ts'
import { receiptPostings } from './postings.rules.ts'

const database = await freshDatabase()
const world = worldOn(database)
const provider = await seedProvider(world)

function receipt(fact_key: string, amount = 100): LedgerEntry {
  return {
    kind: 'receipt',
    source_entity: 'transaction.payment_receipt_summary',
    source_id: provider.id,
    principal_id: provider.id,
    provider_id: provider.id,
    agency_id: null,
    fact_key,
    post_date: '2025-06-15',
    postings: receiptPostings(provider.id, money(amount, GBP)),
  }
}

const within = <T>(work: (to: { tx: Tx; clock: typeof world.clock }) => Promise<T>) =>
  inTransaction(database, (tx) => work({ tx, clock: world.clock }))
const journal = async (transaction_id: string | null) =>
  (
    await database.owner.query(
      `select a.kind, p.amount from ledger.posting p join ledger.account a on a.id = p.account_id
       where p.transaction_id = $1 order by a.kind`,
      [transaction_id],
    )
  ).rows

test('posts balanced entries, each with its own id, and opens their accounts once', async () => {
  const ids = await within((to) =>
    postEntries(to, [receipt('a'), { ...receipt('empty'), postings: [] }, receipt('b', 250)]),
  )
  expect(ids.map((id) => id === null)).toEqual([false, true, false])
  expect(await journal(ids[0] ?? null)).toEqual([
    { kind: 'bank', amount: '1.00' },
    { kind: 'unallocated_receipt', amount: '-1.00' },
  ])
  expect(await journal(ids[2] ?? null)).toEqual([
    { kind: 'bank', amount: '2.50' },
    { kind: 'unallocated_receipt', amount: '-2.50' },
  ])
  const { rows } = await database.owner.query('select count(*)::int as n from ledger.account')
  expect(rows).toEqual([{ n: 2 }])
})

test('the same fact is not posted twice, not even by two at once', async () => {
  const both = await Promise.allSettled([1, 2].map(() => within((to) => postEntries(to, [receipt('once')]))))
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(await refusalOf(within((to) => postEntries(to, [receipt('once')])))).toEqual({
    code: 'conflict',
    message: 'This was posted to the ledger before',
  })
})

test('taken back by its mirror, once', async () => {
  const [id] = await within((to) => postEntries(to, [receipt('mirror')]))
  const reversal = {
    kind: 'receipt_reversal',
    source_entity: 'transaction.payment_receipt_summary',
    source_id: provider.id,
    fact_key: 'mirror:back',
    post_date: '2025-06-16',
    transaction_id: id ?? '',
  } as const
  const back = await within((to) => reverseEntry(to, reversal))
  expect(await journal(back)).toEqual([
    { kind: 'bank', amount: '-1.00' },
    { kind: 'unallocated_receipt', amount: '1.00' },
  ])
  const again = within((to) => reverseEntry(to, { ...reversal, fact_key: 'mirror:again' }))
  expect(await refusalOf(again)).toEqual({ code: 'conflict', message: 'This was taken back before' })
})

test('database: refuses unbalanced postings and any change of a posting', async () => {
  const [debit] = receipt('x').postings
  if (!debit) throw new Error('a receipt has postings')
  await expect(within((to) => postEntries(to, [{ ...receipt('odd'), postings: [debit] }]))).rejects.toThrow(
    /do not balance: 1.00 over/,
  )
  for (const change of [
    'update ledger.posting set amount = amount * 2',
    'delete from ledger.posting',
    'update ledger.transaction set post_date = post_date + 1',
    'truncate ledger.posting',
  ]) {
    await expect(database.owner.query(change)).rejects.toThrow(/never changed or removed/)
  }
})
