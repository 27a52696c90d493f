/** Answers of the matching verbs, shared with their pages. */

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
