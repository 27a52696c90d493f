import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'

export type PartyRow = {
  readonly id: string
  readonly human_id: string
  readonly name: string
  readonly type: string
  readonly provider_id: string | null
  readonly base_currency_id: string
}

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
