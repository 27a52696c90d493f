/** The overpayment of a run's payslip: the sum carried or taken back, and the words of its warnings. Pure; amounts are pence. */
import { type Day, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Overpaid } from '../engine/overpayment.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** Of an employment, before the payment. */
export type OverpaidFacts = Overpaid & { readonly leave_date: Day | null }

export const not_overpaid: OverpaidFacts = { left: 0, plan: null, leave_date: null }

/** As the payslip keeps it. */
export type KeptOverpaid = {
  /** Above zero where the worker owes more. */
  readonly change: Pence
  readonly reason: string
}

/** Owed in the books of each principal. */
export type OwedInBooks = ReadonlyMap<string, Pence>

/**
 * The change of a payslip by books: its own ones carry. They are the first to take back, and then those that are owed most.
 * @param place the books of most of the payslip's pay
 */
export function changeByBooks(
  change: Pence,
  place: string,
  owed: OwedInBooks,
): readonly (readonly [string, Pence])[] {
  if (change > 0) return [[place, change]]
  const order = [...owed].toSorted(
    ([a, of_a], [b, of_b]) => Number(b === place) - Number(a === place) || of_b - of_a || (a < b ? -1 : 1),
  )
  let rest = -change
  return order.flatMap(([principal_id, left]): [string, Pence][] => {
    const taken = Math.min(rest, Math.max(0, left))
    rest -= taken
    return taken === 0 ? [] : [[principal_id, -taken]]
  })
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

type Change = { readonly change: Pence; readonly corrected: readonly string[] }

/** Null where the payslip changes nothing. @param corrected human ids of the timesheets that it corrects */
export function keptOverpaid({ plan }: Overpaid, { change, corrected }: Change): KeptOverpaid | null {
  if (change === 0) return null
  if (change < 0) return { change, reason: plan === null ? 'From net pay' : 'From net pay, by the plan' }
  const work = corrected.join(', ')
  return { change, reason: work === '' ? 'Pay below zero' : `Correction of ${work}` }
}

type Warned = OverpaidFacts & { readonly name: string; readonly pay_day: Day; readonly change: Pence }

/** A plan was decided by a person, so that its amounts need no answer. */
export function overpaidWarnings({ name, left, plan, leave_date, pay_day, change }: Warned): string[] {
  const after = left + change
  const moved =
    change > 0
      ? [
          `${name} was overpaid by ${pounds(change)} more than this pay takes back: it is carried, and ${pounds(after)} is owed`,
        ]
      : change < 0 && plan === null
        ? [
            `${name} was overpaid: this pay takes back ${pounds(-change)}, all that it bears, as the employment has no plan; ${pounds(after)} is left`,
          ]
        : []
  const claimed =
    leave_date !== null && leave_date <= pay_day && after > 0
      ? [
          `${name} left on ${formatDay(leave_date)} and owes ${pounds(after)}: claim it outside of payroll, or write it off`,
        ]
      : []
  return [...moved, ...claimed]
}
