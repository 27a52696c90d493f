import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { invalid, isStintError, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { fundingChoiceError } from '../fees/fee-choice.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { type AgencyModels, modelFault } from '../parties/features/funding-model.rules.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { insertContacts, insertTerms, requireContacts } from '../placements/insert-placement.server.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { FundingModel } from '../shared/invoice-types.rules.ts'
import { linkedFunderSql } from '../shared/linked-funder.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import type { PermPlacementInput } from './perm-placement-input.server.ts'
import { permPlacementInput } from './perm-placement-input.server.ts'
import { permStartFault } from './perm-start.rules.ts'

type Facts = AgencyModels & {
  readonly has_feature: boolean
  readonly is_client_linked: boolean
  readonly client_terms: number | null
  /** The named funder, or the agency's only one. */
  readonly linked_funder_id: string | null
}

/**
 * A draft permanent placement: a candidate, a client, a fee. Faults are under the form's fields (spec §5).
 * @throws not_allowed without the permanent placement feature (spec §6)
 */
export const createPermPlacement = verb({
  action_id: 'contract.perm_placement.create',
  since: '0.1.0',
  summary: 'Creates a draft of a permanent placement',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: permPlacementInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, p) => {
    const { viewer } = context
    const agency = await actingAgency(context, p.agency_id)
    const facts = await factsOf(context, agency.id, p)
    if (!facts.has_feature) throw notAllowed('Permanent placements are not switched on for this agency')
    const funding_model = p.funding_model ?? facts.funding_model
    const terms = p.client_payment_terms ?? facts.client_terms
    await requireChoices(context, agency.id, p, facts)
    const parties = {
      provider_id: viewer.provider_id,
      agency_id: agency.id,
      client_id: p.client_id,
      contractor_id: null,
      funder_id: funding_model === 'indirect' ? facts.linked_funder_id : null,
    }
    const contacts = [...new Set(p.invoice_contact_ids)].map((contact) => ({
      contact,
      type: 'invoice_contact' as const,
    }))
    await requireContacts(context, parties, contacts)
    return insertPerm(context, p, {
      agency,
      parties,
      contacts,
      funding_model,
      client_payment_terms: present(terms, 'terms that were asked for'),
    })
  },
})

/** Facts derived from a checked input. */
type Settled = {
  readonly agency: Awaited<ReturnType<typeof actingAgency>>
  readonly parties: Parameters<typeof insertTerms>[2]
  readonly contacts: Parameters<typeof insertContacts>[3]
  readonly funding_model: FundingModel
  /** Days, from the documents' day on. */
  readonly client_payment_terms: number
}

async function insertPerm(
  context: VerbContext,
  p: PermPlacementInput,
  { agency, parties, contacts, funding_model, client_payment_terms }: Settled,
): Promise<{ id: string; human_id: string }> {
  const { tx, viewer, clock } = context
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'PEM')
  await insertRow(tx, perm_placement, {
    id,
    human_id,
    status: 'draft',
    title: p.title,
    candidate_name: p.candidate_name,
    contract_start_date: p.contract_start_date,
    start_date: p.contract_start_date,
    end_date: null,
    placement_fee: formatMoney(parseMoney(p.placement_fee, currency(p.currency))),
    guarantee_period: p.guarantee_period ?? null,
    left_date: null,
    suspense_reason: null,
    evidence_status: null,
    funding_type: p.funding_type,
    funding_model,
    ...parties,
    currency_id: await currencyId(context, p.currency),
    base_currency_id: agency.base_currency_id,
    po_number: p.po_number ?? null,
    work_location: p.work_location ?? null,
    consultant_contact_id: p.consultant_contact_id ?? null,
    change_request_id: null,
    created_by: viewer.user_id,
    submitted_by: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  // Terms count from today on: documents may be raised late, never before.
  const from = p.contract_start_date < clock.today() ? p.contract_start_date : clock.today()
  await insertTerms(context, id, parties, from, [
    {
      type: 'client',
      business_id: p.client_id,
      payment_terms: client_payment_terms,
    },
  ])
  await insertContacts(context, id, parties, contacts)
  await recordContractSteps(context, 'create', [
    {
      row: { id, ...parties },
      old_status: null,
      new_status: 'draft',
      message: `Entered for ${p.candidate_name}`,
      new_values: { human_id, title: p.title },
    },
  ])
  return { id, human_id }
}

/** @throws invalid with everything that is wrong, each under its field */
async function requireChoices(
  context: VerbContext,
  agency_id: string,
  p: PermPlacementInput,
  facts: Facts,
): Promise<void> {
  const funding_model = p.funding_model ?? facts.funding_model
  const errors: Record<string, string> = { ...inputErrors(p, facts, funding_model), ...feeErrors(p) }
  const start_fault = permStartFault(day(p.contract_start_date), await bookDays(context))
  if (start_fault !== null) errors.contract_start_date = start_fault
  const model_fault = modelFault(facts, p.funding_model, context.viewer.category)
  if (model_fault !== null) errors.funding_model = model_fault
  const funding_error = await fundingChoiceError(context, {
    agency_id,
    funder_id: p.funder_id ?? facts.linked_funder_id,
    service_type: 'perm_placement',
    funding_model,
    funding_type: p.funding_type,
    client_payment_terms: p.client_payment_terms ?? facts.client_terms,
    contractor_payment_terms: null,
    currency: p.currency,
    from: day(p.contract_start_date),
  })
  if (funding_error !== null) errors.funding_type = funding_error
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function factsOf(
  { tx, viewer }: VerbContext,
  agency_id: string,
  p: PermPlacementInput,
): Promise<Facts> {
  const facts = await tx.row<Facts>(
    `select a.funding_model, a.funding_models,
       exists (select from business.business_feature f where f.business_id = a.id and f.feature_code = 'perm_placement') as has_feature,
       l.id is not null as is_client_linked, l.perm_payment_terms as client_terms,
       ${linkedFunderSql('a.id', '$3')} as linked_funder_id
     from business.business a
     left join business.service l on l.type = 'client-agency' and l.from_business_id = $2 and l.to_business_id = a.id
       and l.status = 'active' and l.deleted_at is null
     where a.id = $1 and a.provider_id = $4`,
    [agency_id, p.client_id, p.funder_id ?? null, viewer.provider_id],
  )
  return present(facts, 'the agency')
}

function inputErrors(
  p: PermPlacementInput,
  facts: Facts,
  funding_model: FundingModel,
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!facts.is_client_linked) errors.client_id = 'Client not found'
  const needs_funder = funding_model === 'indirect' || p.funder_id !== undefined
  if (needs_funder && facts.linked_funder_id === null)
    errors.funder_id = p.funder_id === undefined ? validationText.required : 'Funder not found'
  if (facts.is_client_linked && p.client_payment_terms === undefined && facts.client_terms === null)
    errors.client_payment_terms = validationText.required
  return errors
}

function feeErrors(p: PermPlacementInput): FieldErrors {
  try {
    const fee = parseMoney(p.placement_fee, currency(p.currency), 'placement_fee')
    const fault = amountFault(fee, 'placement_fee')
    return fault === null ? {} : { placement_fee: fault }
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return refusal.errors ?? { placement_fee: refusal.message }
  }
}
