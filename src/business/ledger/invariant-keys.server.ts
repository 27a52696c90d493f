/** How a changed row leads to the records that the invariants judge by themselves (operations.md, health). */

/** For each table, the records that its changed rows ($ids) touch. */
type Leads = Readonly<Record<string, string>>

const column = (table: string, ...names: readonly string[]): Leads => ({
  [table]: `select unnest(array[${names.map((name) => `r.${name}`).join(', ')}]) as id from ${table} r where r.id = any($ids)`,
})

const posted_for = (entity: string): Leads => ({
  'ledger.transaction': `select r.source_id from ledger.transaction r where r.id = any($ids) and r.source_entity = '${entity}'`,
  'ledger.posting': `select t.source_id from ledger.posting r join ledger.transaction t on t.id = r.transaction_id
    where r.id = any($ids) and t.source_entity = '${entity}'`,
})

const set_of_invoices = (invoices: string): string =>
  `select unnest(array[s.id, s.corrects_set_id]) from (${invoices}) f
    join transaction.invoice i on i.id = f.id join transaction.invoice_set s on s.id = i.invoice_set_id`

const facts = [
  'transaction.payment_receipt_summary',
  'transaction.payment_receipt_detail',
  'transaction.refund',
  'transaction.recourse_entry',
  'transaction.collection_note',
  'transaction.credit_allocation',
  'transaction.holiday_movement',
]

