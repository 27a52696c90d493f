/** Opens the request of a placement's change, where none is open. */
import { conflict, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { askedSides, isShownTo, kindOf, type RequestedChanges } from '../request/change-request.rules.ts'
import { openRequest } from '../request/open-request.server.ts'
import type { RequestParties } from '../request/write-request.server.ts'
import type { Placement } from './standing-placement.server.ts'

/** Asks the concerned sides in their order. */
export function openPlacementChange(
  context: VerbContext,
  placement: Placement,
  asked: RequestedChanges,
  comment: string,
): ReturnType<typeof openRequest> {
  return openRequest(
    context,
    partiesOf(placement, asked),
    {
      type: kindOf(asked.changes),
      entity: `contract.${placement.type}`,
      entity_id: placement.id,
      contract_id: placement.id,
      service_id: null,
    },
    {
      asked,
      sides: askedSides(asked.changes, context.viewer.category),
      comment,
      facts: { contract_id: placement.id, ...asked },
    },
  )
}

/** The states of a placement that may change. A temporary placement that is over may go on again. */
const changeable = {
  temp_placement: ['active', 'expired'],
  perm_placement: ['active'],
} as const satisfies Record<Placement['type'], readonly string[]>

/** @throws precondition or conflict where no change can be requested now */
export async function requireOpenFor(
  { tx }: VerbContext,
  { id, type, human_id, status }: Placement,
): Promise<void> {
  if (!changeable[type].some((one) => one === status))
    throw precondition(`Placement ${human_id} is ${status.replaceAll('_', ' ')} and cannot be changed`)
  const open = await tx.row<{ human_id: string }>(
    `select human_id from request.change_request where contract_id = $1 and status = 'pending' and deleted_at is null`,
    [id],
  )
  if (open) throw conflict(`Placement ${human_id} is asked to change already, by ${open.human_id}`)
}

/** Sides with nothing to read are not named: a contractor never learns of a change of the client's rate. */
function partiesOf(placement: Placement, { changes }: RequestedChanges): RequestParties {
  const named = (category: 'client' | 'contractor' | 'funder') =>
    changes.some(({ field }) => isShownTo(category, field))
  return {
    provider_id: placement.provider_id,
    agency_id: placement.agency_id,
    client_id: named('client') ? placement.client_id : null,
    contractor_id: named('contractor') ? placement.contractor_id : null,
    funder_id: named('funder') ? placement.funder_id : null,
  }
}
