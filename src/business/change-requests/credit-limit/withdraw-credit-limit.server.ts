import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { change_request } from '../request/change-request.entity.ts'
import { recordRequestStep } from '../request/write-request.server.ts'
import { can, who } from './limit-request.rules.ts'
import { lockLimitRequest } from './load-limit-request.server.ts'

/** Takes a request back before it is decided. */
export const withdrawCreditLimit = verb({
  action_id: 'business.credit_limit.withdraw',
  since: '0.1.0',
  summary: 'Withdraws a request for a credit limit',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.withdraw,
  input: z.strictObject({ id: z.uuid(), comment: documentReasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('cancelled') }),
  run: async (context, { id, comment }) => {
    const request = await lockLimitRequest(context, id)
    requireCan(can.withdraw(request, context.viewer))
    await updateRow(context.tx, change_request, id, {
      status: 'cancelled',
      waits_for: null,
      updated_at: context.clock.now(),
    })
    await recordRequestStep(context, {
      id,
      parties: request.parties,
      old_status: request.status,
      new_status: 'cancelled',
      comment,
    })
    return { id, status: 'cancelled' }
  },
})
