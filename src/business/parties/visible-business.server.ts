import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { business } from './business.entity.ts'

export type PartyRow = ReadRow<typeof business, 'id human_id name type provider_id base_currency_id'>

/** A business the viewer can see, of one of these types. @throws not_found otherwise, in the same words */
export async function visibleBusiness(
  { tx, viewer }: VerbContext,
  id: string,
  ...types: readonly string[]
): Promise<PartyRow> {
  const [row] = await loadVisible<PartyRow>(tx, viewer, 'business.business', [id])
  if (!row || (types.length > 0 && !types.includes(row.type))) throw notFound('Business')
  return row
}

/** The agency a verb acts for: the viewer's own, or the one a provider's user names. */
export async function actingAgency(context: VerbContext, agency_id: string | undefined): Promise<PartyRow> {
  const { viewer } = context
  return visibleBusiness(
    context,
    viewer.category === 'agency' ? viewer.business_id : (agency_id ?? ''),
    'agency',
  )
}
