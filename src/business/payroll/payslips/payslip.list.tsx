import { Check } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_contractor } from '../../shared/list-filters.view.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { explained_pay, grossPayWhy, netPayWhy } from '../figures/payroll-why.view.ts'
import { can } from '../figures/payslip.rules.ts'
import { payslip, payslip_period } from './payslip.entity.ts'

/** A draft is payroll's until it is issued. */
const issued = [
  { value: 'issued', label: 'Issued' },
  { value: 'paid', label: 'Paid' },
] as const

export const payslip_list = list({
  entity: payslip,
  title: 'Payslips',
  columns: [
    { field: 'human_id', width: 112 },
    { field: 'period_number', width: 130 },
    { field: 'status', width: 110 },
    { field: 'contractor.name', label: 'Contractor', only: ['agency', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['contractor', 'provider'] },
    { field: 'pay_date' },
    { field: 'gross_pay', why: grossPayWhy },
    { field: 'holiday_pay' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'employee_pension' },
    { field: 'student_loan' },
    { field: 'net_pay', why: netPayWhy },
    { field: 'employer_ni', only: ['agency', 'provider'] },
    { field: 'employer_pension', only: ['agency', 'provider'] },
    { field: 'apprenticeship_levy', width: 152, only: ['agency', 'provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'period_number' },
    { field: 'status', only: ['agency', 'provider'] },
    { field: 'status', options: issued, only: ['contractor'] },
    { ...by_contractor, only: ['agency', 'provider'] },
    { ...by_agency, only: ['contractor', 'provider'] },
    { field: 'pay_date' },
    { field: 'net_pay' },
  ],
  groups: [
    { field: 'status', only: ['agency', 'provider'] },
    { field: 'status', options: issued, only: ['contractor'] },
  ],
  search: ['human_id', { field: 'contractor.name', only: ['agency', 'provider'] }],
  sort: { id: 'updated_at', desc: true },
  sum: 'net_pay',
  fields: [...explained_pay, 'other_deductions'],
  bulk: [
    {
      label: 'Mark as paid',
      icon: Check,
      action_id: 'transaction.payslip.confirm_paid',
      allowed: (row, session) =>
        can.confirm_paid({ human_id: String(row.human_id), status: String(row.status) }, session),
      confirm: 'ask',
      only: ['provider_admin', 'provider_operations'],
    },
  ],
  link: (row, category) => pathOf({ category, path: 'paye/payslip', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: ['contractor.name', 'agency.name'],
    detail: 'period_number',
    amount: 'net_pay',
    date: 'pay_date',
  },
  first_run: 'Payslips appear here when the first pay period has been calculated.',
  begins_at: 'paye/pay_run',
})

export const payslip_period_list = list({
  entity: payslip_period,
  title: 'Payslip Periods',
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'period_number', width: 130 },
    { field: 'tax_year', width: 100, cell: (row) => taxYearName(Number(row.tax_year)) },
    { field: 'frequency', width: 110 },
    { field: 'status', width: 120 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'pay_date' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'period_number' },
    { field: 'status' },
    { field: 'frequency' },
    { field: 'pay_date' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'frequency' }, { field: 'status' }],
  sort: { id: 'updated_at', desc: true },
  expand: { list: payslip_list, scope: (row) => ({ payslip_period_id: { _eq: row.id } }) },
  link: (row, category) => pathOf({ category, path: 'paye/payslip_period', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'agency.name',
    detail: 'period_number',
    date: 'pay_date',
  },
  first_run: 'Pay periods appear here when payroll opens the first one.',
  begins_at: 'paye/pay_run',
})
