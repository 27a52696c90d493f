import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { dayInput, endMessage, optionalText } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { provider_staff, requireOneOf } from '../shared/who-may.rules.ts'

const input = z.object({
  client_id: z.uuid(),
  /** The risk carrier: the provider unless a funder is named. */
  limiter_id: z.uuid().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: validationText.matches })
    .default('GBP'),
  amount: z.string(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  reference: optionalText,
})

/** How much of a client's debt is carried. A new limit ends the one before on the day before its own start. */
export const setCreditLimit = verb<z.infer<typeof input>, { id: string }>({
  action_id: 'business.credit_limit.set',
  input,
  run: async (context, l) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, { provider: provider_staff })
    const client = await visibleBusiness(context, l.client_id, 'client')
    const limiter = await visibleBusiness(context, l.limiter_id ?? viewer.business_id, 'provider', 'funder')
    const amount = parseMoney(l.amount, currencyCode(l.currency))
    const end = endMessage(l.effective_from, l.effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    if (amount.minor < 0) throw invalid({ amount: validationText.positive })
    const currency_id = await currencyId(context, l.currency)
    const key = [client.id, limiter.id, currency_id, l.effective_from]
    await tx.run(
      `update business.credit_limit set deleted_at = $5, updated_at = $5
       where client_id = $1 and limiter_id = $2 and currency_id = $3 and deleted_at is null and effective_from >= $4::date`,
      [...key, clock.now()],
    )
    await tx.run(
      `update business.credit_limit set effective_to = $4::date - 1, updated_at = $5
       where client_id = $1 and limiter_id = $2 and currency_id = $3 and deleted_at is null
         and effective_from < $4::date and (effective_to is null or effective_to >= $4::date)`,
      [...key, clock.now()],
    )
    const id = newUuid(clock)
    await tx.run(
      `insert into business.credit_limit (id, client_id, limiter_id, currency_id, effective_from, effective_to, amount, reference, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
      [id, ...key, l.effective_to ?? null, formatMoney(amount), l.reference ?? null, clock.now()],
    )
    context.audit({
      entity: 'business.credit_limit',
      entity_id: id,
      new_values: {
        client_id: client.id,
        amount: formatMoney(amount),
        currency: l.currency,
        effective_from: l.effective_from,
      },
    })
    await judgeDebt(context, [{ client_id: client.id, principal_id: limiter.id }])
    return { id }
  },
})
