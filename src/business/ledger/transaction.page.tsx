/** One money effect: its postings, which sum to zero, and its source (money.md, the books). */
import { labelOf } from '#entity/choices.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { ledger_transaction } from './ledger.entity.ts'
import { sourceText } from './transaction.list.tsx'

export const ledger_transaction_record = record({
  entity: ledger_transaction,
  what: 'Ledger transaction',
  title: 'kind',
  title_text: labelOf,
  meta: [{ field: 'post_date' }, { field: 'principal.name' }],
  fields: ['reverses_id'],
  cards: [
    {
      title: 'Ledger transaction',
      facts: [
        { field: 'post_date' },
        { field: 'kind', cell: (row) => labelOf(String(row.kind)) },
        {
          field: 'reverses.post_date',
          label: 'Reverses',
          link: (row, category) =>
            typeof row.reverses_id === 'string'
              ? pathOf({ category, path: 'ledger/transaction', id: row.reverses_id })
              : null,
        },
      ],
    },
    {
      title: 'Of',
      facts: [
        { field: 'principal.name', label: 'Books Of' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'source_entity', cell: (row) => sourceText(String(row.source_entity)) },
        { field: 'created_at' },
      ],
    },
  ],
  tables: [
    {
      title: 'Postings',
      relation: 'postings',
      args: 'order_by: { amount: desc }, limit: 500',
      fields: ['invoice_id'],
      columns: [
        { field: 'account.kind', label: 'Account' },
        { field: 'account.business.name', label: 'Business' },
        { field: 'amount' },
        {
          field: 'invoice.human_id',
          label: 'Invoice',
          link: (row, category) =>
            typeof row.invoice_id === 'string'
              ? pathOf({ category, path: 'transaction/invoice', id: row.invoice_id })
              : null,
        },
      ],
      empty: 'No postings.',
    },
  ],
})

export function LedgerTransactionPage() {
  return <RecordPage screen={ledger_transaction_record} />
}
