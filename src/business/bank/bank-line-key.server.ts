import { createHash } from 'node:crypto'

/**
 * The key of a bank line: the bank's own id, else its facts and a rank among equal lines (registers.md §5.3, dedupe
 * key). A typed line and its import are one line.
 */
export function bankLineKey(line: {
  readonly bank_id: string | null
  readonly transaction_date: string
  /** Decimal text. */
  readonly amount: string
  readonly reference: string
  readonly counterparty: string
  /** The first of lines that read the same is 1. */
  readonly line_no: number
}): string {
  if (line.bank_id !== null) return line.bank_id
  const facts = [line.transaction_date, line.amount, line.reference, line.counterparty, line.line_no]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
