/** Explains a payment, an item of a batch and a batch: its documents less other settlements. Pure. */
import { sumWords, type Term } from '#business/shared/explain.rules.ts'
import type { Money } from '#kernel/money.ts'
import { isPositive, isZero, neg, sub, sum } from '#kernel/money.ts'

const words = (terms: readonly Term[], total: Money): string =>
  sumWords(terms, total, (all) => sum(total.currency, all))

export type PaidLine = {
  readonly what: string
  readonly amount: Money
  readonly is_reversed: boolean
}

export type ExplainedPayment = {
  readonly type: 'receipt' | 'payment'
  /** Nobody owes a reversed payment: the bank returned it, or it moved no money. */
  readonly is_reversed: boolean
  readonly amount: Money
  readonly matched_amount: Money
  readonly unmatched_amount: Money
  /** Lines of documents. */
  readonly lines: readonly PaidLine[]
  /** Refunds to the payer, or repaid by this payment. */
  readonly refunds: readonly Term[]
}

function unmatchedWords({ type, is_reversed }: ExplainedPayment): string {
  if (type === 'receipt') return 'not matched'
  return is_reversed ? 'taken back' : 'taken back, and set against what is paid next'
}

/** Sentences by figure; the last of each list gives the result. */
export function explainPayment(
  of: ExplainedPayment,
): Readonly<Record<'amount' | 'matched_amount' | 'unmatched_amount', readonly string[]>> {
  const live: Term[] = [...of.lines.filter((line) => !line.is_reversed), ...of.refunds]
  const reversed = of.lines.length - of.lines.filter((line) => !line.is_reversed).length
  const rest = isZero(of.unmatched_amount) ? [] : [{ what: unmatchedWords(of), amount: of.unmatched_amount }]
  const counted = reversed > 0 ? [`${reversed} taken back and no longer counted.`] : []
  const all = [...live, ...rest]
  return {
    amount: [
      of.type === 'payment'
        ? 'Each document is paid with what is left of it; nothing is rounded.'
        : 'What the bank says came in; what it is matched with adds up to it.',
      ...counted,
      ...(all.length > 0 ? [words(all, of.amount)] : []),
    ],
    matched_amount: [...counted, live.length === 0 ? 'Nothing is matched.' : words(live, of.matched_amount)],
    unmatched_amount: [
      words(
        [{ what: of.type, amount: of.amount }, ...less('matched', of.matched_amount)],
        of.unmatched_amount,
      ),
    ],
  }
}

const less = (what: string, amount: Money): Term[] => (isZero(amount) ? [] : [{ what, amount: neg(amount) }])

export type ExplainedItem = {
  readonly amount: Money
  /** The paid document: its number and present figures. */
  readonly document: {
    readonly what: string
    readonly total_amount: Money
    readonly paid_amount: Money
    readonly outstanding_balance: Money
  }
  /** The paid amount includes the item's own payment. */
  readonly is_paid: boolean
}

/** One item of a batch: the document less other payments, set-offs, credits and waiting amounts. */
export function itemWords({ amount, document, is_paid }: ExplainedItem): string[] {
  const { total_amount, paid_amount, outstanding_balance } = document
  const others = is_paid ? sub(paid_amount, amount) : paid_amount
  const credited = sub(sub(total_amount, paid_amount), outstanding_balance)
  const waits = is_paid ? outstanding_balance : sub(outstanding_balance, amount)
  return [
    'A document is paid with what is left of it and released; nothing is rounded.',
    words(
      [
        { what: `total of ${document.what}`, amount: total_amount },
        ...less('paid or set off otherwise', others),
        ...less('credit', credited),
        ...less(isPositive(waits) ? 'not released yet, or paid later' : 'paid beyond it', waits),
      ],
      amount,
    ),
  ]
}

/** A batch is the sum of its items without held and removed ones. */
export function batchWords(items: readonly (Term & { readonly is_in: boolean })[], amount: Money): string[] {
  const included = items.filter((item) => item.is_in)
  const out = items.length - included.length
  return [
    ...(out > 0 ? [`${out} held or taken out, and not counted.`] : []),
    included.length === 0 ? 'Nothing is in the batch.' : words(included, amount),
  ]
}
