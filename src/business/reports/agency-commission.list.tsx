import type { Column, FieldPath, List } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { by_client, by_contractor, contractOf, workOf } from '../shared/list-filters.view.ts'
import { agency_commission } from './agency-commission.entity.ts'
import { agencyNetWhy, commissionWhy } from './explain-row.view.ts'
import { last_7_days } from './report-list.view.ts'

type Field = FieldPath<typeof agency_commission>

/** Columns that the explanations need. */
const explained = [
  'client_gross',
  'sale_gross',
  'contractor_gross',
  'on_costs',
  'agency_gross',
  'agency_tax',
  'agency_net',
] as const

/** Spec §2: the columns differ by funding model; in the indirect one the fees are the platform's and the funder's. */
function commissionList(model: 'indirect' | 'other', fees: readonly Column<Field>[]): List {
  return list({
    entity: agency_commission,
    title: 'Commission',
    where: { funding_model: model === 'indirect' ? { _eq: 'indirect' } : { _neq: 'indirect' } },
    columns: [
      { field: 'payment_reference', width: 144 },
      { field: 'week_end_date' },
      {
        field: 'contract_human_id',
        width: 116,
        link: contractOf,
      },
      { field: 'client_name', width: 180 },
      { field: 'contractor_name', width: 160 },
      { field: 'client_gross' },
      { field: 'contractor_gross', width: 150 },
      ...fees,
      { field: 'on_costs' },
      { field: 'agency_gross', why: commissionWhy },
      { field: 'agency_tax' },
      { field: 'agency_net', why: agencyNetWhy },
      { field: 'total_units', width: 100 },
      { field: 'generated_for', width: 130 },
      { field: 'raised_date', width: 156 },
      { field: 'funding_type', width: 130 },
    ],
    filters: [
      { field: 'raised_date', max: 'today' },
      { field: 'week_end_date' },
      by_client,
      by_contractor,
      { field: 'contract_human_id' },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'generated_for' },
      { field: 'funding_type' },
      { field: 'agency_gross' },
    ],
    tags: [{ id: 'loss', label: 'Below zero', filter: { agency_gross: { to: '-0.01' } }, tone: 'critical' }],
    search: ['client_name', 'contractor_name', 'contract_human_id', 'payment_reference'],
    sort: { id: 'raised_date', desc: true },
    default_filter: { raised_date: last_7_days },
    currency: 'alpha_code',
    sum: 'agency_gross',
    fields: ['timesheet_id', 'expense_id', 'contract_id', 'generated_for', 'alpha_code', ...explained],
    link: workOf,
    card: {
      title: 'payment_reference',
      party: 'client_name',
      detail: 'contractor_name',
      amount: 'agency_gross',
      date: 'week_end_date',
    },
    first_run: 'Commission shows here once work is approved and invoiced.',
    begins_at: 'transaction/timesheet',
  })
}

export const commission_list = commissionList('other', [{ field: 'fee_gross' }])
export const indirect_commission_list = commissionList('indirect', [
  { field: 'platform_fee' },
  { field: 'funder_fee' },
])
