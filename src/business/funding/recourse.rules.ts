/**
 * What an agency owes of an advance on a client's debt (money.md §1.9): as much of it as is disallowed, or all of it once
 * the debt is reassigned, fees with it. Never the contractor. Pure: run it again on any day, and it says what is right.
 */
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, displayMoney, isZero, maxOf, minOf, neg, sub, sum, zero } from '#kernel/money.ts'
import { sumWords } from '../shared/explain.rules.ts'

/** What went out on a set before the client paid for it, and what the client has paid. */
export type Advance = {
  /** Paid to contractor, agency and for on-costs, but for what waits for the client's receipt: that is no advance. */
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
  /** What of the debt counts: what is disallowed, or all that is outstanding. */
  readonly debt_amount: Money
  /** What had gone out, less what earlier documents of the set answer for. */
  readonly gone_out: Money
}

/** What is owed for each document of a set, in their order; together never more than was advanced. */
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

/** A collection note of the document: `amount` less what was cured of it before. */
export type CurableNote = { readonly id: string; readonly amount: Money; readonly recovered_amount: Money }
export type Cure = { readonly id: string; readonly owed: Money; readonly recovered: Money }

/**
 * How much less is owed by which note, newest first: what is not yet recovered of any of them, and then what is, which
 * goes back to the agency.
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

/** A change as it was noted, with what it was worked out from. */
export type RecourseEntry = Advance & {
  readonly reason: string
  readonly debt_amount: Money
  readonly balance: Money
  readonly is_reassigned: boolean
}

/** Why the agency owes what it owes, in sentences that can be worked out again. */
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
