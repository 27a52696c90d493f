import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { paye_scheme } from '../schemes/paye-scheme.entity.ts'
import { tax_month } from './tax-month.entity.ts'

/** Months that were closed, of all schemes. */
export const tax_month_list = list({
  entity: tax_month,
  title: 'Tax Months',
  tabs: [
    { id: 'closed', label: 'Closed', where: { status: { _eq: 'closed' } } },
    { id: 'taken_over', label: 'Payroll before', where: { status: { _eq: 'taken_over' } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'human_id', width: 130 },
    { field: 'status', width: 110 },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'tax_year', width: 100, cell: (row) => taxYearName(Number(row.tax_year)) },
    { field: 'tax_month', width: 110 },
    { field: 'period_end' },
    { field: 'due_date' },
    { field: 'due' },
    { field: 'income_tax' },
    { field: 'student_loan' },
    { field: 'employee_ni' },
    { field: 'employer_ni' },
    { field: 'recovered', width: 200 },
    { field: 'compensation' },
    { field: 'employment_allowance', width: 190 },
    { field: 'levy_charged' },
    { field: 'levy_due' },
    { field: 'cis_suffered' },
    { field: 'relief', width: 170 },
    { field: 'paid', width: 190 },
    { field: 'source', width: 180 },
    { field: 'created_by_name', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { field: 'tax_year' },
    { field: 'tax_month' },
    { field: 'due_date' },
  ],
  search: ['human_id'],
  sort: { id: 'updated_at', desc: true },
  sum: 'due',
  link: (row, category) => pathOf({ category, path: 'paye/tax_month', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'paye_scheme.employer_reference',
    amount: 'due',
    date: 'period_end',
  },
  first_run: 'Closed tax months show here. Close one on the P32 of its PAYE scheme.',
  begins_at: 'paye/paye_scheme',
})

/** Schemes, each with its payment record. */
export const p32_list = list({
  entity: paye_scheme,
  title: 'P32',
  columns: [
    { field: 'employer_reference', width: 140 },
    { field: 'business.name', label: 'Employer', width: 240 },
    { field: 'accounts_office_reference', width: 190 },
    { field: 'payment_frequency', width: 120 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'employer_reference' },
    { field: 'business.name', label: 'Employer', only: ['provider'] },
    { field: 'payment_frequency' },
  ],
  groups: [{ field: 'payment_frequency' }],
  search: ['employer_reference', { field: 'business.name', only: ['provider'] }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/p32', id: row.id }),
  card: {
    title: 'employer_reference',
    badge: 'payment_frequency',
    party: 'business.name',
    date: 'updated_at',
  },
  first_run: 'The payment records of PAYE schemes show here.',
  begins_at: 'paye/paye_scheme',
})
