import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { compare, currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { writeLimit } from '../../terms/write-credit-limit.server.ts'
import { change_request } from '../request/change-request.entity.ts'
import { recordRequestStep } from '../request/write-request.server.ts'
import { can, who } from './limit-request.rules.ts'
import { type LimitRequest, limitWords, lockLimitRequest } from './load-limit-request.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(['approved', 'rejected'], { error: validationText.required }),
  /** The approved amount. Without it, the requested amount is approved. */
  amount: z.string().optional(),
  valid_from: dayInput.optional(),
  valid_to: dayInput.optional(),
  /** Allocates it to this agency, within the client's limit; absent: it is the client's whole limit. */
  agency_id: z.uuid().optional(),
  reference: optionalText,
  /** Required to reject, and for a limit below the client's debt. */
  comment: z
    .string()
    .trim()
    .max(2000, { error: validationText.max_length(2000) })
    .optional(),
})
type Input = z.infer<typeof input>

/** The provider and each funder decide about their own limits; the person who asked never decides. */
export const decideCreditLimit = verb({
  action_id: 'business.credit_limit.decide',
  since: '0.1.0',
  summary: 'Approves or rejects a request for a credit limit',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.decide,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.string(), credit_limit_id: z.uuid().nullable() }),
  run: async (context, asked) => {
    const request = await lockLimitRequest(context, asked.id)
    requireCan(can.decide(request, context.viewer))
    const comment = asked.comment || null
    if (asked.outcome === 'rejected' && comment === null)
      throw invalid({ comment: validationText.specify_reason })
    const credit_limit_id = asked.outcome === 'rejected' ? null : await grant(context, request, asked)
    await close(context, request, asked, comment)
    return { id: request.id, status: asked.outcome, credit_limit_id }
  },
})

function granted({ data }: LimitRequest, asked: Input) {
  const currency = currencyCode(data.currency)
  return {
    currency,
    amount: parseMoney(asked.amount ?? data.amount, currency),
    from: asked.valid_from === undefined ? data.valid_from : day(asked.valid_from),
    to: asked.valid_to === undefined ? data.valid_to : day(asked.valid_to),
  }
}

async function grant(context: VerbContext, request: LimitRequest, asked: Input): Promise<string> {
  const { client_id, limiter_id, currency_id } = request.data
  const agency = asked.agency_id && (await visibleBusiness(context, asked.agency_id, 'agency'))
  const { currency, amount, from, to } = granted(request, asked)
  return writeLimit(
    context,
    {
      key: { client_id, limiter_id, currency_id },
      agency_id: agency ? agency.id : null,
      currency,
      amount,
      effective_from: from,
      effective_to: to,
      reference: asked.reference || request.human_id,
      reason: asked.comment || null,
      is_asked: compare(amount, parseMoney(request.data.amount, currency)) <= 0,
    },
    { amount: 'amount', from: 'valid_from', to: 'valid_to', reason: 'comment' },
  )
}

async function close(
  context: VerbContext,
  request: LimitRequest,
  asked: Input,
  comment: string | null,
): Promise<void> {
  const { tx, clock } = context
  const is_approved = asked.outcome === 'approved'
  const { amount, currency, from, to } = granted(request, asked)
  const decided = { amount: formatMoney(amount), currency, from, to }
  await updateRow(tx, change_request, request.id, {
    status: asked.outcome,
    waits_for: null,
    ...(is_approved
      ? {
          approved_at: clock.now(),
          old_values: limitWords({
            ...request.data,
            from: request.data.valid_from,
            to: request.data.valid_to,
          }),
          new_values: { ...limitWords(decided), Reason: request.data.reason },
          data: {
            ...request.data,
            decided: { ...decided, agency_id: asked.agency_id ?? null },
          },
        }
      : {}),
    updated_at: clock.now(),
  })
  await recordRequestStep(context, {
    id: request.id,
    parties: request.parties,
    old_status: request.status,
    new_status: asked.outcome,
    comment,
    ...(is_approved ? { new_values: { ...decided, agency_id: asked.agency_id ?? null } } : {}),
  })
}
