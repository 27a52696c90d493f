import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import type { Kind } from './kind.ts'

const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 })
const two = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rates = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Plain numbers in GB style (spec §9). Shown only, never computed with. */
export function numberText(value: unknown): string {
  const number = Number(value)
  return Number.isFinite(number) ? plain.format(number) : '0'
}

export function rateText(value: unknown): string {
  const number = Number(value)
  return Number.isFinite(number) ? rates.format(number) : '0'
}

export const integer: Kind = {
  width: 100,
  numeric: true,
  cell: ({ value }) => (value === null ? null : numberText(value)),
}
export const units: Kind = integer
export const rate: Kind = {
  width: 100,
  numeric: true,
  cell: ({ value, currency }) =>
    value === null ? null : (
      <span className="numeric whitespace-nowrap">
        {currency && <span className="text-n10">{symbolOf(currencyOrGbp(currency))}</span>}
        {rateText(value)}
      </span>
    ),
}
/** Stored as per cent, so 2.5 is shown as 2.50%. */
export const percent: Kind = {
  width: 100,
  numeric: true,
  cell: ({ value }) => (value === null ? null : `${two.format(Number(value))}%`),
}
