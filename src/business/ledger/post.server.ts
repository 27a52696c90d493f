/**
 * Writes the ledger. Every money effect is one ledger transaction of balanced postings in its principal's books; only
 * a mirror reverses it. The postings of a call go in by one statement, because the database checks the balance of
 * each (decision 0003).
 */
import { assert, present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { conflict } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { fromSource, insertRows, insertSelectSql, unnestSql } from '#server/write-row.server.ts'
import { ledger_transaction, posting } from './ledger.entity.ts'
import type { Posting } from './postings.rules.ts'

type LedgerKind =
  | 'invoice_set'
  | 'receipt'
  | 'match'
  | 'unmatch'
  | 'receipt_reversal'
  | 'payment'
  | 'set_off'
  | 'recourse'
  | 'refund'
  | 'credit'
  | 'payment_return'

export type LedgerEntry = {
  readonly kind: LedgerKind
  /** The fact behind it, e.g. `transaction.invoice_set` and its id. */
  readonly source_entity: string
  readonly source_id: string
  /** The owner of the books: the provider, or the funder in the indirect model. */
  readonly principal_id: string
  readonly provider_id: string
  readonly agency_id: string | null
  /** One effect of one fact, e.g. `match:{detail id}`: posting it a second time is refused. */
  readonly fact_key: string
  readonly post_date: string
  readonly postings: readonly Posting[]
}

type Writing = { readonly tx: Tx; readonly clock: Clock }

/**
 * Posts entries and opens the accounts they need. Returns their ledger transaction ids, in order; an entry without
 * postings has nothing to say and gives null. @throws conflict when one of the facts was posted before
 */
export async function postEntries(
  within: Writing,
  entries: readonly LedgerEntry[],
): Promise<(string | null)[]> {
  const { tx, clock } = within
  const effective = entries.filter((entry) => entry.postings.length > 0)
  if (effective.length === 0) return entries.map(() => null)
  const accounts = await openAccounts(within, effective)
  const created_at = clock.now()
  const ids = new Map(effective.map((entry) => [entry, newUuid(clock)]))
  const written = await insertRows(
    tx,
    ledger_transaction,
    effective.map(({ postings: _, ...entry }, i) => ({
      ...entry,
      id: present(ids.get(effective[i] as LedgerEntry), 'id of the entry'), // Same length, same order.
      reverses_id: null,
      created_at,
    })),
    'on conflict (fact_key) do nothing',
  )
  if (written < effective.length) throw conflict('This was posted to the ledger before')
  await insertRows(
    tx,
    posting,
    effective.flatMap((entry) =>
      entry.postings.map((posting) => {
        const { account_id, currency_id } = accounts(entry.principal_id, posting)
        return {
          id: newUuid(clock),
          transaction_id: present(ids.get(entry), 'id of the entry'),
          account_id,
          invoice_id: posting.invoice_id,
          agency_id: entry.agency_id,
          currency_id,
          amount: formatMoney(posting.amount),
          post_date: entry.post_date,
          created_at,
        }
      }),
    ),
  )
  return entries.map((entry) => ids.get(entry) ?? null)
}

export type Reversal = Pick<
  LedgerEntry,
  'kind' | 'source_entity' | 'source_id' | 'fact_key' | 'post_date'
> & {
  readonly transaction_id: string
}

/**
 * Mirrors a ledger transaction: same accounts, opposite amounts, linked by `reverses_id`, once at most.
 * Returns the new transaction's id. @throws conflict when it was reversed before
 */
export async function reverseEntry({ tx, clock }: Writing, r: Reversal): Promise<string> {
  const id = newUuid(clock)
  const written = await tx.run(
    `${insertSelectSql(ledger_transaction, {
      ...fromSource('o', ['principal_id', 'provider_id', 'agency_id']),
      id: '$1',
      kind: '$2',
      source_entity: '$3',
      source_id: '$4',
      reverses_id: 'o.id',
      fact_key: '$5',
      post_date: '$6',
      created_at: '$7',
    })} from ledger.transaction o where o.id = $8
     on conflict do nothing`,
    [id, r.kind, r.source_entity, r.source_id, r.fact_key, r.post_date, clock.now(), r.transaction_id],
  )
  if (written === 0) throw conflict('This was taken back before')
  const postings = await tx.run(
    `${insertSelectSql(posting, {
      ...fromSource('o', ['account_id', 'invoice_id', 'agency_id', 'currency_id']),
      transaction_id: '$1',
      amount: '-o.amount',
      post_date: '$2',
      created_at: '$3',
    })} from ledger.posting o where o.transaction_id = $4`,
    [id, r.post_date, clock.now(), r.transaction_id],
  )
  assert(postings > 0, 'a ledger transaction has postings')
  return id
}

type AccountOf = (principal_id: string, posting: Posting) => { account_id: string; currency_id: string }

type Key = { principal_id: string; kind: string; business_id: string | null; currency: string }
const key_columns = { principal_id: 'uuid', kind: 'text', business_id: 'uuid', currency: 'text' } as const
const nobody = '00000000-0000-0000-0000-000000000000'
const keyText = (k: Key) => `${k.principal_id} ${k.kind} ${k.business_id ?? ''} ${k.currency}`

/** Every account the entries touch, opened where it is not. In a fixed order, so that two runs cannot deadlock. */
async function openAccounts({ tx, clock }: Writing, entries: readonly LedgerEntry[]): Promise<AccountOf> {
  const keys = new Map<string, Key>()
  for (const { principal_id, postings } of entries) {
    for (const { account, amount } of postings) {
      const key = { principal_id, ...account, currency: amount.currency }
      keys.set(keyText(key), key)
    }
  }
  const wanted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
  const find = () => {
    const params: unknown[] = []
    const from = unnestSql(key_columns, wanted, params, 'w')
    return tx.rows<Key & { account_id: string; currency_id: string }>(
      `select w.principal_id, w.kind, w.business_id, w.currency, a.id as account_id, c.id as currency_id
       from ${from}
       join platform.currency c on c.alpha_code = w.currency
       join ledger.account a on a.principal_id = w.principal_id and a.kind = w.kind and a.currency_id = c.id
         and coalesce(a.business_id, '${nobody}') = coalesce(w.business_id, '${nobody}')`,
      params,
    )
  }
  let found = await find()
  if (found.length < wanted.length) {
    const params: unknown[] = []
    const from = unnestSql(key_columns, wanted, params, 'w')
    params.push(clock.now())
    await tx.run(
      `insert into ledger.account (principal_id, kind, business_id, currency_id, created_at)
       select w.principal_id, w.kind, w.business_id, c.id, $${params.length}
       from ${from} join platform.currency c on c.alpha_code = w.currency
       on conflict do nothing`,
      params,
    )
    found = await find()
  }
  const byKey = new Map(found.map((account) => [keyText(account), account]))
  return (principal_id, { account, amount }) =>
    present(
      byKey.get(keyText({ principal_id, ...account, currency: amount.currency })),
      `account ${account.kind}`,
    )
}
