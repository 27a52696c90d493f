/** The parties of a correction, as printed on the corrected documents. */
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { describeParties } from '../invoices/describe-parties.server.ts'
import { readParties } from '../invoices/read-work.server.ts'
import type { CreditableDocument } from './credit-load.server.ts'

/**
 * The printed party by business; a party that no document of the set names is described as it is now. An agency's own
 * bill without a fee names no provider, yet the change of its earnings is between the two.
 */
export async function printedAs(
  context: VerbContext,
  documents: readonly CreditableDocument[],
  business_ids: readonly string[],
): Promise<(business_id: string) => string> {
  const known = new Map<string, string>()
  const know = (business_id: string, entity_id: string) => {
    if (!known.has(business_id)) known.set(business_id, entity_id)
  }
  for (const one of documents) know(one.from_business_id, one.from_invoice_entity_id)
  for (const one of documents) know(one.to_business_id, one.to_invoice_entity_id)
  const missing = [...new Set(business_ids)].filter((id) => !known.has(id))
  if (missing.length > 0) {
    const parties = await readParties(context.tx, missing)
    for (const [id, entity_id] of await describeParties(context, parties.values())) know(id, entity_id)
  }
  return (business_id) => present(known.get(business_id), 'a party of the set as printed')
}
