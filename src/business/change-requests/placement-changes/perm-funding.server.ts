import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { fundingChoiceError } from '../../fees/fee-choice.server.ts'
import type { FundingModel, FundingType } from '../../shared/invoice-types.rules.ts'
import type { RequestedChanges } from '../request/change-request.rules.ts'
import type { Placement } from './standing-placement.server.ts'

const openTerms = (side: 'client' | 'contractor') => `(select t.payment_terms from contract.contract_entity t
  where t.contract_id = c.id and t.type = '${side}' and t.is_open and t.deleted_at is null)`

/** A new funding type of work needs an agreed fee. @throws invalid under `funding_type` */
export async function requireFunding(
  context: VerbContext,
  { id, type, agency_id, funder_id }: Placement,
  { changes, effective_from }: RequestedChanges,
): Promise<void> {
  const asked = changes.find(({ field }) => field === 'funding_type')?.new ?? null
  if (asked === null) return
  const row = await context.tx.row<{
    funding_model: FundingModel
    client_terms: number | null
    contractor_terms: number | null
    currency: string
    starts: string
  }>(
    `select c.funding_model, coalesce(c.contract_start_date, c.start_date)::text as starts, ${openTerms('client')} as client_terms,
       ${openTerms('contractor')} as contractor_terms,
       (select y.alpha_code from platform.currency y where y.id = c.currency_id) as currency
     from contract.contract c where c.id = $1`,
    [id],
  )
  if (!row) return
  const fault = await fundingChoiceError(context, {
    agency_id,
    funder_id,
    service_type: type,
    funding_model: row.funding_model,
    funding_type: asked as FundingType, // Parsed by the verb's input.
    client_payment_terms: row.client_terms,
    contractor_payment_terms: row.contractor_terms,
    currency: row.currency,
    from: effective_from ?? day(row.starts),
  })
  if (fault !== null) throw invalid({ funding_type: fault })
}
