/**
 * Writes the ledger. Every money effect is one ledger transaction of balanced postings in its principal's books; only
 * a mirror reverses it. The database's function `ledger.post` is the only way in, and checks every entry.
 */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { conflict } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
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
  | 'payroll'
  | 'tax_month'

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

/** An entry as `ledger.post` takes it; of a mirror the parties are those of the entry that it reverses. */
type SentEntry = Omit<LedgerEntry, 'postings' | 'principal_id' | 'provider_id' | 'agency_id'> & {
  readonly id: string
  readonly reverses_id?: string
}

type Account = {
  readonly principal_id: string
  readonly kind: string
  readonly business_id: string | null
  readonly currency: string
}
const keyText = (k: Account) => `${k.principal_id} ${k.kind} ${k.business_id ?? ''} ${k.currency}`

/** Postings as lists of their columns, which the database reads faster than a list of objects. */
type Postings = {
  readonly id: string[]
  /** The places of entry and account in their lists, from 1. */
  readonly entry: number[]
  readonly account: number[]
  readonly invoice: (string | null)[]
  readonly amount: string[]
}
const noPostings = (): Postings => ({ id: [], entry: [], account: [], invoice: [], amount: [] })

/** Keys that hold a fact, and the reversal of an entry, to one. */
const ONCE = new Set(['transaction_fact_key_key', 'transaction_reverses_id_key'])

/** @param refusal says that the fact was posted before */
async function post(
  { tx, clock }: Writing,
  entries: readonly SentEntry[],
  { accounts, postings }: { readonly accounts: readonly Account[]; readonly postings: Postings },
  refusal: string,
): Promise<void> {
  try {
    await tx.run('select ledger.post($1)', [JSON.stringify({ at: clock.now(), entries, accounts, postings })])
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string } // Errors of pg carry both.
    if (code === '23505' && ONCE.has(constraint)) throw conflict(refusal)
    throw error
  }
}

/**
 * Posts entries and opens the accounts they need. Returns their ledger transaction ids, in order; an entry without
 * postings gives null. @throws conflict when one of the facts was posted before
 */
export async function postEntries(
  within: Writing,
  entries: readonly LedgerEntry[],
): Promise<(string | null)[]> {
  const effective = entries.filter((entry) => entry.postings.length > 0)
  if (effective.length === 0) return entries.map(() => null)
  const ids = new Map(effective.map((entry) => [entry, newUuid(within.clock)]))
  const accounts = accountsOf(effective)
  const places = new Map(accounts.map((account, i) => [keyText(account), i + 1]))
  const postings = noPostings()
  for (const [i, { principal_id, postings: own }] of effective.entries()) {
    for (const { account, amount, invoice_id } of own) {
      const key = keyText({ principal_id, ...account, currency: amount.currency })
      postings.id.push(newUuid(within.clock))
      postings.entry.push(i + 1)
      postings.account.push(present(places.get(key), `account ${account.kind}`))
      postings.invoice.push(invoice_id)
      postings.amount.push(formatMoney(amount))
    }
  }
  const said = effective.map((entry) => {
    const { postings: _, ...rest } = entry
    return { ...rest, id: present(ids.get(entry), 'id of the entry') }
  })
  await post(within, said, { accounts, postings }, 'This was posted to the ledger before')
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
export async function reverseEntry(within: Writing, reversal: Reversal): Promise<string> {
  const { transaction_id, ...entry } = reversal
  const id = newUuid(within.clock)
  await post(
    within,
    [{ ...entry, id, reverses_id: transaction_id }],
    { accounts: [], postings: noPostings() },
    'This was taken back before',
  )
  return id
}

/** Every account the entries touch, in a fixed order, so that two runs that open them cannot deadlock. */
function accountsOf(entries: readonly LedgerEntry[]): Account[] {
  const accounts = new Map<string, Account>()
  for (const { principal_id, postings } of entries) {
    for (const { account, amount } of postings) {
      const one = { principal_id, ...account, currency: amount.currency }
      accounts.set(keyText(one), one)
    }
  }
  return [...accounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account)
}
