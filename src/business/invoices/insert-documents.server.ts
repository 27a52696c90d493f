/** Raised sets into their tables: one statement a table, however many sets. */
import type { Clock } from '#kernel/clock.ts'
import { formatMoney } from '#kernel/money.ts'
import { toNumericText } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { Columns } from '#server/write-row.server.ts'
import { fromSource, insertSelectSql, unnestSql } from '#server/write-row.server.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'
import type { HoldReason } from './funding-hold.rules.ts'
import { insertInvoiceLines } from './insert-lines.server.ts'
import { invoice } from './invoice.entity.ts'
import { invoice_set } from './invoice-set.entity.ts'
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
  readonly funding_hold_reason: HoldReason | null
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
    | 'payslip'
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
  sale_net: 'numeric',
  sale_tax: 'numeric',
  sale_gross: 'numeric',
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
  await tx.run(
    `${insertSelectSql(invoice_set, {
      ...fromSource('r', Object.keys(set_columns) as (keyof typeof set_columns)[]), // The keys are the columns.
      ...fromSource('c', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('c', ['funding_model', 'currency_id']),
      contractor_payment_id: 'c.payment_company_id',
      corrects_set_id: 'null',
      refinement_id: 'null',
      created_at: '$1',
      updated_at: '$1',
    })}
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
  funding_hold_reason: 'text',
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

/** Columns of a document that later steps fill. */
export const not_yet = {
  last_payment_date: 'null',
  disallowed_status: 'null',
  reassigned_on: 'null',
  reassign_reason: 'null',
  dispute_reason: 'null',
  dispute_id: 'null',
  reverses_invoice_id: 'null',
  consolidated_invoice_id: 'null',
} as const

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
  await tx.run(
    `${insertSelectSql(invoice, {
      ...fromSource('r', Object.keys(invoice_columns) as (keyof InvoiceRow)[]), // The keys are the columns.
      ...fromSource('s', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('s', ['generation_type', 'funding_type', 'contract_id', 'timesheet_id', 'expense_id']),
      ...fromSource('s', ['currency_id', 'raised_date']),
      transaction_id: 'coalesce(s.timesheet_id, s.expense_id, s.contract_id)',
      transaction_type: 's.generated_for',
      payment_company_id: 's.contractor_payment_id',
      payment_company_type: 'p.type',
      outstanding_balance: 'r.total_amount',
      tax_point: 's.raised_date',
      po_number: 'coalesce(e.po_number, c.po_number)',
      period_start: 't.start_date',
      period_end: 't.end_date',
      ...not_yet,
      is_credit_note: 'false',
      parent_invoice_id: 'null',
      credit_reason: 'null',
      refinement_id: 'null',
      created_at: '$1',
      updated_at: '$1',
    })}
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
