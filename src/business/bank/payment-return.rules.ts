/**
 * Payments that the bank sends back (registers.md §5.1: an unapplied credit): whether one may be recorded as such, and which
 * line of a statement looks like one coming back. Pure.
 */
import type { Day } from '#kernel/day.ts'
import { daysBetween, formatDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { equals } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'

export type ReturnFacts = {
  readonly human_id: string
  readonly status: string
  readonly return_code: string | null
  /** Null: debts set off, no money moved. */
  readonly bank_account_id: string | null
  readonly transaction_date: Day
}

/** Whether the bank can have sent this payment back. */
export function mayReturn(payment: ReturnFacts, today: Day): Verdict {
  const { human_id } = payment
  const no = (words: string) => refuse('precondition', `Payment ${human_id} ${words}`)
  if (payment.return_code !== null) return refuse('conflict', `Payment ${human_id} was sent back before`)
  if (payment.bank_account_id === null)
    return no('went into no bank account: it set debts off, or was paid through payroll')
  if (payment.status === 'cancelled' || payment.status === 'reversed') return no(`is ${payment.status}`)
  if (payment.transaction_date > today)
    return no(`is made on ${formatDay(payment.transaction_date)}: no bank can have sent it back yet`)
  return true
}

export type ReturnLine = {
  readonly transaction_date: Day
  readonly amount: Money
  readonly reference: string
  readonly counterparty: string
}

export type PaidOut = {
  readonly human_id: string
  readonly transaction_date: Day
  readonly amount: Money
  /** The reference sent with the payment. */
  readonly reference: string
  readonly payee_names: readonly string[]
}

/** Banks send back within days; a month leaves room for holidays and for statements that come late. */
const days_max = 31

/** Words of banks for a credit that could not be applied. */
const return_words =
  /\b(ARUCS|RETURN(ED)?|RTN|RTD|UNPAID|UNAPPLIED|REJECT(ED)?|RECALL(ED)?|NO ACCOUNT|(ACCOUNT|AC|A\/C) CLOSED|REFER TO PAYEE)\b/

const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const names = (text: string, wanted: string) => {
  const word = plain(wanted)
  return word.length >= 4 && ` ${plain(text)} `.includes(` ${word} `)
}

/**
 * Why this line looks like that payment coming back: the same money within a month, and the payment's number, its reference
 * or payee with it, or a word of the bank. Empty: it does not.
 */
export function returnReasons(line: ReturnLine, payment: PaidOut): string[] {
  const days = daysBetween(payment.transaction_date, line.transaction_date)
  if (!equals(line.amount, payment.amount) || days < 0 || days > days_max) return []
  const text = `${line.reference} ${line.counterparty}`
  const facts: [boolean, string][] = [
    [names(text, payment.human_id), 'Payment number in the line'],
    [
      payment.reference !== payment.human_id && names(text, payment.reference),
      'Reference of the payment in the line',
    ],
    [payment.payee_names.some((name) => names(text, name)), 'Payee named in the line'],
    [return_words.test(text.toUpperCase()), 'The bank says that it was returned'],
  ]
  const holds = facts.filter(([is_so]) => is_so).map(([, reason]) => reason)
  return holds.length === 0 ? [] : [...holds, 'Amount is equal']
}

/** A line of a statement as verbs answer it. */
export type StatementLine = {
  bank_line_id: string
  transaction_date: string
  amount: string
  currency: string
  reference: string
  counterparty: string
}

/** A line of a statement that looks like a payment coming back. */
export type SuggestedReturn = StatementLine & {
  payment_id: string
  payment: string
  payee: string
  payment_batch_id: string | null
  reasons: string[]
}
