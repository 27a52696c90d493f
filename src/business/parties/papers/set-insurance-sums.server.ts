import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import { business } from '../business.entity.ts'
import { followFeature } from '../compliance/compliance-status.server.ts'
import { insurance_askers, sumOf } from '../compliance/insurance.rules.ts'
import { namedAgency } from '../visible-business.server.ts'

const input = z.strictObject({
  /** For staff of the provider; an agency's user acts for their own. */
  agency_id: z.uuid().optional(),
  /** Absent: not asked for. */
  professional_indemnity_sum: amountInput.optional(),
  public_liability_sum: amountInput.optional(),
})

type Sums = {
  readonly professional_indemnity_sum: string | null
  readonly public_liability_sum: string | null
}

/** The agency's policy on the insurance of limited companies: it holds for new placements, and warns on live ones. */
export const setInsuranceSums = verb({
  action_id: 'business.agency.set_insurance_sums',
  since: '0.1.0',
  summary: 'Sets the least sums of insurance that an agency asks limited companies for',
  machine: 'refused',
  impersonator: 'refused',
  who: insurance_askers,
  input,
  output: z.strictObject({ agency_id: z.uuid() }),
  run: async (context, { agency_id, ...asked }) => {
    const { tx, clock } = context
    const { id } = await namedAgency(context, agency_id)
    const old = present(
      await tx.row<Sums & { alpha_code: string }>(
        `select b.professional_indemnity_sum, b.public_liability_sum, c.alpha_code from business.business b
         join platform.currency c on c.id = b.base_currency_id where b.id = $1 for update of b`,
        [id],
      ),
      'the agency',
    )
    const errors: Record<string, string> = {} satisfies FieldErrors
    const read = (name: keyof Sums): string | null => {
      const typed = asked[name]
      if (typed === undefined) return null
      const amount = parseMoney(typed, currency(old.alpha_code), name)
      const fault = amountFault(amount, 'insurance')
      if (fault !== null) errors[name] = fault
      return formatMoney(amount)
    }
    const sums: Sums = {
      professional_indemnity_sum: read(sumOf('professional_indemnity')),
      public_liability_sum: read(sumOf('public_liability')),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    await updateRow(tx, business, id, { ...sums, updated_at: clock.now() })
    const { alpha_code: _, ...old_values } = old
    context.audit({ entity: 'business.business', entity_id: id, old_values, new_values: sums })
    await followFeature(context, id)
    return { agency_id: id }
  },
})
