import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { type FieldErrors, invalid, notFound, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { bookDays } from '../../parties/books-begin.server.ts'
import { requireInvoiceContact } from '../../terms/invoice-contact.server.ts'
import type { RequestedChanges } from '../request/change-request.rules.ts'
import { askers, asksInvoiceContact } from '../request/change-request.rules.ts'
import { type ChangesInput, changesInput, placeOf, withGroups } from './changes-input.server.ts'
import { agreementFaults } from './holiday-agreement.server.ts'
import { openPlacementChange, requireOpenFor } from './open-placement-change.server.ts'
import { requireFunding } from './perm-funding.server.ts'
import { requestedChanges } from './requested-changes.server.ts'
import { loadStanding, loadWork, type Placement } from './standing-placement.server.ts'
import { wageFaults } from './wage-faults.server.ts'

export const createdAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() })

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
  run: async (context, typed) => {
    const { tx, viewer } = context
    const input = withGroups(context, typed)
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
    return openPlacementChange(context, placement, asked, input.comment)
  },
})

/** Allowances that do not agree with the employment, under the way of holiday pay. */
async function agreedHolidayFaults(
  { tx }: VerbContext,
  input: ChangesInput,
  placement: Placement,
  asked: RequestedChanges,
): Promise<FieldErrors> {
  const faults = await agreementFaults(tx, placement, asked)
  return Object.fromEntries(
    faults.map(({ group_id, fault }) => [`${placeOf(input, group_id)}.holiday_pay_type`, fault]),
  )
}
