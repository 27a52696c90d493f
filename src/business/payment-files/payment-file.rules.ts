/** Facts common to all payment files: payees and amounts, in characters that banks accept. Pure. */
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

/** Labels and headers that differ by bank (docs/payment-files.md). */
export type FileHeader = {
  /** BACS, VOL1 5 to 10: the submission's own number, unique that day; from the batch's number unless given. */
  readonly volume_serial: string | null
  /** BACS, VOL1: the column at which the owner's number begins. */
  readonly owner_at: '42' | '32'
  /** BACS, UHL1 38 to 40: the number of this file among those of its day. */
  readonly file_number: number
  /** pain.001.001: the version that the bank takes. */
  readonly message_version: '09' | '03'
  /** pain.001: the sender's number at the bank, where the bank asks for it. */
  readonly initiator_id: string | null
  /** pain.001: one debit for the batch on the statement, or one a payment. */
  readonly batch_booking: boolean
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

/** The beneficiary's reference; the payment's number where it has no character that banks accept. */
export function referenceOf({ reference, human_id }: FilePayment, width: number): string {
  return bankText(reference, width) || bankText(human_id, width)
}

/** BACS takes no more than twenty million pounds at a time. */
const bacs_pence_max = 2_000_000_000

/** Why this file cannot be made, naming the payees; null when it can. */
export function fileFault(format: FileFormat, order: PaymentOrder): string | null {
  const parties = [order.payer, ...order.payments.map((payment) => payment.payee)]
  if (format === 'bacs' && order.currency !== 'GBP')
    return `BACS pays in GBP only, this batch is in ${order.currency}`
  const unnamed = parties.filter((one) => bankText(one.name, 140) === '')
  if (unnamed.length > 0)
    return `The account holder ${namesOf(unnamed)} has no letter that banks know: please enter the name in Latin letters`
  const without = parties.filter((one) => !isReached(format, order, one))
  if (without.length > 0) return `${missingWords(format, order)} is missing for ${namesOf(without)}`
  const large = order.payments.find((payment) => payment.amount.minor > bacs_pence_max)
  return format === 'bacs' && large
    ? `BACS takes at most £20,000,000.00 at a time, ${large.human_id} is over it: please pay it another way`
    : null
}

const namesOf = (accounts: readonly FileAccount[]) =>
  [...new Set(accounts.map((one) => one.name))].slice(0, 5).join(', ')

/** Pounds go by sort code and number or by IBAN; pain.001 pays everything else by IBAN alone. */
function isReached(format: FileFormat, { currency }: PaymentOrder, account: FileAccount): boolean {
  if (format === 'bacs') return hasUkAccount(account)
  const by_iban = account.iban !== null
  return format === 'pain_001' && currency !== 'GBP' ? by_iban : by_iban || hasUkAccount(account)
}

function missingWords(format: FileFormat, { currency }: PaymentOrder): string {
  if (format === 'bacs') return 'A sort code and account number'
  return format === 'pain_001' && currency !== 'GBP' ? 'An IBAN' : 'An account number'
}
