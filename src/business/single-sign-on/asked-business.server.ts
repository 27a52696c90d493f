import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { isShared } from '../parties/party-sides.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { kept_types, second_factor_deciders, second_factor_keepers } from './second-factor.rules.ts'

export const askedBusinessInput = {
  /** A client or a contractor; absent: the viewer's own business. */
  business_id: z.uuid().optional(),
}

export type AskedBusiness = {
  readonly id: string
  readonly name: string
  /** For an agency: the client or the contractor works with others, so the provider decides. */
  readonly is_shared: boolean
}

/**
 * The business whose second factor is read or decided.
 * @throws not_allowed for other roles; not_found for businesses that the viewer does not see
 */
export async function askedBusiness(
  context: VerbContext,
  business_id: string | undefined,
): Promise<AskedBusiness> {
  const { viewer } = context
  if (business_id === undefined || business_id === viewer.business_id) {
    requireOneOf(viewer, second_factor_deciders)
    return { id: viewer.business_id, name: viewer.business_name, is_shared: false }
  }
  requireOneOf(viewer, second_factor_keepers)
  const business = await visibleBusiness(context, business_id, ...kept_types)
  const is_shared = viewer.category === 'agency' && (await isShared(context, business))
  return { id: business.id, name: business.name, is_shared }
}
