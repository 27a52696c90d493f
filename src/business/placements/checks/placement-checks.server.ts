/** Finds the open checks of a placement. */

import { present } from '#kernel/assert.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { fundingChoiceError } from '../../fees/fee-choice.server.ts'
import { placementGaps } from '../../parties/compliance/insurance-sums.server.ts'
import {
  contractMissingSql,
  rightMissingSql,
  termsMissingSql,
} from '../../parties/compliance/right-to-work.server.ts'
import { fundingOnSql } from '../../shared/former-terms.rules.ts'
import { untaxedReasonSql } from '../../shared/inside-ir35-sql.server.ts'
import type { FundingModel, FundingType } from '../../shared/invoice-types.rules.ts'
import { model_allowed_sql } from '../activation.rules.ts'
import { countsFrom } from '../construction.rules.ts'
import { check_names, type PlacementCheck, shownChecks } from '../placement-checks.rules.ts'
import { scheduleOpenSql } from '../schedule/schedule-documents.server.ts'
import { grossMissingSql } from './construction-missing.server.ts'
import { determinationMissingSql } from './determination-missing.server.ts'

/** Work of longer ago is entered by hand, with the provider's knowledge. */
const START_DAYS_BACK = 92

type Found = {
  readonly agency_id: string
  readonly funder_id: string | null
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  readonly start_date: Day
  readonly client_terms: number | null
  readonly contractor_terms: number | null
  readonly currency: string
  readonly is_ready: Readonly<
    Record<'agency' | 'client' | 'contractor' | 'payment_company' | 'funder', boolean>
  >
  readonly is_model_allowed: boolean
  readonly is_right_missing: boolean
  readonly is_contract_missing: boolean
  readonly are_terms_missing: boolean
  readonly is_determination_missing: boolean
  readonly is_inside_ir35: boolean
  readonly is_gross_missing: boolean
  readonly is_unsigned: boolean
  /** The provider chose the funding, and may do so without a fee. */
  readonly is_of_provider: boolean
}

const ready = (column: string) =>
  `exists (select from business.business b where b.id = t.${column} and b.status = 'onboarded' and b.is_active and b.deleted_at is null)`

/** A suspended or ended link of a party with the agency has no new placement. */
export const service_in_force_sql = (party: string, agency: string): string =>
  `not exists (select from business.service l where l.from_business_id = ${party} and l.to_business_id = ${agency}
     and l.type in ('client-agency', 'contractor-agency') and l.status in ('suspended', 'ended') and l.deleted_at is null)`

const terms = (type: string) =>
  `(select e.payment_terms from contract.contract_entity e where e.contract_id = t.id and e.type = '${type}'
     and e.deleted_at is null order by e.effective_from desc limit 1)`

/** A document is out, or one was declined or expired and none of its type is sealed. Documents that their sender took back do not count. */
const unsigned_sql = `exists (select from platform.document d
  where d.parent_entity = 'contract.temp_placement' and d.parent_id = t.id and d.created_by is not null and d.deleted_at is null
    and (d.status in ('draft', 'inprogress') or d.status = 'completed' and d.final_sha256 is null
      or (d.status = 'expired' or d.status = 'rejected'
          and exists (select from platform.signer s where s.document_id = d.id and s.status = 'declined'))
        and not exists (select from platform.document n where n.parent_id = d.parent_id and n.type = d.type
          and n.final_sha256 is not null and n.deleted_at is null)))`

/** @param id a temp placement that the caller may see */
export async function readChecks(
  context: Pick<VerbContext, 'tx' | 'clock'>,
  id: string,
): Promise<PlacementCheck[]> {
  const row = present(
    await context.tx.row<Found>(
      `select t.agency_id, t.funder_id, t.funding_model, ${fundingOnSql('t', 't.start_date', 'funding_type')} as funding_type, t.start_date,
         ${terms('client')} as client_terms, ${terms('contractor')} as contractor_terms,
         (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency,
         jsonb_build_object('agency', ${ready('agency_id')}, 'client', ${ready('client_id')} and ${service_in_force_sql('t.client_id', 't.agency_id')},
           'contractor', ${ready('contractor_id')} and ${service_in_force_sql('t.contractor_id', 't.agency_id')},
           'payment_company', ${ready('payment_company_id')},
           'funder', t.funder_id is null or ${ready('funder_id')}) as is_ready,
         ${model_allowed_sql('t')} as is_model_allowed, ${rightMissingSql('t', '$2')} as is_right_missing,
         ${contractMissingSql('t', '$2')} as is_contract_missing, ${termsMissingSql('t', '$2')} as are_terms_missing,
         ${determinationMissingSql('t')} as is_determination_missing, ${grossMissingSql('t', '$3')} as is_gross_missing,
         ${untaxedReasonSql('t', 't.start_date')} is not null as is_inside_ir35, ${unsigned_sql} or ${scheduleOpenSql('t')} as is_unsigned,
         exists (select from business.business_contact p where p.business_id = t.provider_id and p.user_id = t.created_by) as is_of_provider
       from contract.contract t where t.id = $1`,
      [id, context.clock.today(), countsFrom(context.clock.today())],
    ),
    'the placement',
  )
  const no_fee = await fundingChoiceError(context, {
    agency_id: row.agency_id,
    funder_id: row.funder_id,
    service_type: 'temp_placement',
    funding_model: row.funding_model,
    funding_type: row.funding_type,
    client_payment_terms: row.client_terms,
    contractor_payment_terms: row.contractor_terms,
    currency: row.currency,
    from: row.start_date,
  })
  const gaps = await placementGaps(context.tx, id, context.clock.today())
  const isOpen: Readonly<Record<Exclude<PlacementCheck, 'flags'>, boolean>> = {
    agency: !row.is_ready.agency,
    client: !row.is_ready.client,
    contractor: !row.is_ready.contractor,
    payment_company: !row.is_ready.payment_company,
    funder: !row.is_ready.funder,
    funding_model: !row.is_model_allowed,
    fee_rule: no_fee !== null && !row.is_of_provider,
    right_to_work: row.is_right_missing,
    contract: row.is_contract_missing,
    terms: row.are_terms_missing,
    insurance: gaps.length > 0,
    determination: row.is_determination_missing,
    inside_ir35: row.is_inside_ir35,
    construction: row.is_gross_missing,
    signatures: row.is_unsigned,
    start_date: row.start_date < addDays(context.clock.today(), -START_DAYS_BACK),
  }
  return shownChecks(check_names).filter((name) => isOpen[name])
}
