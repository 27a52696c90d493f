import { loadVisible } from '#data/visible.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { subjectOfType } from '../request/party-change.rules.ts'
import { loadSubject, type PartyStanding } from './party-facts.server.ts'

type Asked = { readonly business_id?: string | undefined; readonly service_id?: string | undefined }

/** The named party or link. @throws invalid for neither or both, not_found for one out of sight */
export async function loadAsked(
  context: VerbContext,
  { business_id, service_id }: Asked,
  options?: { readonly lock: boolean },
): Promise<PartyStanding> {
  const { tx, viewer } = context
  if (service_id !== undefined) {
    if (business_id !== undefined) throw invalid({ business_id: validationText.matches })
    await loadVisible(tx, viewer, 'business.service', [service_id], { columns: 't.id' })
    const link = await loadSubject(tx, 'service', service_id, options)
    if (link === null) throw notFound('Service')
    return link
  }
  if (business_id === undefined) throw invalid({ business_id: validationText.required })
  const { id, type } = await visibleBusiness(context, business_id)
  const subject = subjectOfType(type)
  const standing = subject && (await loadSubject(tx, subject, id, options))
  if (!standing) throw notFound('Business')
  return standing
}
