import { list } from '#web/list/model/list.ts'
import { agency_vat_liability } from './vat-liability.entity.ts'

/** The report's own figures as a file has them: a row a quarter. On screen they are a table of their own (vat-liability.page). */
export const vat_quarter_list = list({
  entity: agency_vat_liability,
  title: 'VAT Liability',
  columns: [
    { field: 'quarter_start' },
    { field: 'quarter_end' },
    { field: 'payment_deadline' },
    { field: 'output_tax', currency: 'alpha_code' },
    { field: 'input_tax', currency: 'alpha_code' },
    { field: 'vat_liability', currency: 'alpha_code' },
  ],
  filters: [],
  sort: { id: 'quarter_start', desc: true },
  currency: 'alpha_code',
  link: () => null,
  card: { title: 'quarter_end', amount: 'vat_liability', date: 'payment_deadline' },
  first_run: 'A quarter is listed once documents with VAT are raised in it.',
})
