import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { paye_scheme } from '../schemes/paye-scheme.entity.ts'

/** Schemes, each with the year to date of its workers. */
export const year_to_date_list = list({
  entity: paye_scheme,
  title: 'Year to Date',
  columns: [
    { field: 'employer_reference', width: 140 },
    { field: 'business.name', label: 'Employer', width: 240 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'employer_reference' },
    { field: 'business.name', label: 'Employer', only: ['provider'] },
  ],
  search: ['employer_reference', { field: 'business.name', only: ['provider'] }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/year_to_date', id: row.id }),
  card: { title: 'employer_reference', party: 'business.name', date: 'updated_at' },
  first_run: 'The year to date of each PAYE scheme shows here.',
  begins_at: 'paye/paye_scheme',
})
