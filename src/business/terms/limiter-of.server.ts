import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { requireOnboarded, visibleBusiness } from '../parties/visible-business.server.ts'

/**
 * The risk carrier that a setter acts for: itself, or a funder that the provider names. The limits of one that is
 * switched off can still be lowered.
 * @throws not_found, or invalid before the funder is onboarded
 */
export async function limiterOf(context: VerbContext, named: string | undefined): Promise<string> {
  const { viewer } = context
  const limiter_id = named ?? viewer.business_id
  if (viewer.category === 'funder' && limiter_id !== viewer.business_id) throw notFound('Funder')
  const limiter = await visibleBusiness(context, limiter_id, 'provider', 'funder')
  requireOnboarded('limiter_id', 'Funder', limiter)
  return limiter.id
}
