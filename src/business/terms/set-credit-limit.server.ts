import { z } from 'zod'
import { invalid, notFound } from '#kernel/errors.ts'
import { currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, dayInput, endMessage, optionalText } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { credit_limit } from './credit-limit.entity.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  /** The risk carrier: the provider, unless it names a funder. A funder sets its own limit alone. */
  limiter_id: z.uuid().optional(),
  currency: currencyInput,
  amount: z.string(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  reference: optionalText,
})

/** How much of a client's debt is carried. A new limit ends the one before on the day before its own start. */
export const setCreditLimit = verb({
  action_id: 'business.credit_limit.set',
  since: '0.1.0',
  summary: 'Sets the credit limit of a client',
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: provider_staff, funder: ['funder_admin'] },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, l) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, l.client_id, 'client')
    const limiter_id = l.limiter_id ?? viewer.business_id
    if (viewer.category === 'funder' && limiter_id !== viewer.business_id) throw notFound('Funder')
    const limiter = await visibleBusiness(context, limiter_id, 'provider', 'funder')
    const amount = parseMoney(l.amount, currencyCode(l.currency))
    const end = endMessage(l.effective_from, l.effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    const fault = amountFault(amount, 'credit_limit')
    if (fault !== null) throw invalid({ amount: fault })
    const currency_id = await currencyId(context, l.currency)
    const key = { client_id: client.id, limiter_id: limiter.id, currency_id }
    await endVersions(context, credit_limit, key, l.effective_from)
    const id = newUuid(clock)
    await insertRow(tx, credit_limit, {
      ...key,
      id,
      agency_id: null,
      effective_from: l.effective_from,
      effective_to: l.effective_to ?? null,
      amount: formatMoney(amount),
      reference: l.reference ?? null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
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
