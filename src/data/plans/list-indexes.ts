/**
 * Tables with an index that holds all that their lists are commonly sorted and filtered by (migration 0034): such a list is
 * found in it alone, at a quarter of the cost of reading every row, and only the rows of the page are then fetched.
 */
/** The database's indexes by table, for the compiler (a test compares them with the database). */
export interface Indexes {
  readonly covering: ReadonlyMap<string, CoveringIndex>
  /** By table: columns whose index gives a large owner's rows in order, as their lists open. */
  readonly opening: ReadonlyMap<string, ReadonlySet<string>>
  /** By table: foreign-key columns with an index, so that a join through them is an index lookup. */
  readonly reached: ReadonlyMap<string, ReadonlySet<string>>
  /** By table: indexed columns that find a party's rows, for lists sorted by names. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>
  /** By table: columns of a party, each with an index of that party and then of the viewer's own (`by`). */
  readonly paired: ReadonlyMap<string, { readonly columns: ReadonlySet<string>; readonly by: string }>
  /** By table: text columns with an index of their trigrams, and the columns of parties in the same index. */
  readonly lettered: ReadonlyMap<string, Lettered>
}

export interface Lettered {
  readonly columns: ReadonlySet<string>
  readonly by: ReadonlySet<string>
}

export interface CoveringIndex {
  /** Columns in the covering index. */
  readonly columns: ReadonlySet<string>
  /** Columns with an ordered index of their own: a page is a few steps. */
  readonly ordered: ReadonlySet<string>
  /** Conditions on these alone leave that walk short. */
  readonly light: ReadonlySet<string>
}

const named: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'transaction.invoice',
    new Set(['agency_id', 'client_id', 'contractor_id', 'from_business_id', 'to_business_id']),
  ],
  ['transaction.timesheet', new Set(['agency_id', 'client_id', 'contractor_id'])],
])

const opening: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['transaction.invoice', new Set(['updated_at', 'human_id', 'due_date', 'total_amount'])],
  ['transaction.timesheet', new Set(['updated_at'])],
  ['transaction.expense', new Set(['updated_at'])],
  ['transaction.payslip', new Set(['updated_at'])],
  ['transaction.payment_receipt_summary', new Set(['updated_at'])],
  ['transaction.refinement', new Set(['updated_at'])],
  ['transaction.collection_note', new Set(['updated_at'])],
  ['contract.contract', new Set(['updated_at'])],
])

const reached: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['transaction.payment_receipt_detail', new Set(['invoice_id'])],
])

const paired: Indexes['paired'] = new Map([
  [
    'transaction.invoice',
    {
      columns: new Set(['client_id', 'contractor_id', 'from_business_id', 'to_business_id']),
      by: 'agency_id',
    },
  ],
])

const nobody: ReadonlySet<string> = new Set()

const lettered: Indexes['lettered'] = new Map([
  ['business.business', { columns: new Set(['name', 'human_id']), by: nobody }],
  ['contract.contract', { columns: new Set(['human_id', 'title']), by: nobody }],
  ['transaction.timesheet', { columns: new Set(['human_id']), by: nobody }],
  ['transaction.invoice', { columns: new Set(['human_id']), by: new Set(['agency_id']) }],
])

const covering: ReadonlyMap<string, CoveringIndex> = new Map([
  [
    'transaction.invoice',
    {
      columns: new Set([
        'provider_id',
        'agency_id',
        'status',
        'due_date',
        'id',
        'human_id',
        'type',
        'generation_type',
        'funding_type',
        'raised_date',
        'period_end',
        'last_payment_date',
        'amount',
        'tax_amount',
        'total_amount',
        'outstanding_balance',
        'told_outstanding_balance',
        'is_disputed',
        'is_disallowed',
        'is_part_paid',
        'po_number',
        'payment_company_type',
        'disallowed_status',
        'deleted_at',
      ]),
      ordered: new Set(['human_id', 'due_date', 'total_amount']),
      light: new Set(['provider_id', 'agency_id', 'deleted_at', 'type', 'status']),
    },
  ],
])

export const indexes: Indexes = { covering, opening, reached, named, paired, lettered }
