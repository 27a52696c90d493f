import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { currency as currencyCode, parseMoney } from '#kernel/money.ts'
import { verb } from '#server/verb.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, dayInput, optionalText } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { limit_setters } from './limiter-of.rules.ts'
import { limiterOf } from './limiter-of.server.ts'
import { writeLimit } from './write-credit-limit.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  /** The risk carrier: the provider, unless it names a funder. A funder sets its own limit alone. */
  limiter_id: z.uuid().optional(),
  currency: currencyInput,
  amount: z.string(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  reference: optionalText,
  /** Needed where the limit is below what the client owes. */
  reason: optionalText,
})

/** How much of a client's debt is carried. A new limit ends the one before on the day before its own start. */
export const setCreditLimit = verb({
  action_id: 'business.credit_limit.set',
  since: '0.1.0',
  summary: 'Sets the credit limit of a client',
  machine: 'allowed',
  impersonator: 'refused',
  who: limit_setters,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, l) => {
    const client = await visibleBusiness(context, l.client_id, 'client')
    const limiter_id = await limiterOf(context, l.limiter_id)
    const currency = currencyCode(l.currency)
    const amount = parseMoney(l.amount, currency)
    const currency_id = await currencyId(context, l.currency)
    const id = await writeLimit(
      context,
      {
        key: { client_id: client.id, limiter_id, currency_id },
        agency_id: null,
        currency,
        amount,
        effective_from: day(l.effective_from),
        effective_to: l.effective_to === undefined ? null : day(l.effective_to),
        reference: l.reference ?? null,
        reason: l.reason || null,
        is_asked: false,
      },
      { amount: 'amount', from: 'effective_from', to: 'effective_to', reason: 'reason' },
    )
    return { id }
  },
})
