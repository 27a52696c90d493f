/** The lines of documents into their table: one statement, however many documents. */
import type { Clock } from '#kernel/clock.ts'
import { formatMoney } from '#kernel/money.ts'
import { toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { invoice_line } from './invoice.entity.ts'
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
  await insertRows(tx, invoice_line, rows)
}
