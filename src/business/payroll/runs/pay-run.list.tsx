import { payroll_data_roles } from '#entity/roles.ts'
import type { RelatedTab } from '#web/blocks/RelatedTabs.tsx'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_contractor } from '../../shared/list-filters.view.ts'
import { tabOf } from '../../shared/related-tabs.view.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { pay_run, pay_run_payslip } from './pay-run.entity.ts'

/** Pay runs of employers whose pay is calculated here. */
export const pay_run_list = list({
  entity: pay_run,
  title: 'Pay Runs',
  tabs: [
    { id: 'under_way', label: 'Under way', where: { status: { _in: ['open', 'calculated', 'checked'] } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'human_id', width: 120 },
    { field: 'work_status', width: 110 },
    { field: 'pay_day' },
    { field: 'frequency', width: 150 },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'payslip_count', width: 100 },
    { field: 'gross_pay' },
    { field: 'net_pay' },
    { field: 'employer_costs' },
    { field: 'stop_count', width: 100 },
    { field: 'warning_count', width: 100 },
    { field: 'maker', width: 150 },
    { field: 'approver', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status' },
    { field: 'pay_day' },
    { field: 'frequency' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'status' }, { field: 'frequency' }],
  search: ['human_id', { field: 'agency.name', only: ['provider'] }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/pay_run', id: row.id }),
  create: {
    label: 'New pay run',
    to: (category) => pathOf({ category, path: 'paye/new_pay_run' }),
    only: provider_staff,
  },
  card: {
    title: 'human_id',
    badge: 'work_status',
    party: 'agency.name',
    detail: 'paye_scheme.employer_reference',
    amount: 'net_pay',
    date: 'pay_day',
  },
  first_run: 'Pay runs show here. The provider chooses calculated pay on the page of a PAYE scheme first.',
})

/** Payslips of runs as they were computed. */
export const pay_run_payslip_list = list({
  entity: pay_run_payslip,
  title: 'Calculated Payslips',
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220 },
    { field: 'pay_run.human_id', label: 'Pay Run', width: 120 },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'tax_code', width: 130 },
    { field: 'ni_letter', width: 100 },
    { field: 'hours', width: 100 },
    { field: 'gross_pay' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'student_loan' },
    { field: 'other_deductions', width: 150 },
    { field: 'net_pay' },
    { field: 'last_net_pay' },
    { field: 'net_change' },
    { field: 'employer_ni' },
    { field: 'withdrawn_as', width: 160 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'pay_run.human_id', label: 'Pay Run' },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'tax_code' },
    { field: 'ni_letter' },
  ],
  groups: [{ field: 'ni_letter' }],
  search: ['contractor.name'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/pay_run_payslip', id: row.id }),
  card: {
    title: 'contractor.name',
    badge: 'ni_letter',
    party: 'pay_run.human_id',
    detail: 'tax_code',
    amount: 'net_pay',
    date: 'pay_run.pay_day',
  },
  first_run: 'Payslips of pay runs show here, each with how it was calculated.',
  begins_at: 'paye/pay_run',
})

const slipsTab = (tab: Pick<RelatedTab, 'id' | 'label'>, is_withdrawn: boolean) => {
  const of = tabOf({ ...tab, list: pay_run_payslip_list, only: [...payroll_data_roles, 'provider'] })
  return (field: string, id: string): RelatedTab => {
    const found = of(field, id)
    return { ...found, scope: { ...found.scope, withdrawn_as: { _is_null: !is_withdrawn } } }
  }
}

export const pay_run_payslips_tab = slipsTab({ id: 'payslips', label: 'Payslips' }, false)
/** Payslips that were issued before the run was opened again. */
export const withdrawn_payslips_tab = slipsTab({ id: 'withdrawn', label: 'Withdrawn payslips' }, true)