const leads = {
  entry: {
    ...column('ledger.transaction', 'id', 'reverses_id'),
    ...column('ledger.posting', 'transaction_id'),
  },
  /** Documents that entries of the books post, beside sets. */
  fact: {
    ...Object.assign({}, ...facts.map((table) => column(table, 'id'))),
    ...column('ledger.transaction', 'source_id'),
    'ledger.posting': `select t.source_id from ledger.posting r join ledger.transaction t on t.id = r.transaction_id where r.id = any($ids)`,
  },
  invoice: {
    ...column('transaction.invoice', 'id', 'parent_invoice_id'),
    ...column('transaction.invoice_line', 'invoice_id'),
    ...column('transaction.payment_receipt_detail', 'invoice_id'),
    ...column('transaction.credit_allocation', 'invoice_id', 'credit_note_id'),
    ...column('transaction.disallowance', 'invoice_id'),
    ...column('transaction.recourse_entry', 'invoice_id'),
    ...column('transaction.collection_note', 'invoice_id'),
    ...column('ledger.posting', 'invoice_id'),
    'transaction.invoice_set': `select i.id from transaction.invoice i where i.invoice_set_id = any($ids) and i.type = 'platform_fee'`,
    'ledger.transaction': `select p.invoice_id from ledger.posting p where p.transaction_id = any($ids)`,
  },
  /** With the set that it corrects. */
  set: {
    ...column('transaction.invoice_set', 'id', 'corrects_set_id'),
    'transaction.invoice': set_of_invoices('select unnest($ids) as id'),
    'transaction.invoice_line': set_of_invoices(
      'select r.invoice_id as id from transaction.invoice_line r where r.id = any($ids)',
    ),
    'transaction.credit_allocation': set_of_invoices(
      `select unnest(array[r.invoice_id, r.credit_note_id]) as id from transaction.credit_allocation r where r.id = any($ids)`,
    ),
    'transaction.payroll_figure': `select s.id from transaction.payroll_figure r
      join transaction.invoice_set s on s.timesheet_id = r.timesheet_id where r.id = any($ids)`,
    ...posted_for('transaction.invoice_set'),
  },
  timesheet: {
    ...column('transaction.timesheet', 'id'),
    ...column('transaction.timesheet_detail', 'timesheet_id'),
    ...column('transaction.timesheet_activity', 'timesheet_id'),
    ...column('transaction.payroll_figure', 'timesheet_id'),
    'transaction.payroll_override': `select f.timesheet_id from transaction.payroll_override r
      join transaction.payroll_figure f on f.id = r.payroll_figure_id where r.id = any($ids)`,
    ...column('transaction.invoice_set', 'timesheet_id'),
    ...column('transaction.invoice', 'timesheet_id'),
    'transaction.invoice_line': `select i.timesheet_id from transaction.invoice_line r
      join transaction.invoice i on i.id = r.invoice_id where r.id = any($ids)`,
  },
  expense: {
    ...column('transaction.expense', 'id'),
    ...column('transaction.expense_detail', 'expense_id'),
    ...column('transaction.expense_activity', 'expense_id'),
    ...column('transaction.invoice_set', 'expense_id'),
  },
  payslip: {
    ...column('transaction.payslip', 'id'),
    ...column('transaction.payroll_figure', 'payslip_id'),
    ...column('transaction.pay_run_payslip', 'payslip_id'),
    ...column('transaction.statutory_payment', 'payslip_id'),
    ...column('transaction.deemed_payment', 'payslip_id'),
    'transaction.payment_receipt_detail': `select d.payslip_id from transaction.payment_receipt_detail r
      join transaction.deemed_payment d on d.invoice_id = r.invoice_id where r.id = any($ids)`,
    'transaction.invoice': `select d.payslip_id from transaction.deemed_payment d where d.invoice_id = any($ids)`,
    ...column('transaction.holiday_movement', 'payslip_id'),
    ...column('transaction.overpayment', 'payslip_id'),
    'transaction.invoice_set': `select p.payslip_id from transaction.pay_run_payslip p where p.invoice_set_id = any($ids)`,
    ...column('transaction.payroll_payment', 'payslip_id'),
    ...posted_for('transaction.payslip'),
    'transaction.pay_run': `select p.payslip_id from transaction.pay_run_payslip p where p.pay_run_id = any($ids)`,
  },
  return: column('transaction.rti_submission', 'id'),
  receipt: {
    ...column('transaction.payment_receipt_summary', 'id'),
    ...column('transaction.payment_receipt_detail', 'payment_receipt_summary_id'),
    ...column('transaction.refund', 'payment_receipt_summary_id', 'payment_id'),
    ...column('transaction.payroll_payment', 'payment_id'),
    ...column('transaction.collection_note', 'payment_receipt_summary_id'),
    ...column('payment.payment_batch_item', 'payment_receipt_summary_id'),
    'transaction.bank_line': `select s.id from transaction.payment_receipt_summary s
      where s.bank_line_id = any($ids) or s.returned_line_id = any($ids)`,
    ...posted_for('transaction.payment_receipt_summary'),
  },
  consolidated: {
    ...column('transaction.consolidated_invoice', 'id'),
    ...column('transaction.invoice', 'consolidated_invoice_id'),
  },
} satisfies Readonly<Record<string, Leads>>

/** `row`: the changed rows themselves. */
export type KeyKind = keyof typeof leads | 'row'

/** The tables with rows that lead to records of a kind. */
export const tablesOf = (kind: Exclude<KeyKind, 'row'>): readonly string[] => Object.keys(leads[kind])

export type ChangedIds = ReadonlyMap<string, readonly string[]>

/** The statement that selects the `ids` of the records to judge, and its parameters; null for none. */
export function keysQuery(
  kind: Exclude<KeyKind, 'row'>,
  changed: ChangedIds,
): { readonly sql: string; readonly params: readonly (readonly string[])[] } | null {
  const params: (readonly string[])[] = []
  const parts = Object.entries<string>(leads[kind]).flatMap(([table, select]) => {
    const ids = changed.get(table)
    if (!ids || ids.length === 0) return []
    params.push(ids)
    return [select.replaceAll('$ids', `$${params.length}::uuid[]`)]
  })
  if (parts.length === 0) return null
  return {
    sql: `select array_agg(distinct k.id) filter (where k.id is not null) as ids from (${parts.join('\n    union all ')}) k (id)`,
    params,
  }
}
