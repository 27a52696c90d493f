/**
 * Deductions that a worker agreed to in writing, last of all (payroll-run, order of calculation; decision 0164). They leave the
 * worker the minimum wage of the hours paid, and never less than nothing. Amounts are pence.
 */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { formatRate, formatUnits, type Rate4, type Units4 } from '#kernel/rate.ts'
import type { Line } from './calculated-payslip.rules.ts'
import { lineOf } from './period-part.rules.ts'
import { ceilDiv, type Pence } from './whole.rules.ts'

export type AgreedDeduction = {
  readonly id: string
  readonly purpose: string
  /** The day of the worker's signature, as payslips show days. */
  readonly agreed_on: string
  /** Of a pay period. */
  readonly amount: Pence
  /** The rest of the agreed total; null without one. */
  readonly left: Pence | null
}

export type AgreedDeductions = {
  /** In the order in which they are taken. */
  readonly all: readonly AgreedDeduction[]
  /** The minimum wage of the worker's age; null where it is not known. */
  readonly least_hourly: Rate4 | null
}

type Paid = {
  /** Net pay before them. */
  readonly net: Pence
  /** Pay that counts for the minimum wage, and its hours in ten-thousandths. */
  readonly minimum_wage: { readonly pay: Pence; readonly hours: number }
  /** Taken by earlier payments of the period, by deduction. */
  readonly already: readonly Readonly<Record<string, Pence>>[]
}

/** Ten-thousandths of a pound times ten-thousandths of an hour, in a penny. */
const TO_PENCE = 1_000_000

/** The pay above the minimum wage of its hours; null where pay has no hours. */
function aboveLeast({ minimum_wage: { pay, hours } }: Paid, least_hourly: Rate4 | null): Pence | null {
  if (least_hourly === null || hours <= 0) return null
  return Math.max(0, pay - ceilDiv(least_hourly * hours, TO_PENCE))
}

/** The line of each deduction, and the amount that each takes from this payment. */
export function agreedLines(
  { all, least_hourly }: AgreedDeductions,
  paid: Paid,
): { readonly lines: readonly Line[]; readonly taken: Readonly<Record<string, Pence>> } {
  const above = aboveLeast(paid, least_hourly)
  let room = Math.max(0, Math.min(paid.net, above ?? paid.net))
  const taken: Record<string, Pence> = {}
  const lines = all.flatMap(({ id, purpose, agreed_on, amount, left }): Line[] => {
    const before = paid.already.reduce((sum, of) => sum + (of[id] ?? 0), 0)
    const wanted = Math.min(amount - before, left ?? amount)
    if (wanted <= 0) return []
    const due = Math.min(wanted, room)
    room -= due
    taken[id] = due
    const is_least = above !== null && above < paid.net && least_hourly !== null
    const limit = is_least
      ? `the minimum wage of £${formatRate(least_hourly)} for ${formatUnits(paid.minimum_wage.hours as Units4)} hours leaves no more` // Of whole ten-thousandths.
      : 'net pay leaves no more'
    const inputs = {
      purpose,
      agreed_on,
      wanted: displayMoney(money(wanted, GBP)),
      due,
      ...(due < wanted ? { limit } : {}),
    }
    return [lineOf('deduction', 'agreed_deduction', due, { inputs })]
  })
  return { lines, taken }
}
