/** An earlier placement as the start of a new one, or of its own change. */
import { useQuery } from '@tanstack/react-query'
import { formatRate, formatUnits, rate, type Units4, units } from '#kernel/rate.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { baseOf, holidayOfRate } from '../../rates/holiday-pay.rules.ts'
import { compareRateNames } from '../../rates/rate-version.rules.ts'
import { standardDayOf } from '../../rates/standard-day.rules.ts'
import { typedNotice } from '../notice/notice.form.tsx'
import { emptyRate, type TypedRate } from './placement-rates.form.tsx'

const document = gql(`query copied_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id human_id title start_date end_date funding_type expense_funding_type funding_model timesheet_frequency unit_type standard_units
    timesheet_submit is_extended_contractor_payment_terms ir35_status ir35_determined_by is_construction is_unsupervised is_vulnerable_work document_template_ids e_sign awr_role po_number work_location
    notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit
    no_right_to_serve_notice consultant_contact_id
    payment_company_id paye_scheme_id
    agency { id name } client { id name } funder { id name } currency { alpha_code }
    contractor { id name business { id payees(limit: 100) { id agency_id payment_company_id } } }
    client_terms { payment_terms } contractor_terms { payment_terms }
    contract_contacts { type business_contact_id }
    rates(order_by: [{ effective_from: asc }]) { group_id name sub_type value_text value_numeric value_boolean value_jsonb_object }
  }
}`)

export type Copied = NonNullable<Answer<typeof document>['placement']>

/** @param id null for a placement that copies none */
export function usePlacementCopy(id: string | null) {
  return useQuery({
    queryKey: ['copied_placement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).placement,
    enabled: id !== null,
  })
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A contractor rate is typed without its holiday pay. */
function typedRate(one: Copied['rates'][number]): string {
  const paid = rate(String(one.value_numeric))
  const holiday = holidayOfRate(one)
  return formatRate(holiday === null ? paid : baseOf(paid, holiday))
}

function typedHoliday(from: Copied | null) {
  const found = from?.rates.map(holidayOfRate).find((one) => one !== null)
  return {
    holiday_pay_type: found?.type ?? '',
    holiday_pay_percent: found ? formatUnits(found.allowance as unknown as Units4) : '',
  }
}

function standardOf(details: unknown): string {
  const own = standardDayOf(details)
  return own === null ? '' : formatUnits(own)
}

/** The newest version of each rate. */
function ratesOf({ rates, unit_type }: Copied): TypedRate[] {
  const groups = new Map<string, TypedRate>()
  for (const one of rates) {
    const typed = groups.get(one.group_id) ?? emptyRate(one.name)
    groups.set(one.group_id, {
      ...typed,
      standard_units: standardOf(one.value_jsonb_object),
      unit_type: one.value_text === unit_type ? '' : one.value_text,
      [one.sub_type]: typedRate(one),
    })
  }
  return [...groups.values()].sort((a, b) => compareRateNames(a.name, b.name))
}

/** A payee beside that of the contractor, else empty: the server pays the contractor's on the first day. */
const furtherPayee = (from: Copied | null): string =>
  from?.contractor?.business?.payees.some(
    ({ agency_id, payment_company_id }) =>
      agency_id === from.agency?.id && payment_company_id === from.payment_company_id,
  )
    ? (from.payment_company_id ?? '')
    : ''

/** The form's values of an earlier placement, without its dates; of none, the blank form. */
export function startOfPlacement(from: Copied | null, with_dates: boolean) {
  const contactsOf = (type: string) =>
    (from?.contract_contacts ?? []).filter((one) => one.type === type).map((one) => one.business_contact_id)
  return {
    agency_id: from?.agency?.id ?? '',
    client_id: from?.client?.id ?? '',
    contractor_id: from?.contractor?.id ?? '',
    payment_company_id: furtherPayee(from),
    paye_scheme_id: (with_dates && from?.paye_scheme_id) || '',
    funder_id: from?.funder?.id ?? '',
    title: from?.title ?? '',
    start_date: (with_dates && from?.start_date) || '',
    end_date: (with_dates && from?.end_date) || '',
    currency: from?.currency?.alpha_code ?? 'GBP',
    funding_type: from?.funding_type ?? 'funded',
    expense_funding_type: from?.expense_funding_type ?? '',
    funding_model: (with_dates && from?.funding_model) || '',
    timesheet_frequency: from?.timesheet_frequency ?? 'week',
    unit_type: from?.unit_type ?? 'hourly',
    standard_units: from ? formatUnits(units(String(from.standard_units))) : '7.5',
    timesheet_submit: from?.timesheet_submit ?? 'contractor',
    is_extended_contractor_payment_terms: from?.is_extended_contractor_payment_terms ?? false,
    ir35_status: from?.ir35_status ?? '',
    awr_role: from?.awr_role ?? '',
    ir35_determined_by: from?.ir35_determined_by ?? '',
    is_construction: from?.is_construction ?? false,
    is_unsupervised: from?.is_unsupervised ?? false,
    is_vulnerable_work: from?.is_vulnerable_work ?? false,
    // A copy takes no documents (onboarding §4.1).
    document_template_ids: (with_dates && from?.document_template_ids) || [],
    e_sign: from?.e_sign ?? true,
    po_number: from?.po_number ?? '',
    work_location: from?.work_location ?? '',
    client_payment_terms: text(from?.client_terms?.payment_terms),
    contractor_payment_terms: text(from?.contractor_terms?.payment_terms),
    notice: typedNotice(from),
    no_right_to_serve_notice: from?.no_right_to_serve_notice ?? false,
    ...typedHoliday(from),
    rates: from ? ratesOf(from) : [emptyRate('Standard')],
    timesheet_approver_ids: contactsOf('timesheet_approver'),
    invoice_contact_ids: contactsOf('invoice_contact'),
    hiring_manager_id: contactsOf('hiring_manager')[0] ?? '',
    consultant_contact_id: from?.consultant_contact_id ?? '',
  }
}
