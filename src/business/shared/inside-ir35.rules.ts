/** Work inside IR35 through a limited company: its fee payer owes tax and National Insurance on it (decision 0114). Pure. */

const needs_payroll =
  'Work inside IR35 is paid through payroll or an umbrella. For a limited company, start an off-payroll employment of the worker with a tax code and NI category'
const needs_size =
  "Work inside IR35 through a limited company is paid in full only for a small client, and the client's size is not stated for the tax year. State it on the client's page"

/** `size`: the company decides, but nobody states that the client is small. */
export type InsideReason = 'payroll' | 'size'

export const inside_words = {
  payroll: needs_payroll,
  size: needs_size,
} as const satisfies Record<InsideReason, string>

/** Half of the pay is the most tax, and 8 % the most National Insurance: this part of the fee covers both. */
export const covered_part = { parts: 3, of: 5 } as const

export type InsideFacts = {
  readonly payment_type: string | null
  readonly ir35_status?: string | null | undefined
  readonly ir35_determined_by?: string | null | undefined
  /** In the tax year of the work; null where it is not stated. */
  readonly client_size: string | null
  /** An employment with the fee payer from which tax and National Insurance are deducted. */
  readonly is_off_payroll?: boolean | undefined
}

/**
 * Why a placement with these terms may not be agreed: nobody deducts tax. A small client leaves the decision and the tax to
 * the company.
 */
export function insideFault(facts: InsideFacts): string | null {
  const { payment_type, ir35_status, ir35_determined_by, client_size } = facts
  if (payment_type !== 'limited' || ir35_status !== 'inside') return null
  const taxed = facts.is_off_payroll ? null : inside_words.payroll
  if (ir35_determined_by !== 'contractor') return taxed
  if (client_size === null) return inside_words.size
  return client_size === 'small' ? null : taxed
}
