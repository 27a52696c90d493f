/** The checked facts of a typed permanent placement, for a new draft and for a changed one. */
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { invalid, isStintError, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import type { VerbContext } from '#server/verb.ts'
import { fundingChoiceError } from '../fees/fee-choice.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { type AgencyModels, modelFault } from '../parties/features/funding-model.rules.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import { insertTerms, type NamedContact, requireContacts } from '../placements/insert-placement.server.ts'
import type { FundingModel } from '../shared/invoice-types.rules.ts'
import { linkedFunderSql } from '../shared/linked-funder.rules.ts'
import type { PermPlacementInput } from './perm-placement-input.server.ts'
import { permStartFault } from './perm-start.rules.ts'

type Facts = AgencyModels & {
  readonly has_feature: boolean
  readonly is_client_linked: boolean
  readonly client_terms: number | null
  /** The named funder, or the agency's only one. */
  readonly linked_funder_id: string | null
}

type SettledPerm = {
  readonly parties: Parameters<typeof insertTerms>[2]
  readonly contacts: readonly NamedContact[]
  /** Days, from the documents' day on. */
  readonly client_terms: number
  /** Columns of the contract that the form decides. */
  readonly columns: Awaited<ReturnType<typeof columnsOf>>
}

/**
 * @param standing_model the model of an existing draft; by default the agency's
 * @throws not_allowed without the permanent placement feature (spec §6), invalid with everything that is wrong, each
 * under its field
 */
export async function settlePerm(
  context: VerbContext,
  agency: PartyRow,
  p: PermPlacementInput,
  standing_model?: FundingModel,
): Promise<SettledPerm> {
  const facts = await factsOf(context, agency.id, p)
  if (!facts.has_feature) throw notAllowed('Permanent placements are not switched on for this agency')
  const funding_model = p.funding_model ?? standing_model ?? facts.funding_model
  await requireChoices(context, agency.id, p, { ...facts, chosen_model: funding_model })
  const parties = {
    provider_id: context.viewer.provider_id,
    agency_id: agency.id,
    client_id: p.client_id,
    contractor_id: null,
    funder_id: funding_model === 'indirect' ? facts.linked_funder_id : null,
  }
  const contacts = namedContacts(p)
  await requireContacts(context, parties, contacts)
  return {
    parties,
    contacts,
    client_terms: present(p.client_payment_terms ?? facts.client_terms, 'terms that were asked for'),
    columns: await columnsOf(context, p, { funding_model, base_currency_id: agency.base_currency_id }),
  }
}

/** Terms count from today on: documents may be raised late, never before. */
export async function insertPermTerms(
  context: VerbContext,
  contract_id: string,
  p: PermPlacementInput,
  { parties, client_terms }: SettledPerm,
): Promise<void> {
  const today = context.clock.today()
  const from = p.contract_start_date < today ? p.contract_start_date : today
  await insertTerms(context, contract_id, parties, from, [
    { type: 'client', business_id: p.client_id, payment_terms: client_terms },
  ])
}

function namedContacts(p: PermPlacementInput): NamedContact[] {
  const of = (type: NamedContact['type'], ids: readonly (string | undefined)[]) =>
    [...new Set(ids)].flatMap((contact) => (contact === undefined ? [] : [{ contact, type }]))
  return [
    ...of('invoice_contact', p.invoice_contact_ids),
    ...of('hiring_manager', [p.hiring_manager_id]),
    ...of('agency_consultant', [p.consultant_contact_id]),
  ]
}

async function columnsOf(
  context: VerbContext,
  p: PermPlacementInput,
  chosen: { readonly funding_model: FundingModel; readonly base_currency_id: string },
) {
  return {
    ...chosen,
    title: p.title,
    candidate_name: p.candidate_name,
    contract_start_date: p.contract_start_date,
    start_date: p.contract_start_date,
    placement_fee: formatMoney(parseMoney(p.placement_fee, currency(p.currency))),
    guarantee_period: p.guarantee_period ?? null,
    funding_type: p.funding_type,
    currency_id: await currencyId(context, p.currency),
    po_number: p.po_number ?? null,
    work_location: p.work_location ?? null,
    consultant_contact_id: p.consultant_contact_id ?? null,
  }
}

/** @throws invalid with everything that is wrong, each under its field */
async function requireChoices(
  context: VerbContext,
  agency_id: string,
  p: PermPlacementInput,
  facts: Facts & { readonly chosen_model: FundingModel },
): Promise<void> {
  const funding_model = facts.chosen_model
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
