import { formatScaled, groupThousands, parseScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp, displayMoney, money as moneyOf, symbolOf } from '#kernel/money.ts'
import type { Kind } from './kind.ts'

/** Spec §5: non-numeric amounts show as zero. Text or JSON number, both to minor units without arithmetic on floats. */
export function minorOf(value: unknown): number {
  const text = typeof value === 'number' ? value.toFixed(2) : typeof value === 'string' ? value : ''
  const minor = parseScaled(text, 2, 13)
  return typeof minor === 'number' ? minor : 0
}

/** An amount inside a sentence. */
export function amountText(value: unknown, currency: string | null | undefined): string {
  return displayMoney(moneyOf(minorOf(value), currencyOrGbp(currency)))
}

/** An amount for the eye: symbol dimmed, two decimals, US grouping (spec §9), minus in front. */
export function Amount({
  value,
  currency,
  strong,
}: {
  value: unknown
  currency?: string | null | undefined
  strong?: boolean
}) {
  const minor = minorOf(value)
  return (
    <span className={strong ? 'numeric font-semibold whitespace-nowrap' : 'numeric whitespace-nowrap'}>
      {minor < 0 && '-'}
      <span className="text-n10">{symbolOf(currencyOrGbp(currency))}</span>
      {groupThousands(formatScaled(Math.abs(minor), 2))}
    </span>
  )
}

export const money: Kind = {
  width: 150,
  numeric: true,
  cell: ({ value, currency }) => (value === null ? null : <Amount value={value} currency={currency} />),
}
