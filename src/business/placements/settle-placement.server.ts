/** The checked facts of a typed temp placement, for a new draft and for a changed one. */

import type { Category } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { toNumericText, units } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { fundingChoiceError } from '../fees/fee-choice.server.ts'
import { type ClientSize, determinerFault } from '../parties/client-sizes/client-size.rules.ts'
import { type AgencyModels, modelFault } from '../parties/features/funding-model.rules.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { optOutGap } from '../parties/papers/opt-out.rules.ts'
import { readOptOut } from '../parties/papers/read-opt-out.server.ts'
import { endMessage } from '../parties/party-input.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import type { HolidayPay } from '../rates/holiday-pay.rules.ts'
import type { Parties } from '../rates/insert-rates.server.ts'
import { insertRates, rateErrors } from '../rates/insert-rates.server.ts'
import { lockHolidayPay } from '../rates/lock-holiday-pay.server.ts'
import { minimumWageFaults } from '../rates/minimum-wage.rules.ts'
import { readBirth } from '../rates/read-birth.server.ts'
import { clientSizeSql } from '../shared/client-size-sql.server.ts'
import { no_paid_when_paid } from '../shared/contract-terms.rules.ts'
import { furtherPayeesSql } from '../shared/further-payees-sql.server.ts'
import { insideFault } from '../shared/inside-ir35.rules.ts'
import { offPayrollSql } from '../shared/inside-ir35-sql.server.ts'
import type { FundingModel } from '../shared/invoice-types.rules.ts'
import { linkedFunderSql } from '../shared/linked-funder.rules.ts'
import { type KeptAgreement, keepAgreement } from '../terms/keep-agreement.server.ts'
import { employmentHolidaySql } from './employment-holiday.server.ts'
import { insertTerms, type NamedContact, requireContacts } from './insert-placement.server.ts'
import { noticeColumns } from './notice/notice-period.rules.ts'
import { type AgencyScheme, schemeFault } from './paye-scheme/placement-scheme.rules.ts'
import { agencySchemesSql } from './paye-scheme/placement-scheme-sql.server.ts'
import { type EmploymentHoliday, settleHoliday } from './placement-holiday.rules.ts'
import type { TempPlacementInput } from './placement-input.server.ts'
import { type PayeesOf, type PlacementPayee, payeeOf } from './placement-payee.rules.ts'
import { scheduleFaults } from './schedule/schedule-documents.server.ts'

type Facts = AgencyModels &
  PlacementPayee & {
    readonly client_terms: number | null
    readonly is_client_linked: boolean
    /** The named funder, or the agency's only one. */
    readonly linked_funder_id: string | null
    /** In the tax year of the first day; null where it is not stated. */
    readonly client_size: ClientSize | null
    readonly is_off_payroll: boolean
    /** Of the employment that covers the start; null without one. */
    readonly employment: EmploymentHoliday | null
    readonly schemes: readonly AgencyScheme[]
  }

export type SettledPlacement = {
  readonly parties: Parties
  readonly contacts: readonly NamedContact[]
  readonly client_terms: number
  readonly holiday: HolidayPay | null
  readonly kept: KeptAgreement | null
  /** Columns of the contract that the form decides. */
  readonly columns: ReturnType<typeof columnsOf>
}

/**
 * @param standing_model the model of an existing draft; by default the agency's
 * @throws invalid with everything that is wrong, each under its field
 */
