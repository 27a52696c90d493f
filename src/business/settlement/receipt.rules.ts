/** Receipts, their match lines, and the effect on invoices (money.md §1.8; spec §4). */

import type { FinanceStatus, InvoiceStatus } from '#business/credit-control/age.rules.ts'
import { financeStatus } from '#business/credit-control/age.rules.ts'
import type { InvoiceType } from '#business/shared/invoice-types.rules.ts'
import { isClientFacing } from '#business/shared/invoice-types.rules.ts'
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, displayMoney, isNegative, isPositive, isZero, sub, sum } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export type MatchStatus = 'allocated' | 'partially_matched' | 'matched' | 'reversed'

/** One match of one receipt with one invoice. Reversed, never removed. */
export type MatchLine = {
  readonly amount: Money
  readonly post_date: Day
  readonly reversal_date: Day | null
}

function isLive(line: MatchLine): boolean {
  return line.reversal_date === null
}

function liveTotal(currency: CurrencyCode, lines: readonly MatchLine[]): Money {
  return sum(
    currency,
    lines.filter(isLive).map((line) => line.amount),
  )
}

export type ReceiptState = {
  readonly status: MatchStatus
  readonly matched_amount: Money
  readonly unmatched_amount: Money
}

/**
 * A receipt from its lines: amount = matched + unmatched (I4). A bounced receipt is `reversed`; its lines must be
 * reversed first, so that nothing stays matched to missing money.
 */
export function receiptState(amount: Money, lines: readonly MatchLine[], is_reversed: boolean): ReceiptState {
  const matched_amount = liveTotal(amount.currency, lines)
  const unmatched_amount = sub(amount, matched_amount)
  assert(!isNegative(unmatched_amount), 'a receipt is not matched beyond its amount')
  assert(!is_reversed || isZero(matched_amount), 'a reversed receipt has no live match')
  return {
    status: matchStatus(matched_amount, unmatched_amount, is_reversed),
    matched_amount,
    unmatched_amount,
  }
}

function matchStatus(matched: Money, unmatched: Money, is_reversed: boolean): MatchStatus {
  if (is_reversed) return 'reversed'
  if (isZero(matched)) return 'allocated'
  return isZero(unmatched) ? 'matched' : 'partially_matched'
}

/** Credit set against an invoice; for a credit note, negative, the invoices it is set against. */
export type CreditLine = { readonly amount: Money; readonly reversal_date: Day | null }

export type InvoiceCash = {
  readonly outstanding_balance: Money
  readonly paid_amount: Money
  readonly status: 'open' | 'closed'
  readonly finance_status: FinanceStatus
  readonly is_part_paid: boolean
  readonly last_payment_date: Day | null
}

/** An open or closed document from its match lines and credits (I3). `today` decides overdue. */
export function invoiceCash(
  invoice: { readonly total_amount: Money; readonly due_date: Day },
  lines: readonly MatchLine[],
  credits: readonly CreditLine[],
  today: Day,
): InvoiceCash {
  const { currency } = invoice.total_amount
  const live_credits = credits.filter((credit) => credit.reversal_date === null)
  const credited = sum(
    currency,
    live_credits.map((credit) => credit.amount),
  )
  const paid_amount = liveTotal(currency, lines)
  const outstanding_balance = sub(sub(invoice.total_amount, paid_amount), credited)
  const status = isZero(outstanding_balance) ? 'closed' : 'open'
  const dates = lines.filter(isLive).map((line) => line.post_date)
  return {
    outstanding_balance,
    paid_amount,
    status,
    // Open and closed are the two statuses that have a finance status.
    finance_status: financeStatus(status, invoice.due_date, today) ?? 'initiated',
    is_part_paid: status === 'open' && isPositive(paid_amount),
    last_payment_date: dates.length === 0 ? null : dates.reduce((a, b) => (a > b ? a : b)),
  }
}

/** The receipt and the invoice as a match sees them. */
export type MatchSides = {
  readonly receipt: { readonly status: MatchStatus | 'cancelled'; readonly unmatched_amount: Money }
  readonly invoice: {
    readonly type: InvoiceType
    readonly status: InvoiceStatus
    readonly is_credit_note: boolean
    readonly outstanding_balance: Money
  }
}

/** Whether this amount may be matched (money.md §1.8). A wrong amount is invalid; a wrong state is a precondition. */
export function mayMatch({ receipt, invoice }: MatchSides, amount: Money): Verdict {
  const { unmatched_amount: unmatched } = receipt
  const { outstanding_balance: outstanding } = invoice
  const no = (message: string) => refuse('precondition', message)
  if (receipt.status === 'reversed') return no('The receipt is reversed and cannot be matched')
  if (receipt.status === 'cancelled') return no('The receipt is cancelled and cannot be matched')
  if (!isClientFacing(invoice.type) || invoice.is_credit_note)
    return no('Only client invoices can be matched with a receipt')
  if (invoice.status === 'closed') return no('The invoice is already paid')
  if (invoice.status !== 'open') return no(`The invoice is ${invoice.status} and cannot be matched`)
  // No amount fits a receipt that is matched.
  const wrong = (message: string) =>
    refuse(receipt.status === 'matched' ? 'precondition' : 'invalid', message)
  if (unmatched.currency !== outstanding.currency || amount.currency !== unmatched.currency)
    return wrong(`A receipt in ${unmatched.currency} cannot pay an invoice in ${outstanding.currency}`)
  if (!isPositive(amount)) return wrong('The amount to match must be more than zero')
  if (isZero(unmatched)) return wrong('The receipt is fully matched')
  if (compare(amount, unmatched) > 0)
    return wrong(`Only ${displayMoney(unmatched)} of the receipt is unmatched`)
  if (compare(amount, outstanding) > 0)
    return wrong(`Only ${displayMoney(outstanding)} of the invoice is outstanding`)
  return true
}

/** Whether this match may be taken back. */
export const mayUnmatch = (line: MatchLine): Verdict =>
  isLive(line) || refuse('conflict', 'This match is already reversed')

const by = { provider: provider_staff } as const
const live = ['allocated', 'partially_matched', 'matched'] as const

/** Reversing a receipt reverses its live matches. */
export const { can } = transitions<'reverse' | 'refund', { readonly status: MatchStatus | 'cancelled' }>(
  { name: () => 'The receipt' },
  {
    reverse: {
      from: live,
      to: 'reversed',
      by,
      done: 'reversed',
      already: 'reversed',
      misfit: ({ status }) => refuse('conflict', `The receipt is ${status}`),
    },
    refund: {
      from: live,
      to: null,
      by,
      done: 'given back',
      misfit: ({ status }) =>
        refuse('precondition', `The receipt is ${status}: there is nothing to give back`),
    },
  },
)
