import { template } from '#entity/template.ts'

/** Lines of a bank statement as they came in; money that went out is negative. */
export const bank_line_template = template({
  name: 'bank_lines',
  title: 'Bank lines',
  list: 'transaction/bank_line',
  entity: 'transaction.bank_line',
  only: ['provider'],
  columns: [
    { header: 'Date', field: 'transaction_date', kind: 'day', required: true },
    { header: 'Amount', field: 'amount', kind: 'money', required: true },
    { header: 'Currency', field: 'currency.alpha_code', kind: 'code' },
    { header: 'Counterparty', field: 'counterparty', kind: 'text' },
    { header: 'Reference', field: 'reference', kind: 'text' },
    { header: 'Bank', field: 'bank_account.bank_name', kind: 'text' },
    { header: 'Sort Code', field: 'bank_account.sort_code', kind: 'code' },
    { header: 'Account', field: 'bank_account.account_number', kind: 'code' },
  ],
})
