import type { VerbContext } from '#server/verb.ts'
import type { PartyStanding } from './party-facts.server.ts'

/** The open request of the same agency or of the provider. Requests of other agencies change no answer. */
export async function openPartyRequest(
  { tx }: VerbContext,
  { id, subject, provider_id }: Pick<PartyStanding, 'id' | 'subject' | 'provider_id'>,
  agency_id: string | null,
): Promise<string | null> {
  const open = await tx.row<{ human_id: string }>(
    `select human_id from request.change_request where entity_id = $1 and subject = $2 and type <> 'credit_limit'
       and coalesce(agency_id, provider_id) = $3 and status = 'pending' and deleted_at is null`,
    [id, subject, agency_id ?? provider_id],
  )
  return open?.human_id ?? null
}
