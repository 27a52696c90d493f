import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { umbrella_payslip } from './umbrella-payslip.entity.ts'
import { umbrella_payslip_keepers } from './umbrella-payslip.rules.ts'
import { umbrella_payslip_template } from './umbrella-payslip.template.ts'

const keepers = [...umbrella_payslip_keepers.agency, ...umbrella_payslip_keepers.provider] as const

/** Payslips of umbrella companies, with a tab for those below the illustration. */
export const umbrella_payslip_list = list({
  entity: umbrella_payslip,
  title: 'Umbrella Payslips',
  tabs: [
    { id: 'all', label: 'All', where: {} },
    { id: 'low', label: 'Below the illustration', where: { status: { _eq: 'low' } } },
  ],
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 200 },
    { field: 'umbrella.name', label: 'Umbrella', width: 200 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'period_start' },
    { field: 'period_end' },
    { field: 'status', width: 180 },
    { field: 'gross_pay' },
    { field: 'illustrated_gross', width: 180 },
    { field: 'income', width: 170 },
    { field: 'margin' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'employer_ni' },
    { field: 'explanation', width: 220 },
    { field: 'created_by_name', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'umbrella.name', label: 'Umbrella' },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'period_end' },
    { field: 'status' },
  ],
  groups: [{ field: 'status' }],
  search: ['contractor.name', 'umbrella.name'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/umbrella_payslip', id: row.id }),
  create: {
    label: 'Record payslip',
    to: (category) => pathOf({ category, path: 'paye/new_umbrella_payslip' }),
    only: keepers,
  },
  card: {
    title: 'contractor.name',
    badge: 'status',
    party: 'umbrella.name',
    amount: 'gross_pay',
    date: 'period_end',
  },
  templates: [umbrella_payslip_template],
  imports: {
    only: umbrella_payslip_keepers.agency,
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'umbrella_payslips' }),
  },
  first_run:
    'Payslips of umbrella companies show here beside their illustration. Ask each company for its payslips once a month.',
})
