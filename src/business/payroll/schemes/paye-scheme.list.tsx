import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { paye_scheme } from './paye-scheme.entity.ts'
import { payroll_keepers } from './paye-scheme.rules.ts'
import { paye_scheme_template } from './paye-scheme.template.ts'

export const paye_scheme_list = list({
  entity: paye_scheme,
  title: 'PAYE Schemes',
  columns: [
    { field: 'employer_reference', width: 140 },
    { field: 'business.name', label: 'Employer', width: 240 },
    { field: 'accounts_office_reference', width: 190 },
    { field: 'payment_frequency', width: 120 },
    { field: 'levy_charge', width: 220 },
    { field: 'source', width: 170 },
    { field: 'associated_group', width: 160 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'employer_reference' },
    { field: 'business.name', label: 'Employer', only: ['provider'] },
    { field: 'payment_frequency' },
    { field: 'levy_charge' },
    { field: 'source' },
  ],
  groups: [{ field: 'payment_frequency' }],
  search: ['employer_reference', { field: 'business.name', only: ['provider'] }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/paye_scheme', id: row.id }),
  create: {
    label: 'New PAYE scheme',
    to: (category) => pathOf({ category, path: 'paye/new_paye_scheme' }),
    only: [...payroll_keepers.agency, ...payroll_keepers.provider],
  },
  templates: [paye_scheme_template],
  imports: {
    only: [...payroll_keepers.agency, ...payroll_keepers.provider],
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'paye_schemes' }),
  },
  card: {
    title: 'employer_reference',
    badge: 'payment_frequency',
    party: 'business.name',
    date: 'updated_at',
  },
  first_run: 'PAYE schemes show here. Enter the references from HMRC’s letter.',
})
