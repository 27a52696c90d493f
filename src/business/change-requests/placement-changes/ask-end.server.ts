import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { who } from '../../placements/placement.rules.ts'
import { lockTemp } from '../../placements/steps/step-temp.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { createdAnswer } from './create-change-request.server.ts'
import { openPlacementChange, requireOpenFor } from './open-placement-change.server.ts'
import { earlierEndFault } from './placement-end.rules.ts'
import { loadStanding, loadWork } from './standing-placement.server.ts'

/** The client asks for an earlier last day: the agency decides, then the contractor (onboarding §4.2). */
export const askEnd = verb({
  action_id: 'contract.temp_placement.ask_end',
  since: '0.1.0',
  summary: 'Requests an earlier last day of a temporary placement for its client',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.ask_end,
  input: z.strictObject({
    id: z.uuid(),
    /** The last day, earlier than the present one. */
    end_date: dayInput,
    comment: reasonInput,
  }),
  output: createdAnswer,
  run: async (context, { id, end_date, comment }) => {
    await lockTemp(context, 'ask_end', id)
    const { placement } = present(await loadStanding(context.tx, id, { lock: true }), 'the placement')
    await requireOpenFor(context, placement)
    // A client learns of submitted work alone, not of drafts.
    const { priced_to } = await loadWork(context.tx, id)
    const fault = earlierEndFault(placement, priced_to, end_date)
    if (fault !== null) throw invalid({ end_date: fault })
    const changes = [{ field: 'end_date' as const, old: placement.end_date, new: end_date }]
    return openPlacementChange(context, placement, { changes, effective_from: null }, comment)
  },
})
