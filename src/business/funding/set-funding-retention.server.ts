import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, dayInput, endMessage } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { amountInput, moneyReasonInput } from '../shared/cash-input.server.ts'
import { endVersions } from '../shared/dated-versions.server.ts'
import { funding_retention } from './recourse.entity.ts'

const input = z.strictObject({
  agency_id: z.uuid(),
  currency: currencyInput,
  amount: amountInput,
  reason: moneyReasonInput,
  effective_from: dayInput,
  effective_to: dayInput.optional(),
})

/**
 * Sets the viewer's retention from an agency's availability. A new version ends the former on the day before its
 * start and replaces later ones. No retention is £0.00.
 */
export const setFundingRetention = verb({
  action_id: 'business.funding_retention.set',
  since: '0.1.0',
  summary: "Sets the funder's retention from an agency's availability",
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: ['provider_admin'], funder: ['funder_admin'] },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const end = endMessage(asked.effective_from, asked.effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    const amount = parseMoney(asked.amount, currencyCode(asked.currency))
    const fault = amountFault(amount, 'retention')
    if (fault !== null) throw invalid({ amount: fault })
    const currency_id = await currencyId(context, asked.currency)
    const key = { principal_id: viewer.business_id, agency_id: agency.id, currency_id }
    await endVersions(context, funding_retention, key, asked.effective_from)
    const id = newUuid(clock)
    await insertRow(tx, funding_retention, {
      ...key,
      id,
      effective_from: asked.effective_from,
      effective_to: asked.effective_to ?? null,
      amount: formatMoney(amount),
      reason: asked.reason,
      provider_id: viewer.provider_id,
      set_by: viewer.user_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.funding_retention',
      entity_id: id,
      new_values: { ...asked, amount: formatMoney(amount), principal_id: viewer.business_id },
    })
    return { id }
  },
})
