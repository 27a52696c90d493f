/** The findings of a ledger check on one snapshot of the database; it reads only. */
import type { CheckFacts, CheckTotals } from '#business/ledger/ledger-check.rules.ts'
import type { Viewer } from '#entity/access.ts'
import type { Instant } from '#kernel/instant.ts'
import { sha256 } from '#server/audit-chain.ts'
import type { BooksKeys } from '#server/seals/books-key.ts'
import type { Tx } from '#server/verb.ts'
import { type Finding, findingsOf } from '#server/verify.server.ts'

export type AskedCheck = {
  readonly job_id: string
  readonly asked_at: Instant
  readonly viewer: Pick<Viewer, 'business_id' | 'business_name' | 'user_name'>
}

/**
 * Runs every check of `npm run verify` within the transaction.
 * @param tx of the owner: the checks read rows hidden from every viewer. The report shows only the result, the broken
 * rows where the asking provider is the only one, and that provider's own totals
 * @param onFinding counts the checks made, and their total
 */
export async function readCheck(
  tx: Tx,
  keys: BooksKeys | null,
  asked: AskedCheck,
  checked_at: Instant,
  onFinding?: (finding: Finding, all: number) => Promise<void>,
): Promise<CheckFacts> {
  const { viewer } = asked
  const findings = await findingsOf(tx, keys, onFinding)
  const others = await tx.row(
    `select id from business.business where type = 'provider' and id <> $1 and deleted_at is null limit 1`,
    [viewer.business_id],
  )
  const unnamed = others
    ? 'Other providers keep books in this database: npm run verify names the row to its operator.'
    : null
  return {
    job_id: asked.job_id,
    provider_name: viewer.business_name,
    asked_by: viewer.user_name,
    asked_at: asked.asked_at,
    checked_at,
    unnamed,
    audit: await readAudit(tx),
    sealed_rows:
      (await tx.row<{ n: number }>('select coalesce(sum(cardinality(ids)), 0) as n from log.seal_log'))?.n ??
      0,
    totals: await readTotals(tx, viewer.business_id),
    findings: findings.map(({ id, says, broken, notes = [] }) => ({
      id,
      says,
      is_broken: broken.length > 0,
      broken: unnamed === null ? [...broken, ...notes] : [],
    })),
  }
}

async function readAudit(tx: Tx): Promise<CheckFacts['audit']> {
  const heads = await tx.rows<{ chain_id: string; chain_no: number; hash: string }>(
    'select chain_id, chain_no, hash from log.audit_head order by chain_id',
  )
  const newest = await tx.row<{ hash: string }>('select hash from log.audit order by id desc limit 1')
  const count = await tx.row<{ n: number }>('select count(*) as n from log.audit')
  return {
    rows: count?.n ?? 0,
    chains: heads.length,
    newest_hash: newest?.hash ?? '',
    heads_hash: sha256(heads.map((one) => `${one.chain_id} ${one.chain_no} ${one.hash}`).join('\n')),
  }
}

/** Of the provider's own books, pounds first (spec §9). */
function readTotals(tx: Tx, provider_id: string): Promise<CheckTotals[]> {
  return tx.rows<CheckTotals>(
    `with posted as (
       select p.currency_id, count(*) as postings, coalesce(sum(p.amount) filter (where p.amount > 0), 0) as debits,
         coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as credits
       from ledger.posting p join ledger.transaction t on t.id = p.transaction_id where t.provider_id = $1 group by 1),
     billed as (
       select currency_id, count(*) as documents, sum(total_amount) as billed from transaction.invoice
       where provider_id = $1 and deleted_at is null group by 1),
     cash as (
       select currency_id, count(*) filter (where type = 'receipt') as receipts,
         coalesce(sum(amount) filter (where type = 'receipt'), 0) as received,
         count(*) filter (where type = 'payment') as payments,
         coalesce(sum(amount) filter (where type = 'payment'), 0) as paid
       from transaction.payment_receipt_summary where provider_id = $1 and deleted_at is null group by 1)
     select y.alpha_code as code, coalesce(p.postings, 0) as postings, coalesce(p.debits, 0.00) as debits,
       coalesce(p.credits, 0.00) as credits, coalesce(b.documents, 0) as documents, coalesce(b.billed, 0.00) as billed,
       coalesce(c.receipts, 0) as receipts, coalesce(c.received, 0.00) as received,
       coalesce(c.payments, 0) as payments, coalesce(c.paid, 0.00) as paid
     from platform.currency y
     left join posted p on p.currency_id = y.id left join billed b on b.currency_id = y.id
     left join cash c on c.currency_id = y.id
     where p.currency_id is not null or b.currency_id is not null or c.currency_id is not null
     order by (y.alpha_code = 'GBP') desc, y.alpha_code`,
    [provider_id],
  )
}
