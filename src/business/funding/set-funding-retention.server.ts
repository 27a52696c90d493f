import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, formatMoney, isNegative, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { dayInput, endMessage } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { amountInput, reasonInput } from '../shared/cash-input.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'

const input = z.object({
  agency_id: z.uuid(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: validationText.matches })
    .default('GBP'),
  amount: amountInput,
  reason: reasonInput,
  effective_from: dayInput,
  effective_to: dayInput.optional(),
})

/**
 * Sets the viewer's retention from an agency's availability. A new version ends the former on the day before its
 * start and replaces later ones. No retention is £0.00.
 */
export const setFundingRetention = verb<z.infer<typeof input>, { id: string }>({
  action_id: 'business.funding_retention.set',
  input,
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, { provider: ['provider_admin'], funder: ['funder_admin'] })
    const end = endMessage(asked.effective_from, asked.effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    const amount = parseMoney(asked.amount, currencyCode(asked.currency))
    if (isNegative(amount)) throw invalid({ amount: validationText.positive })
    const currency_id = await currencyId(context, asked.currency)
    const key = [viewer.business_id, agency.id, currency_id, asked.effective_from]
    await tx.run(
      `update business.funding_retention set deleted_at = $5, updated_at = $5
       where principal_id = $1 and agency_id = $2 and currency_id = $3 and deleted_at is null and effective_from >= $4::date`,
      [...key, clock.now()],
    )
    await tx.run(
      `update business.funding_retention set effective_to = $4::date - 1, updated_at = $5
       where principal_id = $1 and agency_id = $2 and currency_id = $3 and deleted_at is null
         and effective_from < $4::date and (effective_to is null or effective_to >= $4::date)`,
      [...key, clock.now()],
    )
    const id = newUuid(clock)
    await tx.run(
      `insert into business.funding_retention (id, principal_id, agency_id, currency_id, effective_from, effective_to, amount,
         reason, provider_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        id,
        ...key,
        asked.effective_to ?? null,
        formatMoney(amount),
        asked.reason,
        viewer.provider_id,
        clock.now(),
      ],
    )
    context.audit({
      entity: 'business.funding_retention',
      entity_id: id,
      new_values: { ...asked, amount: formatMoney(amount), principal_id: viewer.business_id },
    })
    return { id }
  },
})
