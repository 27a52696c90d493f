import type { VerbContext } from '#server/verb.ts'
import type { SignedRecord } from './signing.rules.ts'

export type Sides = {
  readonly provider_id: string
  readonly agency_id: string | null
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

/** The businesses of a record that may sign about it. The caller has seen the record. */
export async function partiesOfRecord(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  entity: SignedRecord,
  id: string,
): Promise<Sides> {
  const own = {
    provider_id: viewer.provider_id,
    agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    client_id: null,
    contractor_id: null,
    funder_id: null,
  }
  if (entity === 'business.agency') return { ...own, agency_id: id }
  if (entity === 'business.client') return { ...own, client_id: id }
  if (entity === 'business.contractor') return { ...own, contractor_id: id }
  const row = await tx.row<Sides>(
    'select provider_id, agency_id, client_id, contractor_id, funder_id from contract.contract where id = $1',
    [id],
  )
  return row ?? own
}
