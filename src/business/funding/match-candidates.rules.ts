/**
 * Which open documents a receipt most likely pays, and why (registers.md §5.3: number in the reference, then the equal
 * amount of that client, then the oldest). Never across currencies: the caller asks for one currency. Pure.
 */

import type { Money } from '#kernel/money.ts'
import { compare, currencyOrGbp, minOf, parseMoney, zero } from '#kernel/money.ts'

export interface Candidate {
  readonly id: string
  readonly human_id: string
  readonly due_date: string
  readonly client_id: string | null
  readonly po_number: string | null
  readonly outstanding: Money
}

export interface ReceiptFacts {
  readonly reference: string
  readonly for_business_id: string
  readonly unmatched: Money
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C
  readonly score: number
  /** In the words shown beside the document. */
  readonly reasons: readonly string[]
}

const weights = { number: 100, order: 40, amount: 30, payer: 10 } as const

/** Best first; of equals the oldest debt, then the document number. */
export function rankCandidates<C extends Candidate>(
  receipt: ReceiptFacts,
  candidates: readonly C[],
): Ranked<C>[] {
  return candidates
    .map((candidate) => judge(receipt, candidate))
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.candidate.due_date.localeCompare(b.candidate.due_date) ||
        a.candidate.human_id.localeCompare(b.candidate.human_id),
    )
}

function judge<C extends Candidate>(receipt: ReceiptFacts, candidate: C): Ranked<C> {
  const found = [
    {
      holds: names(receipt.reference, candidate.human_id),
      score: weights.number,
      reason: 'number in the reference',
    },
    {
      holds: candidate.po_number !== null && names(receipt.reference, candidate.po_number),
      score: weights.order,
      reason: 'PO number in the reference',
    },
    {
      holds: compare(candidate.outstanding, receipt.unmatched) === 0,
      score: weights.amount,
      reason: 'amount equal',
    },
    { holds: candidate.client_id === receipt.for_business_id, score: weights.payer, reason: 'this payer' },
  ].filter((one) => one.holds)
  return {
    candidate,
    score: found.reduce((sum, one) => sum + one.score, 0),
    reasons: found.map((one) => one.reason),
  }
}

/** Letters and digits only, since banks drop the rest; a number is not found inside a longer one. */
function names(reference: string, number: string): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const wanted = plain(number)
  if (wanted.length < 4) return false
  const at = plain(reference).indexOf(wanted)
  return at >= 0 && !/\d/.test(plain(reference).charAt(at + wanted.length))
}

/** What is offered for a document: all of it, or what the receipt still holds. */
export function offeredAmount(unmatched: Money, outstanding: Money): Money {
  return minOf(unmatched, outstanding)
}

/** Left of the receipt after these amounts; null when one of them is no amount. Negative: too much was given out. */
export function leftOf(unmatched: Money, amounts: readonly string[]): Money | null {
  let given = 0
  for (const text of amounts) {
    try {
      given += parseMoney(text.trim() === '' ? '0' : text, unmatched.currency).minor
    } catch {
      return null
    }
  }
  return { minor: unmatched.minor - given, currency: unmatched.currency }
}

export function moneyOf(minor: number, code: string | null | undefined): Money {
  return { ...zero(currencyOrGbp(code)), minor }
}
