import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { creditor } from '../business-kinds.entity.ts'

/** HMRC, pension providers, courts and authorities that payroll pays. */
export const creditor_list = list({
  entity: creditor,
  title: 'Payroll Creditors',
  columns: [
    { field: 'human_id', label: 'Creditor Id', width: 112 },
    { field: 'name', width: 260 },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    { field: 'updated_at' },
  ],
  filters: [{ field: 'human_id', label: 'Creditor Id' }, { field: 'name' }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'business/creditor', id: row.id }),
  card: { title: 'name', detail: 'human_id' },
  first_run: 'HMRC, pension providers and authorities show here with the first pay run that owes them.',
  begins_at: 'paye/pay_run',
})
