/** Answers of the matching verbs, shared with their pages. */
import type { StatementLine } from '../bank/payment-return.rules.ts'

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

export type LinePayer = StatementLine & {
  /** Null: unknown payer; a person decides. */
  for_business_id: string | null
  payer: string | null
  reason: string | null
}
