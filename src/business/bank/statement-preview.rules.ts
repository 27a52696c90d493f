/** The answer to a statement preview: the verb returns it and the page reads it. */
import type { LineFault, StatementFormat } from './statement.rules.ts'
import type { CsvMap } from './statement-csv.rules.ts'

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
  /** CSV only: its columns, its first rows, and how it was read; no map: nobody has said yet. */
  columns: readonly string[]
  sample: Readonly<Record<string, string>>[]
  map: CsvMap | null
}