export async function settlePlacement(
  context: VerbContext,
  agency: PartyRow,
  p: TempPlacementInput,
  standing_model?: FundingModel,
): Promise<SettledPlacement> {
  const { viewer } = context
  if (p.holiday_pay_type !== undefined) await lockHolidayPay(context.tx, p.contractor_id)
  const facts = await factsOf(context, agency.id, p)
  const funding_model = p.funding_model ?? standing_model ?? facts.funding_model
  const model_fault = modelFault(facts, p.funding_model, viewer.category)
  const holiday = settleHoliday(p, facts)
  const errors = {
    ...(model_fault === null ? {} : { funding_model: model_fault }),
    ...manualErrors(p, viewer.category),
    ...placementErrors(p, facts, funding_model),
    ...holiday.errors,
    ...(await wageErrors(context, p, facts)),
    ...(await scheduleFaults(context, p.document_template_ids)),
    ...rateErrors(p.rates, {
      holiday: holiday.pay,
      start_date: p.start_date,
      end_date: p.end_date ?? null,
      unit_type: p.unit_type,
    }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (viewer.category === 'agency')
    await requireAgreedFunding(context, agency.id, p, { ...facts, funding_model })
  const parties: Parties = {
    provider_id: viewer.provider_id,
    agency_id: agency.id,
    client_id: p.client_id,
    contractor_id: p.contractor_id,
    funder_id: funding_model === 'indirect' ? facts.linked_funder_id : null,
  }
  const opt_out = await readOptOut(context.tx, {
    contractor_id: p.contractor_id,
    agency_id: agency.id,
    payment_type: facts.payment_type,
    start_date: day(p.start_date),
    is_vulnerable_work: p.is_vulnerable_work,
    is_further: facts.is_further,
  })
  const contacts = namedContacts(p)
  await requireContacts(context, parties, contacts)
  return {
    parties,
    contacts,
    client_terms: p.client_payment_terms ?? facts.client_terms ?? 0,
    holiday: holiday.pay,
    kept: facts.kept,
    columns: columnsOf(p, facts, {
      funding_model,
      currency_id: await currencyId(context, p.currency),
      base_currency_id: agency.base_currency_id,
      conduct_regs_opt_out:
        optOutGap({ ...opt_out, is_stated: facts.conduct_regs_opt_out ?? false }) === null,
    }),
  }
}

/** Base rates below the minimum wage of their first day, of a worker on PAYE. */
async function wageErrors(
  { tx, viewer }: VerbContext,
  p: TempPlacementInput,
  { payment_type }: Facts,
): Promise<FieldErrors> {
  if (payment_type !== 'paye') return {}
  const { contractor_id, currency, ...placement } = p
  return minimumWageFaults(placement, {
    payment_type,
    currency,
    born: await readBirth(tx, contractor_id, viewer),
  })
}

/** Terms and rates of the draft. @returns the groups of its rates */
export async function insertTermsAndRates(
  context: VerbContext,
  contract_id: string,
  p: TempPlacementInput,
  { parties, client_terms, holiday, kept }: SettledPlacement,
): Promise<string[]> {
  await keepAgreement(context, contract_id, kept)
  await insertTerms(context, contract_id, parties, p.start_date, [
    { type: 'client', business_id: p.client_id, payment_terms: client_terms },
    { type: 'contractor', business_id: p.contractor_id, payment_terms: p.contractor_payment_terms },
  ])
  return insertRates(context, { contract_id, ...p, end_date: p.end_date ?? null, parties, holiday }, p.rates)
}

/** @throws invalid without an agreed fee rule for this funding */
async function requireAgreedFunding(
  context: VerbContext,
  agency_id: string,
  p: TempPlacementInput,
  facts: Facts & { readonly funding_model: FundingModel },
): Promise<void> {
  const error = await fundingChoiceError(context, {
    agency_id,
    funder_id: p.funder_id ?? facts.linked_funder_id,
    service_type: 'temp_placement',
    funding_model: facts.funding_model,
    funding_type: p.funding_type,
    client_payment_terms: p.client_payment_terms ?? facts.client_terms,
    contractor_payment_terms: p.contractor_payment_terms,
    currency: p.currency,
    from: day(p.start_date),
  })
  if (error !== null) throw invalid({ funding_type: error })
}

/** The agency may not let itself approve in its client's name. */
const manualErrors = (p: TempPlacementInput, category: Category): FieldErrors =>
  p.manual_timesheet_approval && category !== 'provider'
    ? { manual_timesheet_approval: 'Your provider switches approval by the agency on' }
    : {}

function namedContacts(p: TempPlacementInput): NamedContact[] {
  const of = (type: NamedContact['type'], ids: readonly string[]) =>
    [...new Set(ids)].map((contact) => ({ contact, type }))
  return [
    ...of('timesheet_approver', p.timesheet_approver_ids),
    ...of('invoice_contact', p.invoice_contact_ids),
    ...of('hiring_manager', p.hiring_manager_id ? [p.hiring_manager_id] : []),
    ...of('agency_consultant', p.consultant_contact_id ? [p.consultant_contact_id] : []),
  ]
}

/** Facts of the parties' services with the agency; a party without one is marked as not linked. */
async function factsOf(
  { tx, viewer }: VerbContext,
  agency_id: string,
  p: TempPlacementInput,
): Promise<Facts> {
  const facts = await tx.row<Omit<Facts, keyof PlacementPayee> & PayeesOf>(
    `select a.funding_model, a.funding_models, l.temp_payment_terms as client_terms, l.id is not null as is_client_linked,
       ${linkedFunderSql('a.id', '$4')} as linked_funder_id, c.payment_type, coalesce(c.payment_company_id, c.id) as payment_company_id, coalesce(c.former_payments, '[]') as former_payments,
       ${furtherPayeesSql({ contractor: 'c.id', agency: 'a.id' })} as further_payees,
       k.conduct_regs_opt_out, ${clientSizeSql('l.from_business_id', '$6::date')} as client_size,
       ${offPayrollSql({ contractor: '$3', agency: 'a.id', scheme: '$7::uuid' }, '$6::date')} as is_off_payroll,
       ${agencySchemesSql('a.id')} as schemes,
       ${employmentHolidaySql('$3', { agency: 'a.id', provider: 'a.provider_id', on: '$6', scheme: '$7::uuid' })} as employment
     from business.business a
     left join business.service l on l.type = 'client-agency' and l.from_business_id = $2 and l.to_business_id = a.id
       and l.status = 'active' and l.deleted_at is null
     left join business.service k on k.type = 'contractor-agency' and k.from_business_id = $3 and k.to_business_id = a.id
       and k.status = 'active' and k.deleted_at is null
     left join business.business c on c.id = k.from_business_id and c.is_active and c.deleted_at is null
     where a.id = $1 and a.provider_id = $5`,
    [
      ...[agency_id, p.client_id, p.contractor_id, p.funder_id ?? null, viewer.provider_id, p.start_date],
      p.paye_scheme_id ?? null,
    ],
  )
  const found = present(facts, 'the agency')
  const asked = {
    agency_id,
    company_id: p.payment_company_id,
    start: day(p.start_date),
    end: p.end_date === undefined ? null : day(p.end_date),
  }
  return { ...found, ...payeeOf(found, asked) }
}

function placementErrors(p: TempPlacementInput, facts: Facts, funding_model: string): FieldErrors {
  const errors: Record<string, string> = {}
  if (!facts.is_client_linked) errors.client_id = 'Client not found'
  if (facts.payment_type === null) errors.contractor_id = 'Contractor not found'
  else Object.assign(errors, facts.faults)
  const needs_funder = funding_model === 'indirect' || p.funder_id !== undefined
  if (needs_funder && facts.linked_funder_id === null)
    errors.funder_id = p.funder_id === undefined ? validationText.required : 'Funder not found'
  const end = endMessage(p.start_date, p.end_date)
  if (end !== null) errors.end_date = end
  if (facts.is_client_linked && p.client_payment_terms === undefined && facts.client_terms === null)
    errors.client_payment_terms = validationText.required
  const inside = insideFault({ ...facts, ...p })
  if (inside !== null) errors.ir35_status = inside
  const scheme = schemeFault(p.paye_scheme_id ?? null, facts)
  if (scheme !== null) errors.paye_scheme_id = scheme
  const determiner = determinerFault(p.ir35_determined_by, {
    size: facts.client_size,
    start: day(p.start_date),
  })
  if (determiner !== null) errors.ir35_determined_by = determiner
  if (facts.payment_type === 'paye' || facts.payment_type === 'selfemployed') {
    if (p.funding_type === 'paid_when_paid') errors.funding_type = no_paid_when_paid
    if (p.expense_funding_type === 'paid_when_paid') errors.expense_funding_type = no_paid_when_paid
  }
  return errors
}

function columnsOf(
  p: TempPlacementInput,
  facts: Facts,
  chosen: {
    readonly funding_model: FundingModel
    readonly currency_id: string
    readonly base_currency_id: string
    readonly conduct_regs_opt_out: boolean
  },
) {
  return {
    ...chosen,
    title: p.title,
    start_date: p.start_date,
    end_date: p.end_date ?? null,
    funding_type: p.funding_type,
    expense_funding_type: p.expense_funding_type ?? p.funding_type,
    payment_company_id: present(facts.payment_company_id, 'the contractor'),
    paye_scheme_id: p.paye_scheme_id ?? null,
    timesheet_frequency: p.timesheet_frequency,
    unit_type: p.unit_type,
    standard_units: toNumericText(units(p.standard_units, 'standard_units')),
    timesheet_submit: p.timesheet_submit,
    is_extended_contractor_payment_terms: p.is_extended_contractor_payment_terms,
    // Set by the mail that tells the client.
    opt_out_told_on: null,
    ir35_status: p.ir35_status ?? null,
    awr_role: p.awr_role || null,
    ir35_determined_by: p.ir35_determined_by ?? null,
    is_construction: p.is_construction,
    document_template_ids: [...p.document_template_ids],
    e_sign: p.e_sign,
    is_vulnerable_work: p.is_vulnerable_work,
    is_unsupervised: p.is_unsupervised && facts.payment_type === 'selfemployed',
    po_number: p.po_number ?? null,
    work_location: p.work_location ?? null,
    consultant_contact_id: p.consultant_contact_id ?? null,
    ...noticeColumns(p.notice ?? null),
    no_right_to_serve_notice: p.no_right_to_serve_notice,
  }
}
