import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { engagingAgencies } from './umbrella-checks.server.ts'

/** The agencies that the viewer adds an agreement of this payee with: their own, or those of the payee's work. */
export async function agenciesOfAgreement(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  company_id: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const engaged = await engagingAgencies(
    tx,
    company_id,
    viewer.category === 'agency' ? viewer.business_id : null,
  )
  if (viewer.category !== 'contractor') return engaged
  const own = await tx.rows<{ id: string }>(
    `select to_business_id as id from business.service where type = 'contractor-agency' and from_business_id = $1
       and status <> 'deleted' and deleted_at is null`,
    [viewer.business_id],
  )
  return engaged.filter(({ id }) => own.some((one) => one.id === id))
}

/** The other party of a self-billing agreement. @throws invalid for an agency that does not pay the payee, or none of several */
export async function agencyOfAgreement(
  context: VerbContext,
  company_id: string,
  { agency_id }: { readonly agency_id?: string | undefined },
): Promise<string | null> {
  const { viewer } = context
  const known = await agenciesOfAgreement(context, company_id)
  if (agency_id !== undefined) {
    if (!known.some(({ id }) => id === agency_id)) throw invalid({ agency_id: errorText.not_found('Agency') })
    return agency_id
  }
  if (viewer.category === 'agency') return viewer.business_id
  if (known.length > 1) throw invalid({ agency_id: validationText.required })
  return known[0]?.id ?? null
}
