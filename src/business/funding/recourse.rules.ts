/**
 * An agency's debt on an advance (money.md §1.9): its disallowed part, or all of it once reassigned, fees included.
 * Never the contractor's. Pure and repeatable on any day.
 */
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, displayMoney, isZero, maxOf, minOf, neg, sub, sum, zero } from '#kernel/money.ts'
import { sumWords } from '../shared/explain.rules.ts'

/** Pay-outs of a set before the client's receipt, and the receipts. */
export type Advance = {
  /** Paid to contractor, agency and for on-costs; documents that wait for the receipt are no advance. */
  readonly gone_out: Money
  /** Fees that are settled: the agency owes them with the debt once it has it back. */
  readonly fees: Money
  readonly received: Money
}

/** A client-facing document of the set. */
export type RecourseDebt = {
  readonly id: string
  readonly outstanding_balance: Money
  readonly disallowed_amount: Money
  readonly is_reassigned: boolean
}

export type Recourse = {
  readonly amount: Money
  /** The debt that counts: its disallowed part, or everything outstanding. */
  readonly debt_amount: Money
  /** Pay-outs, less the part covered by earlier documents of the set. */
  readonly gone_out: Money
}

/** The debt for each document of a set, in order; together never more than the advance. */
export function recourseOf(debts: readonly RecourseDebt[], advance: Advance): Map<string, Recourse> {
  const nothing = zero(advance.gone_out.currency)
  let { gone_out } = advance
  return new Map(
    debts.map(({ id, outstanding_balance, disallowed_amount, is_reassigned }) => {
      const debt_amount = maxOf(is_reassigned ? outstanding_balance : disallowed_amount, nothing)
      const before = gone_out
      const advanced = maxOf(advancedOf({ ...advance, gone_out }, is_reassigned), nothing)
      const amount = minOf(debt_amount, advanced)
      gone_out = sub(gone_out, amount)
      return [id, { amount, debt_amount, gone_out: before }]
    }),
  )
}

function advancedOf({ gone_out, fees, received }: Advance, is_reassigned: boolean): Money {
  return sub(is_reassigned ? add(gone_out, fees) : gone_out, received)
}

/** A collection note of the document: `amount` less earlier cures. */
export type CurableNote = { readonly id: string; readonly amount: Money; readonly recovered_amount: Money }
export type Cure = { readonly id: string; readonly owed: Money; readonly recovered: Money }

/**
 * Splits a cure over the notes, newest first: first unrecovered amounts, then recovered ones, which go back to the
 * agency.
 */
export function cureNotes(currency: CurrencyCode, notes: readonly CurableNote[], less: Money): Cure[] {
  let left = less
  const take = (most: Money): Money => {
    const part = minOf(most, left)
    left = sub(left, part)
    return part
  }
  const owed = notes.map((note) => take(sub(note.amount, note.recovered_amount)))
  const recovered = notes.map((note) => take(note.recovered_amount))
  return notes.flatMap(({ id }, i) => {
    const cure = { id, owed: owed[i] ?? zero(currency), recovered: recovered[i] ?? zero(currency) }
    return isZero(cure.owed) && isZero(cure.recovered) ? [] : [cure]
  })
}

/** A recorded change with the figures behind it. */
export type RecourseEntry = Advance & {
  readonly reason: string
  readonly debt_amount: Money
  readonly balance: Money
  readonly is_reassigned: boolean
}

/** Explains the agency's debt in sentences that can be recomputed. */
export function explainRecourse(entry: RecourseEntry): string[] {
  const { gone_out, fees, received, debt_amount, balance, is_reassigned } = entry
  if (isZero(balance)) return ['Nothing of the advance is disallowed: nothing is owed.']
  const advanced = advancedOf(entry, is_reassigned)
  const terms = [
    { what: 'paid out before the client paid', amount: gone_out },
    ...(is_reassigned ? [{ what: 'fees', amount: fees }] : []),
    { what: 'received from the client', amount: neg(received) },
  ]
  return [
    sumWords(terms, advanced, (all) => sum(advanced.currency, all)),
    is_reassigned
      ? `The debt is the agency’s again, with ${displayMoney(debt_amount)} outstanding.`
      : `${displayMoney(debt_amount)} of the debt is disallowed: ${entry.reason}.`,
    `The agency owes the smaller of the two, ${displayMoney(balance)}. It is taken from its next earnings, never from a contractor.`,
  ]
}

/** Whether a debt goes back to the agency by itself: so many days past its due date are over. */
export function isToReassign(days_past_due: number, reassign_days: number | null): boolean {
  return reassign_days !== null && days_past_due > reassign_days
}
