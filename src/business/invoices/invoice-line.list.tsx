import { list } from '#web/list/model/list.ts'
import { invoice_line } from './invoice.entity.ts'

/** Lines of one document, as rows under it. */
export const invoice_line_list = list({
  entity: invoice_line,
  title: 'Invoice Lines',
  columns: [
    { field: 'position', width: 60 },
    { field: 'description', width: 280 },
    { field: 'units', width: 90 },
    { field: 'rate', width: 90 },
    { field: 'amount', currency: 'invoice.currency.alpha_code' },
    { field: 'tax_rate', width: 100 },
    { field: 'tax_amount', currency: 'invoice.currency.alpha_code' },
    { field: 'total_amount', currency: 'invoice.currency.alpha_code' },
  ],
  filters: [],
  sort: { id: 'position', desc: false },
  search: [],
  link: () => null,
  card: { title: 'description', amount: 'total_amount' },
  first_run: 'A document has its lines from its issue on.',
})
