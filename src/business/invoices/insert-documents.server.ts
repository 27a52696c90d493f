/** Raised sets into their tables: one statement a table, however many sets. */
import type { Clock } from '#kernel/clock.ts'
import { formatMoney } from '#kernel/money.ts'
import { toNumericText } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { Columns } from '../shared/insert-rows.server.ts'
import { unnestSql } from '../shared/insert-rows.server.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'
import { insertInvoiceLines } from './insert-lines.server.ts'
import type { RaisedDocument, RaisedSet } from './raised-set.rules.ts'
import { set_amounts } from './raised-set.rules.ts'

/** A document with its id and the facts added by the database. */
export type Issued = {
  readonly id: string
  readonly human_id: string
  readonly document: RaisedDocument
  readonly from_business_id: string
  readonly to_business_id: string
  readonly from_invoice_entity_id: string
  readonly to_invoice_entity_id: string
  readonly assigned_to_id: string | null
  readonly business_tax_id: string
  readonly payable_bank_account_id: string | null
  readonly funding_status: 'not_applicable' | 'pending' | 'held'
}

/** A set with its ids, ready to be written. */
export type IssuedSet = {
  readonly id: string
  readonly source: SetSource
  readonly set: RaisedSet
  readonly business_of: Readonly<Record<PartyRole, string | null>>
  readonly documents: readonly Issued[]
  readonly content_hash: string
}

