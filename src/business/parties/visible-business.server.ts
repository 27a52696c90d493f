import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, isStintError, notFound } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { business } from './business.entity.ts'

export type PartyRow = ReadRow<
  typeof business,
  'id human_id name type status is_active company_id provider_id base_currency_id'
>

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

/** @throws invalid under the field of a party that is not onboarded */
export function requireOnboarded(
  field: string,
  noun: string,
  { human_id, status }: Pick<PartyRow, 'human_id' | 'status'>,
): void {
  if (status !== 'onboarded') throw invalid({ [field]: `${noun} ${human_id} is not onboarded yet` })
}

/** @throws invalid under the field of a party that is not onboarded, or switched off */
export function requireInForce(
  field: string,
  noun: string,
  party: Pick<PartyRow, 'human_id' | 'status' | 'is_active'>,
): void {
  requireOnboarded(field, noun, party)
  if (!party.is_active) throw invalid({ [field]: `${noun} ${party.human_id} is switched off` })
}

/**
 * The agency a verb begins work for: the viewer's own, or the one a provider's user names.
 * @throws invalid under `agency_id` for one that is not in force, and for any other
 */
export async function actingAgency(context: VerbContext, agency_id: string | undefined): Promise<PartyRow> {
  const agency = await namedAgency(context, agency_id)
  requireInForce('agency_id', 'Agency', agency)
  return agency
}

/**
 * The viewer's own agency, or the one a provider's user names, in any state.
 * @throws invalid under `agency_id` for any other, in the same words
 */
export async function namedAgency(context: VerbContext, agency_id: string | undefined): Promise<PartyRow> {
  const { viewer } = context
  const own = viewer.category === 'agency' ? viewer.business_id : undefined
  const asked = agency_id ?? own
  if (asked === undefined) throw invalid({ agency_id: validationText.required })
  const unknown = invalid({ agency_id: errorText.not_found('Agency') })
  if (own !== undefined && asked !== own) throw unknown
  const [row] = await loadVisible<PartyRow>(context.tx, viewer, 'business.business', [asked]).catch(
    (error: unknown) => {
      throw isStintError(error) ? unknown : error
    },
  )
  if (row?.type !== 'agency') throw unknown
  return row
}
