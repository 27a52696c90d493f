import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { printedVatNumber } from '#kernel/identifier.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { invoice_entity } from './invoice.entity.ts'
import type { Party } from './read-work.server.ts'

/** Descriptions of these parties for new documents; equal descriptions share a row. Returns its id by business. */
export async function describeParties(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  parties: Iterable<Party>,
): Promise<ReadonlyMap<string, string>> {
  const described = [...parties].map((one) => {
    const party = { ...one, vat_number: one.vat_number && printedVatNumber(one.vat_number) }
    return { ...party, content_hash: contentHash(party) }
  })
  const hashes = described.map((one) => one.content_hash)
  let known = await find(tx, hashes)
  const fresh = described
    .filter((one) => !known.has(one.content_hash))
    // One order for all runs, so that two of them wait instead of deadlocking.
    .sort((a, b) => (a.content_hash < b.content_hash ? -1 : 1))
  if (fresh.length > 0) {
    const rows = fresh.map(
      ({ id: business_id, is_vat_registered: _, has_vat_evidence: _evidence, ...one }) => ({
        ...one,
        business_id,
        id: newUuid(clock),
        created_at: clock.now(),
      }),
    )
    await insertRows(tx, invoice_entity, rows, 'on conflict (content_hash) do nothing')
    known = await find(tx, hashes)
  }
  return new Map(described.map((one) => [one.id, known.get(one.content_hash) ?? '']))
}

async function find(tx: Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ content_hash: string; id: string }>(
    'select content_hash, id from transaction.invoice_entity where content_hash = any ($1)',
    [hashes],
  )
  return new Map(rows.map((row) => [row.content_hash, row.id]))
}

function contentHash(party: Party): string {
  const described = [
    party.id,
    party.business_name,
    party.business_type,
    party.invoicing_address,
    party.country_code,
    party.email,
    party.registration_number,
    party.vat_number,
    party.logo_attachment_id,
  ]
  return createHash('sha256').update(JSON.stringify(described)).digest('hex')
}
