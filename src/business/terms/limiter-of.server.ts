import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'

/** The risk carrier that a setter acts for: itself, or a funder that the provider names. @throws not_found */
export async function limiterOf(context: VerbContext, named: string | undefined): Promise<string> {
  const { viewer } = context
  const limiter_id = named ?? viewer.business_id
  if (viewer.category === 'funder' && limiter_id !== viewer.business_id) throw notFound('Funder')
  return (await visibleBusiness(context, limiter_id, 'provider', 'funder')).id
}
