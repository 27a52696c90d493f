/**
 * Explains every figure of a payslip: this one, its changes, and the tax year so far (experience.md, page 11). Pure.
 */

import { rowsWords, sumWords, type Term } from '#business/shared/explain.rules.ts'
import { countText } from '#kernel/count-text.ts'
import { withinSentence } from '#kernel/list-text.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isZero, money, neg, sub, sum } from '#kernel/money.ts'
import { all_payslip_lines, type PayslipAmounts, type PayslipLine } from '../figures/payslip.rules.ts'

const adding = (currency: CurrencyCode) => (all: readonly Money[]) => sum(currency, all)

/** Explains one line of this payslip: payroll's own figures are named as such, net pay is computed. */
export function payslipWords(line: PayslipLine, slip: PayslipAmounts, currency: CurrencyCode): string[] {
  if (line.part !== 'net') return [line.sentence, inputWords(line)]
  const figure = money(slip[line.field], currency)
  const terms = all_payslip_lines.flatMap(({ field, label, part }): Term[] => {
    const amount = money(slip[field], currency)
    if (isZero(amount) || (part !== 'pay' && part !== 'deduction')) return []
    return [{ what: withinSentence(label), amount: part === 'pay' ? amount : neg(amount) }]
  })
  const add = adding(currency)
  const gap = sub(figure, add(terms.map((term) => term.amount)))
  // A difference that has no line here is stated, never hidden.
  const rest = isZero(gap) ? [] : [{ what: 'not listed here', amount: gap }]
  const all = [...terms, ...rest]
  return all.length === 0
    ? ['Nothing was paid and nothing was taken off.']
    : ['Pay, less what is taken off it.', sumWords(all, figure, add)]
}

function inputWords({ part }: PayslipLine): string {
  return part === 'employer'
    ? 'Payroll worked it out for this pay period and rounded it there; it takes nothing off net pay.'
    : 'Payroll worked it out for this pay period and rounded it there.'
}

/** How much more or less than on the payslip before. */
export function changedWords(
  line: PayslipLine,
  now: PayslipAmounts,
  before: { readonly human_id: string; readonly amounts: PayslipAmounts },
  currency: CurrencyCode,
): string[] {
  const is = money(now[line.field], currency)
  const was = money(before.amounts[line.field], currency)
  const terms = [
    { what: 'this payslip', amount: is },
    { what: before.human_id, amount: neg(was) },
  ]
  return [sumWords(terms, sub(is, was), adding(currency))]
}

/**
 * The tax year so far: the payroll before and the payslips that make it. `total` is of all of them, also where not all
 * payslips are at hand.
 */
export function yearWords(
  line: PayslipLine,
  slips: readonly { readonly human_id: string; readonly amounts: PayslipAmounts }[],
  count: number,
  total: number,
  currency: CurrencyCode,
  taken_over: readonly { readonly source: string; readonly amounts: PayslipAmounts }[] = [],
): string[] {
  const rows = [...taken_over.map(({ source, amounts }) => ({ human_id: source, amounts })), ...slips]
  const terms = rows.map(({ human_id, amounts }) => ({
    what: human_id,
    amount: money(amounts[line.field], currency),
  }))
  const figure = money(total, currency)
  const add = adding(currency)
  const more = { count: count - slips.length, amount: sub(figure, add(terms.map((term) => term.amount))) }
  return [
    `${countText(count, 'payslip')} of the tax year, drafts left out.`,
    rowsWords(terms, more, figure, add),
  ]
}
