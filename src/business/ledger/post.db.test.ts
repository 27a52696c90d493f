import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { GBP, money } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { seedProvider } from '#test/fixtures/world.ts'
import type { LedgerEntry } from './post.server.ts'
import { postEntries, reverseEntry } from './post.server.ts'
import { receiptPostings } from './postings.rules.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const { rows } = await database.app.query<{ id: string }>(
  `insert into transaction.payment_receipt_summary (human_id, type, status, for_business_id, principal_id, provider_id, currency_id,
     amount, transaction_date, created_by)
   select 'REC-1', 'receipt', 'allocated', $1, $1, $1, id, 100, '2025-06-15', 'a' from platform.currency where alpha_code = 'GBP'
   returning id`,
  [provider.id],
)
const source_id = present(rows[0], 'the receipt').id

function receipt(fact_key: string, amount = 100): LedgerEntry {
  return {
    kind: 'receipt',
    source_entity: 'transaction.payment_receipt_summary',
    source_id,
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
  const counted = await database.owner.query('select count(*)::int as n from ledger.account')
  expect(counted.rows).toEqual([{ n: 2 }])
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
    source_id,
    fact_key: 'mirror:back',
    post_date: '2025-06-15',
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

test('taken back: on the day of an entry that an earlier release posted ahead, and no later', async () => {
  const [id] = await within((to) => postEntries(to, [receipt('ahead')]))
  const ahead = addDays(world.clock.today(), 5)
  await database.owner.query('alter table ledger.transaction disable trigger user')
  await database.owner.query('update ledger.transaction set post_date = $2 where id = $1', [id, ahead])
  await database.owner.query('alter table ledger.transaction enable trigger user')
  const back = (post_date: string) =>
    within((to) =>
      reverseEntry(to, {
        kind: 'payment_return',
        source_entity: 'transaction.payment_receipt_summary',
        source_id,
        fact_key: 'ahead:back',
        post_date,
        transaction_id: id ?? '',
      }),
    )
  await expect(back(addDays(ahead, 1))).rejects.toThrow(/after/)
  expect(await journal(await back(ahead))).toHaveLength(2)
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

test('ledger.post: refuses an entry with a wrong date, source, books or account', async () => {
  const good = receipt('refused')
  const [debit, credit] = good.postings
  if (!debit || !credit) throw new Error('a receipt has postings')
  const refused: [Partial<LedgerEntry>, RegExp][] = [
    [{ post_date: '2999-01-01' }, /is posted on 2999-01-01, after/],
    [{ kind: 'payment', post_date: addDays(world.clock.today(), 1) }, /is posted on [0-9-]+, after/],
    [{ post_date: '2024-04-05' }, /before the books begin on 2024-04-06/],
    [{ source_id: provider.id }, /payment_receipt_summary [0-9a-f-]+, which is not there/],
    [{ source_entity: 'business.business', source_id: provider.id }, /which is not there/],
    [{ principal_id: source_id }, /not in the books of a provider or its funder/],
    [{ provider_id: source_id }, /not in the books of a provider or its funder/],
    [
      {
        postings: [
          { ...debit, account: { kind: 'bank', business_id: provider.id } },
          { ...credit, account: { kind: 'unallocated_receipt', business_id: provider.id } },
        ],
      },
      /no such account: bank is kept for a business/,
    ],
    [
      { postings: [debit, { ...credit, account: { kind: 'unallocated_receipt', business_id: null } }] },
      /no such account: unallocated_receipt is kept for nobody/,
    ],
  ]
  for (const [change, message] of refused)
    await expect(within((to) => postEntries(to, [{ ...good, ...change }]))).rejects.toThrow(message)
  await expect(within((to) => postEntries(to, [good]))).resolves.toHaveLength(1)
})

/** One entry as the function takes it, by hand. */
const byHand = (change: object) =>
  within(({ tx, clock }) => {
    const { postings: _, ...entry } = receipt(`by hand ${JSON.stringify(change)}`)
    const account = { principal_id: provider.id, kind: 'bank', business_id: null, currency: 'GBP' }
    const said = {
      at: clock.now(),
      entries: [{ ...entry, id: newUuid(clock) }],
      accounts: [account],
      ...change,
    }
    return tx.run('select ledger.post($1)', [JSON.stringify(said)])
  })

test('ledger.post: refuses entries without postings, fine amounts, unknown currencies and foreign books', async () => {
  const id = () => newUuid(world.clock)
  const list = (amounts: string[]) => ({
    id: amounts.map(id),
    entry: amounts.map(() => 1),
    account: amounts.map(() => 1),
    invoice: amounts.map(() => null),
    amount: amounts,
  })
  await expect(byHand({ entries: [] })).rejects.toThrow(/nothing is posted/)
  await expect(byHand({ postings: list([]) })).rejects.toThrow(/an entry has no postings/)
  await expect(byHand({ postings: list(['1.005', '-1.005']) })).rejects.toThrow(/finer than a penny/)
  for (const [change, message] of [
    [{ currency: 'ZZZ' }, /of no currency that is known/],
    [{ principal_id: source_id }, /violates foreign key constraint/],
  ] as const) {
    const account = { principal_id: provider.id, kind: 'bank', business_id: null, currency: 'GBP', ...change }
    await expect(byHand({ accounts: [account], postings: list(['1', '-1']) })).rejects.toThrow(message)
  }
})
