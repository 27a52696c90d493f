import { labelOf } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { ledger_transaction, posting } from './ledger.entity.ts'

const posting_list = list({
  entity: posting,
  title: 'Postings',
  columns: [
    { field: 'account.kind', label: 'Account', width: 200 },
    { field: 'account.business.name', label: 'Business', width: 220 },
    { field: 'amount' },
    { field: 'invoice.human_id', label: 'Invoice', width: 132 },
  ],
  filters: [],
  search: [],
  sort: { id: 'amount', desc: true },
  link: () => null,
  card: { title: 'account.kind', detail: 'account.business.name', amount: 'amount' },
  first_run: 'A transaction has its postings from the beginning.',
})

/** The document behind a transaction in a reader's words: `Invoice Set` for `transaction.invoice_set`. */
export const sourceText = (source: string): string => labelOf(source.slice(source.indexOf('.') + 1))

/** The books: every effect on money, with its postings under it; each sums to zero. */
export const ledger_transaction_list = list({
  entity: ledger_transaction,
  title: 'Ledger',
  columns: [
    { field: 'post_date' },
    { field: 'kind', width: 180, cell: (row) => labelOf(String(row.kind)) },
    { field: 'principal.name', label: 'Books Of' },
    { field: 'agency.name', label: 'Agency' },
    { field: 'source_entity', width: 220, cell: (row) => sourceText(String(row.source_entity)) },
    { field: 'created_at' },
    // The ledger's own key of a fact, for people who look into the database.
    { field: 'fact_key', width: 280, hidden: true },
    { field: 'reverses.fact_key', label: 'Reverses', width: 280, hidden: true },
  ],
  filters: [
    { field: 'post_date', max: 'today' },
    { field: 'kind' },
    { field: 'fact_key' },
    { field: 'principal.name', label: 'Books Of' },
    { field: 'agency.name', label: 'Agency' },
    { field: 'source_entity' },
  ],
  groups: [],
  search: ['fact_key', 'kind'],
  sort: { id: 'created_at', desc: true },
  expand: { list: posting_list, scope: (row) => ({ transaction_id: { _eq: row.id } }) },
  link: (row, category) => pathOf({ category, path: 'ledger/transaction', id: row.id }),
  card: { title: 'kind', detail: 'principal.name', party: 'agency.name', date: 'post_date' },
  first_run: 'Postings show here once a document is raised.',
  begins_at: 'transaction/timesheet',
})
