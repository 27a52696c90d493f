/** The lines of documents into their table: one statement, however many documents. */
import type { Clock } from '#kernel/clock.ts'
import { formatMoney } from '#kernel/money.ts'
import { toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows } from '../shared/insert-rows.server.ts'
import type { RaisedLine } from './raised-set.rules.ts'

/** The parties of the work, copied to every row of it (decision 0006). */
type Parties = {
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

type LinesOf = {
  readonly invoice_id: string
  readonly parties: Parties
  readonly lines: readonly RaisedLine[]
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

/** Amounts are written as decimals of the currency, units and rates to four decimals. */
export async function insertInvoiceLines(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  documents: readonly LinesOf[],
): Promise<void> {
  const rows = documents.flatMap(({ invoice_id, parties, lines }) => {
    const { provider_id, agency_id, client_id, contractor_id, funder_id } = parties
    return lines.map((line) => ({
      id: newUuid(clock),
      invoice_id,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
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
    }))
  })
  await insertRows(tx, 'transaction.invoice_line', line_columns, rows)
}
