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

/** What banks ask for differently in the labels and headers of a file (docs/payment-files.md). */
export type FileHeader = {
  /** BACS, VOL1 5 to 10: the submission's own number, unique that day; from the batch's number unless said. */
  readonly volume_serial: string | null
  /** BACS, VOL1: the column at which the owner's number begins. */
  readonly owner_at: '42' | '32'
  /** BACS, UHL1 38 to 40: the how many-th file of the day. */
  readonly file_number: number
  /** pain.001.001: the version that the bank takes. */
  readonly message_version: '09' | '03'
  /** pain.001: what the bank knows the sender by, where it asks for it. */
  readonly initiator_id: string | null
  /** pain.001: one debit for the batch on the statement, or one a payment. */
  readonly batch_booking: boolean
}

export const usual_header: FileHeader = {
  volume_serial: null,
  owner_at: '42',
  file_number: 1,
  message_version: '09',
  initiator_id: null,
  batch_booking: true,
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
  readonly header: FileHeader
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
