import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { conflict, type FieldErrors, invalid, notFound, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { bookDays } from '../../parties/books-begin.server.ts'
import { requireInvoiceContact } from '../../terms/invoice-contact.server.ts'
import type { RequestedChanges } from '../request/change-request.rules.ts'
import { askedSides, askers, asksInvoiceContact, isShownTo, kindOf } from '../request/change-request.rules.ts'
import { openRequest } from '../request/open-request.server.ts'
import type { RequestParties } from '../request/write-request.server.ts'
import { type ChangesInput, changesInput } from './changes-input.server.ts'
import { agreementFaults } from './holiday-agreement.server.ts'
import { requireFunding } from './perm-funding.server.ts'
import { requestedChanges } from './requested-changes.server.ts'
import { loadStanding, loadWork, type Placement } from './standing-placement.server.ts'
import { wageFaults } from './wage-faults.server.ts'

const createdAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() })

/** Requests a change of a placement in force. Nothing changes until every concerned side has approved (spec §3). */
export const createChangeRequest = verb({
  action_id: 'request.change_request.create',
  since: '0.1.0',
  summary: 'Requests a change of a placement in force',
  machine: 'allowed',
  impersonator: 'allowed',
  who: askers,
  input: changesInput,
  output: createdAnswer,
  run: async (context, input) => {
    const { tx, viewer } = context
    await loadVisible<{ id: string }>(tx, viewer, 'contract.contract', [input.contract_id], {
      columns: 't.id',
    })
    const standing = await loadStanding(tx, input.contract_id, { lock: true })
    if (standing === null) throw notFound('Placement')
    const { placement } = standing
    await requireOpenFor(context, placement)
    const { errors: faults, ...asked } = requestedChanges(
      input,
      standing,
      await loadWork(tx, placement.id),
      await bookDays(context),
    )
    const errors = {
      ...(await wageFaults(context, input, standing, asked.changes)),
      ...(await agreedHolidayFaults(context, input, placement, asked)),
      ...faults,
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    await requireFunding(context, placement, asked)
    if (asked.changes.length === 0) throw precondition('Nothing differs from what stands')
    if (asksInvoiceContact(asked.changes)) await requireInvoiceContact(tx, placement.client_id, 'rates')
    const parties = partiesOf(placement, asked)
    return openRequest(
      context,
      parties,
      {
        type: kindOf(asked.changes),
        entity: `contract.${placement.type}`,
        entity_id: placement.id,
        contract_id: placement.id,
        service_id: null,
      },
      {
        asked,
        sides: askedSides(asked.changes, viewer.category),
        comment: input.comment,
        facts: { contract_id: placement.id, ...asked },
      },
    )
  },
})

/** Allowances that do not agree with the employment, under the way of holiday pay. */
async function agreedHolidayFaults(
  { tx }: VerbContext,
  { rates }: ChangesInput,
  placement: Placement,
  asked: RequestedChanges,
): Promise<FieldErrors> {
  const faults = await agreementFaults(tx, placement, asked)
  return Object.fromEntries(
    faults.map(({ group_id, fault }) => [
      `rates.${rates.findIndex((one) => one.group_id === group_id)}.holiday_pay_type`,
      fault,
    ]),
  )
}

/** A temporary one that is over may go on again. */
const changeable = {
  temp_placement: ['active', 'expired'],
  perm_placement: ['active'],
} as const satisfies Record<Placement['type'], readonly string[]>

/** @throws precondition or conflict where no change can be requested now */
async function requireOpenFor({ tx }: VerbContext, { id, type, human_id, status }: Placement): Promise<void> {
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
