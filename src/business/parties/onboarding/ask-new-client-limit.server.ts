/** Announces the limit that an agency asked for with a new client: the room of requests makes the request. */
import type { VerbContext } from '#server/verb.ts'
import { financialsOf, NEW_CLIENT_LIMIT_TOPIC } from './financials.rules.ts'
import type { PartyRow } from './load-party.server.ts'

/**
 * Before a step that ends the draft. The request is its submitter's, so that the approver may decide it.
 * @returns announces it for the client, which may be another one that the provider knew
 */
export async function limitAskedWith(
  { tx, enqueue }: Pick<VerbContext, 'tx' | 'enqueue'>,
  { kind, draft_id, submitted_by, submitted_as }: PartyRow,
): Promise<(client_id: string) => void> {
  const draft =
    kind === 'client' && draft_id !== null
      ? await tx.row<{
          requested_data: Readonly<Record<string, unknown>>
          agency_id: string | null
          version: number
        }>('select requested_data, agency_id, version from request.draft_request where id = $1', [draft_id])
      : undefined
  const financials = draft && financialsOf(draft.requested_data)
  return (client_id) => {
    if (draft === undefined || !financials?.credit_limit_amount) return
    enqueue(NEW_CLIENT_LIMIT_TOPIC, `${NEW_CLIENT_LIMIT_TOPIC}:${draft_id}:${draft.version}`, {
      client_id,
      agency_id: draft.agency_id,
      submitted_by,
      submitted_as,
      financials,
    })
  }
}
