/** The agencies that answer for a client or contractor which asks about itself. */
import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { PartyStanding } from './party-facts.server.ts'

type Agency = { readonly id: string; readonly name: string }

export async function agenciesOf(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  { id, subject }: Pick<PartyStanding, 'id' | 'subject'>,
): Promise<Agency[]> {
  if (viewer.category !== subject) return []
  return tx.rows<Agency>(
    `select a.id, a.name from business.service s join business.business a on a.id = s.to_business_id
     where s.type = $2 and s.from_business_id = $1 and s.status in ('active', 'suspended') and s.deleted_at is null
       and a.is_active and a.deleted_at is null order by a.name, a.id`,
    [id, `${subject}-agency`],
  )
}

/** @throws invalid under `agency_id` where none, or a foreign one, is chosen of several */
export async function agencyOf(
  context: VerbContext,
  standing: PartyStanding,
  asked: string | undefined,
): Promise<string | null> {
  const { viewer } = context
  if (standing.subject === 'service') return standing.agency_id
  const unknown = invalid({ agency_id: errorText.not_found('Agency') })
  if (viewer.category === 'agency') {
    if (asked !== undefined && asked !== viewer.business_id) throw unknown
    return viewer.business_id
  }
  const agencies = await agenciesOf(context, standing)
  if (asked !== undefined) {
    if (!agencies.some(({ id }) => id === asked)) throw unknown
    return asked
  }
  if (agencies.length > 1) throw invalid({ agency_id: validationText.required })
  return agencies[0]?.id ?? null
}
