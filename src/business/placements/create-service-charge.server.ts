import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { percent, toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { visibleBusiness } from '../parties/linked.server.ts'
import { dayInput, endMessage } from '../parties/party-input.server.ts'
import { provider_staff, requireOneOf } from '../who-may.rules.ts'
import { fundingType } from './placement-input.server.ts'

const input = z.object({
  agency_id: z.uuid(),
  /** The funder whose charge it is; `funder_fee` only. */
  funder_id: z.uuid().optional(),
  fee_type: z.enum(['service_fee', 'platform_fee', 'funder_fee']).default('service_fee'),
  /** Any funding type unless said. */
  funding_type: fundingType.optional(),
  /** Matches placements whose terms of this side are so many days; any unless said. */
  payment_terms: z.number().int().min(0).max(365).optional(),
  payment_terms_type: z.enum(['contractor', 'agency', 'client']).optional(),
  type: z.enum(['percent', 'fixed']),
  value: z.string(),
  fee_base: z.enum(['gross', 'net']).default('gross'),
  effective_from: dayInput,
  effective_to: dayInput.optional(),
  /** One placement only. */
  contract_id: z.uuid().optional(),
})

/** A fee rule of an agency (spec §3 Service charge), made by the provider. */
export const createServiceCharge = verb<z.infer<typeof input>, { id: string }>({
  action_id: 'contract.service_charge.create',
  input,
  run: async (context, s) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, { provider: provider_staff })
    const agency = await visibleBusiness(context, s.agency_id, 'agency')
    if (s.fee_type === 'funder_fee' && s.funder_id === undefined)
      throw invalid({ funder_id: validationText.required })
    const funder = s.funder_id === undefined ? null : await visibleBusiness(context, s.funder_id, 'funder')
    const end = endMessage(s.effective_from, s.effective_to)
    if (end !== null) throw invalid({ effective_to: end })
    await requirePlacementOf(context, agency.id, s.contract_id)
    // A fixed fee is an amount of two decimals, a percent has four.
    const fault =
      s.type === 'fixed' ? parseMoney(s.value, GBP, 'value').minor < 0 : percent(s.value, 'value') < 0
    if (fault) throw invalid({ value: validationText.positive })
    const value = toNumericText(percent(s.value, 'value'))
    const id = newUuid(clock)
    await tx.run(
      `insert into contract.service_charge (id, fee_type, funding_type, provider_id, agency_id, funder_id, payment_terms, payment_terms_type,
         type, value, fee_base, effective_from, effective_to, transaction_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
      [
        id,
        s.fee_type,
        s.funding_type ?? null,
        viewer.business_id,
        agency.id,
        funder?.id ?? null,
        s.payment_terms ?? null,
        s.payment_terms_type ?? null,
        s.type,
        value,
        s.fee_base,
        s.effective_from,
        s.effective_to ?? null,
        s.contract_id ?? null,
        clock.now(),
      ],
    )
    context.audit({
      entity: 'contract.service_charge',
      entity_id: id,
      new_values: { agency_id: agency.id, fee_type: s.fee_type, type: s.type, value },
    })
    return { id }
  },
})

async function requirePlacementOf(
  { tx, viewer }: VerbContext,
  agency_id: string,
  contract_id: string | undefined,
): Promise<void> {
  if (contract_id === undefined) return
  const [contract] = await loadVisible<{ agency_id: string }>(
    tx,
    viewer,
    'contract.contract',
    [contract_id],
    {
      columns: 't.agency_id',
    },
  )
  if (contract?.agency_id !== agency_id) throw notFound('Contract')
}