/** The source of a set; the contract alone, where it is the billed item. */
export type SetSource = {
  readonly generated_for:
    | 'timesheet'
    | 'expense'
    | 'perm_placement'
    | 'sales_invoice'
    | 'purchase_ledger'
    | 'adhoc_fee'
  readonly source_id: string
  readonly timesheet_id: string | null
  readonly expense_id: string | null
  readonly contract_id: string
  readonly version: number
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

type Writing = { readonly tx: Tx; readonly clock: Clock }

const set_columns = {
  id: 'uuid',
  generated_for: 'text',
  timesheet_id: 'uuid',
  expense_id: 'uuid',
  contract_id: 'uuid',
  version: 'integer',
  funding_type: 'text',
  content_hash: 'text',
  generation_type: 'text',
  total_units: 'numeric',
  raised_date: 'date',
  client_net: 'numeric',
  client_tax: 'numeric',
  client_gross: 'numeric',
  contractor_net: 'numeric',
  contractor_tax: 'numeric',
  contractor_gross: 'numeric',
  fee_net: 'numeric',
  fee_tax: 'numeric',
  fee_gross: 'numeric',
  on_costs: 'numeric',
  agency_gross: 'numeric',
  agency_tax: 'numeric',
  agency_net: 'numeric',
} as const

/** The sets; parties, funding model and currency are taken from their contract. */
export async function insertSets({ tx, clock }: Writing, sets: readonly IssuedSet[]): Promise<void> {
  const rows = sets.map(({ id, source, set, content_hash }) => ({
    id,
    generated_for: source.generated_for,
    timesheet_id: source.timesheet_id,
    expense_id: source.expense_id,
    contract_id: source.contract_id,
    version: source.version,
    funding_type: set.funding_type,
    content_hash,
    generation_type: set.generation_type,
    total_units: toNumericText(set.total_units),
    raised_date: set.raised_date,
    ...amountsOf(set),
  }))
  const params: unknown[] = [clock.now()]
  const names = Object.keys(set_columns)
  await tx.run(
    `insert into transaction.invoice_set (provider_id, agency_id, client_id, contractor_id, funder_id,
       contractor_payment_id, funding_model, currency_id, created_at, updated_at, ${names.join(', ')})
     select c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       c.payment_company_id, c.funding_model, c.currency_id, $1, $1, ${names.map((n) => `r.${n}`).join(', ')}
     from ${unnestSql(set_columns, rows, params, 'r')}
     join contract.contract c on c.id = r.contract_id`,
    params,
  )
}

function amountsOf(set: RaisedSet): Record<(typeof set_amounts)[number], string> {
  const entries = set_amounts.map((name) => [name, formatMoney(set[name])])
  return Object.fromEntries(entries) as Record<(typeof set_amounts)[number], string> // Keys are the names above.
}

type InvoiceRow = Omit<Issued, 'document'> &
  Pick<
    RaisedDocument,
    | 'type'
    | 'is_self_billed'
    | 'is_vat_invoice'
    | 'is_debit'
    | 'due_date'
    | 'payment_terms'
    | 'release_condition'
  > & {
    readonly invoice_set_id: string
    readonly amount: string
    readonly tax_amount: string
    readonly total_amount: string
  }

const invoice_columns: Columns<InvoiceRow> = {
  id: 'uuid',
  human_id: 'text',
  invoice_set_id: 'uuid',
  type: 'text',
  funding_status: 'text',
  from_business_id: 'uuid',
  to_business_id: 'uuid',
  from_invoice_entity_id: 'uuid',
  to_invoice_entity_id: 'uuid',
  assigned_to_id: 'uuid',
  business_tax_id: 'uuid',
  payable_bank_account_id: 'uuid',
  is_self_billed: 'boolean',
  is_vat_invoice: 'boolean',
  is_debit: 'boolean',
  amount: 'numeric',
  tax_amount: 'numeric',
  total_amount: 'numeric',
  due_date: 'date',
  payment_terms: 'integer',
  release_condition: 'text',
}

/** Inserts the documents of sets that exist already; the facts of the work come from set, timesheet and contract. */
export async function insertInvoices({ tx, clock }: Writing, sets: readonly IssuedSet[]): Promise<void> {
  const rows = sets.flatMap(({ id: invoice_set_id, documents }) =>
    documents.map(({ document, ...issued }): InvoiceRow => {
      const {
        lines: _,
        from: _from,
        to: _to,
        tax_type: _tax,
        assigned_to: _assigned,
        is_credit_note: _note,
        ...facts
      } = document
      return {
        ...issued,
        ...facts,
        invoice_set_id,
        amount: formatMoney(document.amount),
        tax_amount: formatMoney(document.tax_amount),
        total_amount: formatMoney(document.total_amount),
      }
    }),
  )
  const params: unknown[] = [clock.now()]
  const names = Object.keys(invoice_columns)
  await tx.run(
    `insert into transaction.invoice (generation_type, funding_type, provider_id, agency_id, client_id, contractor_id, funder_id,
       contract_id, timesheet_id, expense_id, transaction_id, transaction_type, payment_company_id, payment_company_type, currency_id,
       outstanding_balance, raised_date, tax_point, po_number, period_start, period_end, created_at, updated_at, ${names.join(', ')})
     select s.generation_type, s.funding_type, s.provider_id, s.agency_id, s.client_id, s.contractor_id, s.funder_id,
       s.contract_id, s.timesheet_id, s.expense_id, coalesce(s.timesheet_id, s.expense_id, s.contract_id), s.generated_for, s.contractor_payment_id, p.type, s.currency_id,
       r.total_amount, s.raised_date, s.raised_date, coalesce(e.po_number, c.po_number), t.start_date, t.end_date, $1, $1,
       ${names.map((n) => `r.${n}`).join(', ')}
     from ${unnestSql(invoice_columns, rows, params, 'r')}
     join transaction.invoice_set s on s.id = r.invoice_set_id
     left join transaction.timesheet t on t.id = s.timesheet_id
     left join transaction.expense e on e.id = s.expense_id
     join contract.contract c on c.id = s.contract_id
     left join business.business p on p.id = s.contractor_payment_id`,
    params,
  )
}

/** The lines of every document of the sets. */
export function insertLines(within: Writing, sets: readonly IssuedSet[]): Promise<void> {
  return insertInvoiceLines(
    within,
    sets.flatMap(({ source, documents }) =>
      documents.map(({ id: invoice_id, document }) => ({
        invoice_id,
        parties: source,
        lines: document.lines,
      })),
    ),
  )
}
