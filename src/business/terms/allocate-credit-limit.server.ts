import { z } from 'zod'
import { type Day, day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { currency as currencyCode, parseMoney } from '#kernel/money.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, dayInput, optionalText } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { credit_limit } from './credit-limit.entity.ts'
import { isOf, type LimitKey, readLimits } from './credit-limit-facts.server.ts'
import { limit_setters } from './limiter-of.rules.ts'
import { limiterOf } from './limiter-of.server.ts'
import { writeLimit } from './write-credit-limit.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  limiter_id: z.uuid().optional(),
  agency_id: z.uuid(),
  currency: currencyInput,
  /** Absent: the agency has no part of its own from that day on. */
  amount: z.string().optional(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  reference: optionalText,
})

/** Shares a client's limit among agencies: within the whole, and an agency raises no more than its part. */
export const allocateCreditLimit = verb({
  action_id: 'business.credit_limit.allocate',
  since: '0.1.0',
  summary: "Allocates a part of a client's credit limit to an agency",
  machine: 'allowed',
  impersonator: 'refused',
  who: limit_setters,
  input,
  output: z.strictObject({ id: z.uuid().nullable() }),
  run: async (context, l) => {
    const client = await visibleBusiness(context, l.client_id, 'client')
    const limiter_id = await limiterOf(context, l.limiter_id)
    const agency = await visibleBusiness(context, l.agency_id, 'agency')
    const currency_id = await currencyId(context, l.currency)
    const key = { client_id: client.id, limiter_id, currency_id }
    const effective_from = day(l.effective_from)
    if (l.amount === undefined) {
      await endPart(context, { ...key, agency_id: agency.id }, effective_from)
      return { id: null }
    }
    const currency = currencyCode(l.currency)
    const id = await writeLimit(
      context,
      {
        key,
        agency_id: agency.id,
        currency,
        amount: parseMoney(l.amount, currency),
        effective_from,
        effective_to: l.effective_to === undefined ? null : day(l.effective_to),
        reference: l.reference ?? null,
        reason: null,
        is_asked: false,
      },
      { amount: 'amount', from: 'effective_from', to: 'effective_to', reason: 'amount' },
    )
    return { id }
  },
})

/** @throws invalid where the agency has no part on that day or later */
async function endPart(
  context: VerbContext,
  key: LimitKey & { readonly agency_id: string },
  effective_from: Day,
): Promise<void> {
  await lockKey(context.tx, 'credit_limit', key.client_id, key.limiter_id, key.currency_id)
  const parts = (await readLimits(context.tx, key.client_id, effective_from)).filter(
    (row) => isOf(key)(row) && row.agency_id === key.agency_id,
  )
  if (parts.length === 0) throw invalid({ amount: 'The agency has no part that could end' })
  await endVersions(context, credit_limit, key, effective_from)
  for (const { id, amount } of parts)
    context.audit({
      entity: 'business.credit_limit',
      entity_id: id,
      old_values: { amount },
      new_values: { ends_before: effective_from },
    })
  await judgeDebt(context, [{ client_id: key.client_id, principal_id: key.limiter_id }])
}
