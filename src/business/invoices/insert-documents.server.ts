/** Raised sets into their tables: one statement a table, however many sets. */
import type { Clock } from '#kernel/clock.ts'
import { formatMoney } from '#kernel/money.ts'
import { toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import type { Columns } from '../insert-rows.server.ts'
import { insertRows, unnestSql } from '../insert-rows.server.ts'
import type { PartyRole } from './invoice-types.rules.ts'
import type { RaisedDocument, RaisedSet } from './raised-set.rules.ts'
import type { Work } from './read-work.server.ts'

/** A document with its id and what the database adds to the rules' facts. */
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
  readonly work: Work
  readonly set: RaisedSet
  readonly business_of: Readonly<Record<PartyRole, string | null>>
  readonly documents: readonly Issued[]
}

type Writing = { readonly tx: Tx; readonly clock: Clock }

const set_columns = {
  id: 'uuid',
  timesheet_id: 'uuid',
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

const set_amounts = [
  'client_net',
  'client_tax',
  'client_gross',
  'contractor_net',
  'contractor_tax',
  'contractor_gross',
  'fee_net',
  'fee_tax',
  'fee_gross',
  'on_costs',
  'agency_gross',
  'agency_tax',
  'agency_net',
] as const

export async function insertSets({ tx, clock }: Writing, sets: readonly IssuedSet[]): Promise<void> {
  const rows = sets.map(({ id, work, set }) => ({
    id,
    timesheet_id: work.timesheet_id,
    generation_type: set.generation_type,
    total_units: toNumericText(set.total_units),
    raised_date: set.raised_date,
    ...amountsOf(set),
  }))
  const params: unknown[] = [clock.now()]
  const names = Object.keys(set_columns)
  await tx.run(
    `insert into transaction.invoice_set (generated_for, version, provider_id, agency_id, client_id, contractor_id, funder_id,
       contractor_payment_id, contract_id, funding_model, funding_type, currency_id, created_at, updated_at, ${names.join(', ')})
     select 'timesheet', t.version, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
       c.payment_company_id, c.id, c.funding_model, c.funding_type, c.currency_id, $1, $1, ${names.map((n) => `r.${n}`).join(', ')}
     from ${unnestSql(set_columns, rows, params, 'r')}
     join transaction.timesheet t on t.id = r.timesheet_id
     join contract.contract c on c.id = t.contract_id`,
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
       contract_id, timesheet_id, transaction_id, transaction_type, payment_company_id, payment_company_type, currency_id,
       outstanding_balance, raised_date, tax_point, po_number, period_start, period_end, created_at, updated_at, ${names.join(', ')})
     select s.generation_type, s.funding_type, s.provider_id, s.agency_id, s.client_id, s.contractor_id, s.funder_id,
       s.contract_id, s.timesheet_id, s.timesheet_id, 'timesheet', s.contractor_payment_id, p.type, s.currency_id,
       r.total_amount, s.raised_date, s.raised_date, c.po_number, t.start_date, t.end_date, $1, $1,
       ${names.map((n) => `r.${n}`).join(', ')}
     from ${unnestSql(invoice_columns, rows, params, 'r')}
     join transaction.invoice_set s on s.id = r.invoice_set_id
     join transaction.timesheet t on t.id = s.timesheet_id
     join contract.contract c on c.id = s.contract_id
     left join business.business p on p.id = s.contractor_payment_id`,
    params,
  )
}

const line_columns = {
  id: 'uuid',
  invoice_id: 'uuid',
  provider_id: 'uuid',
  agency_id: 'uuid',
  client_id: 'uuid',
  contractor_id: 'uuid',
  funder_id: 'uuid',
  position: 'integer',
  description: 'text',
  rate_name: 'text',
  unit_type: 'text',
  units: 'numeric',
  rate: 'numeric',
  amount: 'numeric',
  tax_type: 'text',
  tax_rate: 'numeric',
  tax_amount: 'numeric',
  total_amount: 'numeric',
} as const

export async function insertLines({ tx, clock }: Writing, sets: readonly IssuedSet[]): Promise<void> {
  const rows = sets.flatMap(({ work, documents }) => {
    const { provider_id, agency_id, client_id, contractor_id, funder_id } = work
    const parties = { provider_id, agency_id, client_id, contractor_id, funder_id }
    return documents.flatMap(({ id: invoice_id, document }) =>
      document.lines.map((line) => ({
        id: newUuid(clock),
        invoice_id,
        ...parties,
        position: line.position,
        description: line.description,
        rate_name: line.rate_name,
        unit_type: line.unit_type,
        units: toNumericText(line.units),
        rate: toNumericText(line.rate),
        amount: formatMoney(line.amount),
        tax_type: line.tax_type,
        tax_rate: toNumericText(line.tax_rate),
        tax_amount: formatMoney(line.tax_amount),
        total_amount: formatMoney(line.total_amount),
      })),
    )
  })
  await insertRows(tx, 'transaction.invoice_line', line_columns, rows)
}
