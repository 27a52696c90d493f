/**
 * The payable part of each document of a set today (money.md §1.6). Pure and repeatable: after a receipt, a reversal
 * or a payment it gives the present answer.
 */
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, isNegative, maxOf, minOf, sub, zero } from '#kernel/money.ts'
import type { FundingType, InvoiceType, Leg, ReleaseCondition } from '../shared/invoice-types.rules.ts'
import { legOf } from '../shared/invoice-types.rules.ts'

/** A document with its type and its paid amount. */
type ReleasableDocument = {
  readonly type: InvoiceType
  readonly total_amount: Money
  /** Live payments and set-offs. A credited document is passed with its credits taken off the total. */
  readonly paid_amount: Money
  readonly due_date: Day
  readonly release_condition: ReleaseCondition
}

type ReleaseInput = {
  readonly currency: CurrencyCode
  readonly funding_type: FundingType
  readonly today: Day
  /** The pay day of a PAYE set: its earnings are not paid before. */
  readonly pay_day: Day | null
  /** Total of the client document, and the sum of its live match lines. */
  readonly client_total: Money
  readonly client_matched: Money
  /** Every document of the set; those without a leg release nothing. */
  readonly documents: readonly ReleasableDocument[]
}

export type Release = {
  /** The amount released by today. */
  readonly released: Money
  /** Payable today: released and not yet paid. */
  readonly payable: Money
  /** Paid beyond the released amount, after a reversal: recovered from the agency, never the contractor. */
  readonly overpaid: Money
}

/** Parallel to the documents. Amounts are never negative; a debit releases nothing, it is set off. */
export function releaseToday(input: ReleaseInput): Release[] {
  const covered = coverage(input)
  return input.documents.map((document, i) => {
    const open = releasedOf(document, input, covered[i] ?? zero(input.currency))
    // A debit (negative total) is never paid out: it is set off.
    const released = maxOf(minOf(open, document.total_amount), zero(input.currency))
    return {
      released,
      payable: maxOf(sub(released, document.paid_amount), zero(input.currency)),
      overpaid: maxOf(sub(document.paid_amount, released), zero(input.currency)),
    }
  })
}

function releasedOf(document: ReleasableDocument, input: ReleaseInput, covered: Money): Money {
  const nothing = zero(input.currency)
  const isEarnings = legOf(document.type) === 'agency_earnings'
  if (isEarnings && input.pay_day !== null && input.today < input.pay_day) return nothing
  const isDue = document.due_date <= input.today
  const by_condition = {
    due_date: isDue ? document.total_amount : nothing,
    run_date: isDue ? document.total_amount : nothing,
    // On-costs are owed to HMRC and the pension scheme with or without a receipt.
    statutory: isDue ? document.total_amount : nothing,
    // The later of the own due date and the receipt; earnings wait for the receipt alone.
    client_receipt: isDue || isEarnings ? covered : nothing,
    set_off: input.funding_type === 'paid_when_paid' ? covered : document.total_amount,
    none: nothing,
  } satisfies Record<ReleaseCondition, Money>
  return legOf(document.type) === null ? nothing : by_condition[document.release_condition]
}

/** The waterfall: fee, then contractor, then on-costs, then agency earnings (money.md §1.6). */
const waterfall = ['fee', 'contractor', 'on_costs', 'agency_earnings'] as const satisfies readonly Leg[]

/**
 * The receipt's cover of each document. A partly funded set uses the same waterfall: the receipt first covers the
 * advance (KG + FG + E), and earnings are above it.
 */
function coverage(input: ReleaseInput): Money[] {
  const { currency, documents, client_total } = input
  const nothing = zero(currency)
  const received = minOf(input.client_matched, client_total)
  assert(!isNegative(received) || isNegative(client_total), 'match lines of an invoice are not negative')
  // A fully paid client invoice covers everyone, even where a negative margin makes costs exceed it.
  if (compare(received, client_total) === 0) return documents.map((document) => document.total_amount)
  const covered = documents.map(() => nothing)
  let left = received
  for (const leg of waterfall) {
    documents.forEach((document, i) => {
      if (legOf(document.type) !== leg) return
      const share = minOf(left, maxOf(document.total_amount, nothing))
      covered[i] = share
      left = sub(left, share)
    })
  }
  return covered
}
