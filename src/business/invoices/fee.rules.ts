import type { CurrencyCode, Money } from '#kernel/money.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { formatPercent, percent, percentOf } from '#kernel/rate.ts'

/** A service charge in force (spec §3). The base of a percent is the client charge (money.md §1.4). */
export type FeeRule =
  | { readonly type: 'percent'; readonly value: Percent4; readonly fee_base: 'gross' | 'net' }
  | { readonly type: 'fixed'; readonly value: Money }

/** A row of contract.service_charge as a rule; `value` is the numeric's text. Throws `invalid`. */
export function feeRule(
  type: 'percent' | 'fixed',
  value: string,
  fee_base: 'gross' | 'net',
  currency: CurrencyCode,
): FeeRule {
  if (type === 'percent') return { type, value: percent(value, 'value'), fee_base }
  return { type, value: parseMoney(value, currency, 'value') }
}

/** The net fee FN on this client charge, rounded once. */
export function feeOn(rule: FeeRule, client: { readonly net: Money; readonly gross: Money }): Money {
  if (rule.type === 'fixed') return rule.value
  return percentOf(rule.value, rule.fee_base === 'gross' ? client.gross : client.net)
}

/** How the fee line explains itself: `Service fee 2.50% of the gross client charge of £1,125.00`. */
export function describeFee(
  label: string,
  rule: FeeRule,
  client: { readonly net: Money; readonly gross: Money },
): string {
  if (rule.type === 'fixed') return label
  const base = rule.fee_base === 'gross' ? client.gross : client.net
  return `${label} ${formatPercent(rule.value)} of the ${rule.fee_base} client charge of ${displayMoney(base)}`
}
