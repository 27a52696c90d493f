import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { bank_line } from '../settlement/receipt.entity.ts'
import { by_currency } from '../shared/list-filters.view.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { bank_line_template } from './bank-line.template.ts'

export const bank_line_list = list({
  entity: bank_line,
  title: 'Bank Lines',
  templates: [bank_line_template],
  // Spec §2: payment and receipt bank transactions.
  tabs: [
    { id: 'all', label: 'All', where: {} },
    { id: 'receipts', label: 'Receipts', where: { amount: { _gt: 0 } } },
    { id: 'payments', label: 'Payments', where: { amount: { _lt: 0 } } },
  ],
  columns: [
    { field: 'transaction_date', width: 140 },
    { field: 'counterparty', width: 240 },
    { field: 'reference', width: 240 },
    { field: 'amount' },
    { field: 'currency.alpha_code', label: 'Currency' },
    { field: 'bank_account.bank_name', label: 'Bank' },
    { field: 'bank_account.account_number', label: 'Account' },
    { field: 'created_at' },
  ],
  filters: [
    { field: 'transaction_date', max: 'today' },
    { field: 'counterparty' },
    { field: 'reference' },
    { field: 'amount' },
    by_currency,
  ],
  sort: { id: 'transaction_date', desc: true },
  sum: 'amount',
  link: (row, category) => pathOf({ category, path: 'transaction/bank_line', id: row.id }),
  card: { title: 'counterparty', detail: 'reference', amount: 'amount', date: 'transaction_date' },
  first_run: 'Bank statement lines show here.',
  create: {
    label: 'Import statement',
    to: (category) => pathOf({ category, path: 'transaction/import_statement' }),
    only: provider_staff,
  },
})
