/** What every form of payment file has in common: who pays whom how much, in the signs that banks take. Pure. */
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'

export type FileFormat = 'bacs' | 'pain_001' | 'csv'

export type FileAccount = {
  readonly name: string
  readonly account_number: string | null
  readonly sort_code: string | null
  readonly iban: string | null
  readonly swift_code: string | null
}

export type FilePayment = {
  /** The payment's human id: the same in the file, on the advice and in the books. */
  readonly human_id: string
  readonly payee: FileAccount
  readonly amount: Money
  /** The beneficiary reads it. */
  readonly reference: string
}

export type PaymentOrder = {
  readonly batch: string
  readonly currency: CurrencyCode
  readonly payer: FileAccount
  readonly payments: readonly FilePayment[]
  readonly processing_day: Day
  readonly total: Money
  readonly made_at: string
  /** BACS only: six digits. */
  readonly service_user_number: string | null
}

/** Capitals, digits and . & / - alone (registers.md §5.1); a sign that the bank does not know becomes a space. */
export function bankText(text: string, width: number): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9.&/ -]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, width)
}

export const hasUkAccount = (account: FileAccount): boolean =>
  /^\d{6}$/.test(account.sort_code ?? '') && /^\d{8}$/.test(account.account_number ?? '')

/** Why this file cannot be made, naming the payees; null when it can. */
export function fileFault(format: FileFormat, order: PaymentOrder): string | null {
  const parties = [order.payer, ...order.payments.map((payment) => payment.payee)]
  if (format === 'bacs' && order.currency !== 'GBP')
    return `BACS pays in GBP only, this batch is in ${order.currency}`
  const needs_uk = format === 'bacs'
  const without = parties.filter((one) => !hasUkAccount(one) && (needs_uk || one.iban === null))
  if (without.length === 0) return null
  const names = [...new Set(without.map((one) => one.name))].slice(0, 5).join(', ')
  return `${needs_uk ? 'A sort code and account number' : 'An account number'} is missing for ${names}`
}
