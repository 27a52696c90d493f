import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { day } from '#kernel/day.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { currencyCode, dayInput, endMessage } from '../parties/party-input.server.ts'
import { requireInForce, visibleBusiness } from '../parties/visible-business.server.ts'
import { fundingType } from '../shared/chosen-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'
import { insertCharge } from './insert-service-charge.server.ts'
import { feeValue, lockFeeRules, requireNoOverlap, share_without_currency } from './service-charge.server.ts'

const input = z.strictObject({
  agency_id: z.uuid(),
  /** The charging funder; for `funder_fee` and `funder_discount` only. */
  funder_id: z.uuid().optional(),
  fee_type: z.enum(['service_fee', 'platform_fee', 'funder_fee', 'funder_discount']).default('service_fee'),
  /** The kind of work it applies to. */
  service_type: z.enum(['temp_placement', 'perm_placement', 'expense']).default('temp_placement'),
  /** Any funding type unless given. */
  funding_type: fundingType.optional(),
  /** Matches placements with these payment terms of this side, in days; any by default. */
  payment_terms: z.number().int().min(0).max(365).optional(),
  payment_terms_type: z.enum(['contractor', 'agency', 'client']).optional(),
  type: z.enum(['percent', 'fixed']),
  value: z.string(),
  fee_base: z.enum(['gross', 'net']).default('gross'),
  /** The currency of a fixed fee. Without it the fee counts in the currency of the work. */
  currency: currencyCode.optional(),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  /** One placement only. */
  contract_id: z.uuid().optional(),
})
type Input = z.infer<typeof input>

/** A fee rule of an agency (spec §3 Service charge), made by the provider. Rules for the same work may not meet. */
export const createServiceCharge = verb({
  action_id: 'contract.service_charge.create',
  since: '0.1.0',
  summary: 'Creates a fee rule of an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, s) => {
    const { clock } = context
    const agency = await visibleBusiness(context, s.agency_id, 'agency')
    requireFacts(s)
    const funder = s.funder_id === undefined ? null : await visibleBusiness(context, s.funder_id, 'funder')
    if (funder) requireInForce('funder_id', 'Funder', funder)
    await requirePlacementOf(context, agency.id, s)
    await lockFeeRules(context, agency.id)
    const rule: ServiceCharge = {
      id: newUuid(clock),
      fee_type: s.fee_type,
      service_type: s.service_type,
      agency_id: agency.id,
      funder_id: funder?.id ?? null,
      funding_type: s.funding_type ?? null,
      payment_terms: s.payment_terms ?? null,
      payment_terms_type: s.payment_terms === undefined ? null : (s.payment_terms_type ?? 'client'),
      type: s.type,
      value: feeValue(s.type, s.value, s.currency ?? null),
      currency: s.currency ?? null,
      fee_base: s.fee_base,
      effective_from: day(s.effective_from),
      effective_to: s.effective_to === undefined ? null : day(s.effective_to),
      transaction_id: s.contract_id ?? null,
    }
    await requireNoOverlap(context, rule)
    await insertCharge(context, rule)
    return { id: rule.id }
  },
})

function requireFacts(s: Input): void {
  const is_funders = s.fee_type === 'funder_fee' || s.fee_type === 'funder_discount'
  if (is_funders && s.funder_id === undefined) throw invalid({ funder_id: validationText.required })
  if (s.service_type === 'expense' && s.type === 'percent')
    throw invalid({ type: 'Expenses are passed on at cost: only a fixed fee can be taken on them' })
  // Such a rule would never hold: nothing says when an agency pays.
  if (s.payment_terms !== undefined && s.payment_terms_type === 'agency')
    throw invalid({
      payment_terms_type:
        "An agency has no payment terms of its own: choose the client's or the contractor's",
    })
  if (s.type === 'percent' && s.currency !== undefined) throw invalid({ currency: share_without_currency })
  const end = endMessage(s.effective_from, s.effective_to)
  if (end !== null) throw invalid({ effective_to: end })
}

async function requirePlacementOf(
  { tx, viewer }: VerbContext,
  agency_id: string,
  { contract_id, service_type }: Input,
): Promise<void> {
  if (contract_id === undefined) return
  const [contract] = await loadVisible<{ agency_id: string; type: string }>(
    tx,
    viewer,
    'contract.contract',
    [contract_id],
    {
      columns: 't.agency_id, t.type',
    },
  )
  if (contract?.agency_id !== agency_id) throw notFound('Contract')
  // A rule for the work of the other kind would never hold.
  const kind = service_type === 'perm_placement' ? 'perm_placement' : 'temp_placement'
  if (contract.type !== kind) throw invalid({ contract_id: validationText.matches })
}
