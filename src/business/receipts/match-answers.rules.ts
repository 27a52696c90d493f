/** Answers of the verbs of statements and matching, shared with their pages. */
import type { LineFault, StatementFormat } from '../bank/statement.rules.ts'
import type { CsvMap } from '../bank/statement-csv.rules.ts'

export type AutoPreview = {
  /** Receipts that were looked at. */
  looked_at: number
  totals: { currency: string; count: number; amount: string }[]
  matches: {
    id: string
    human_id: string
    payer: string
    currency: string
    amount: string
    matches: {
      invoice_id: string
      human_id: string
      client_name: string
      amount: string
      outstanding_balance: string
    }[]
  }[]
  exceptions: {
    id: string
    human_id: string
    payer: string
    currency: string
    amount: string
    reason: string
  }[]
}

export type LinePayer = {
  bank_line_id: string
  transaction_date: string
  amount: string
  currency: string
  reference: string
  counterparty: string
  /** Null: unknown payer; a person decides. */
  for_business_id: string | null
  payer: string | null
  reason: string | null
}

type PreviewLine = {
  line: number
  transaction_date: string
  amount: string
  reference: string
  counterparty: string
  is_duplicate: boolean
}
export type StatementPreview = {
  format: StatementFormat
  sha256: string
  currency: string
  opening_balance: string | null
  closing_balance: string | null
  from_date: string | null
  to_date: string | null
  money_in: string
  money_out: string
  line_count: number
  duplicate_count: number
  lines: PreviewLine[]
  faults: LineFault[]
  /** Notes that need no action. */
  notes: string[]
  /** CSV only: its columns, first rows, and column map; null without a map. */
  columns: readonly string[]
  sample: Readonly<Record<string, string>>[]
  map: CsvMap | null
}
