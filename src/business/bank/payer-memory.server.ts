/**
 * Payers by client, learned from matches and unlearned when a match is undone: one count for each matched receipt of
 * a payer. A receipt without a payer teaches nothing.
 */
import type { VerbContext } from '#server/verb.ts'

const standing = `select d.client_id from transaction.payment_receipt_detail d
  where d.payment_receipt_summary_id = $1 and d.reversal_date is null and d.client_id is not null`

/** Call it before the lines of the match are written. */
export async function learnPayer(
  { tx, clock }: VerbContext,
  receipt_id: string,
  client_ids: readonly string[],
): Promise<void> {
  await tx.run(
    `insert into transaction.payer_memory (provider_id, payer_key, business_id, times, updated_at)
     select s.provider_id, s.payer_key, c.id, 1, $3 from transaction.payment_receipt_summary s
     cross join (select distinct id from unnest($2::uuid[]) as u (id) order by id) c
     where s.id = $1 and s.payer_key <> '' and c.id not in (${standing})
     on conflict (provider_id, payer_key, business_id) do update set times = payer_memory.times + 1, updated_at = excluded.updated_at`,
    [receipt_id, client_ids, clock.now()],
  )
}

/** Call it when the lines are taken back. */
export async function unlearnPayer(
  { tx, clock }: VerbContext,
  receipt_id: string,
  client_ids: readonly string[],
): Promise<void> {
  await tx.run(
    `update transaction.payer_memory m set times = greatest(m.times - 1, 0), updated_at = $3
     from transaction.payment_receipt_summary s
     where s.id = $1 and m.provider_id = s.provider_id and m.payer_key = s.payer_key and m.business_id = any ($2)
       and m.business_id not in (${standing})`,
    [receipt_id, client_ids, clock.now()],
  )
}

/** How often this receipt's payer was matched with each client. */
export async function matchCounts({ tx }: VerbContext, receipt_id: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ business_id: string; times: number }>(
    `select m.business_id, m.times from transaction.payer_memory m
     join transaction.payment_receipt_summary s on s.provider_id = m.provider_id and s.payer_key = m.payer_key
     where s.id = $1 and s.payer_key <> '' and m.times > 0`,
    [receipt_id],
  )
  return new Map(rows.map((row) => [row.business_id, row.times]))
}
