/** Decimal text to scaled integer and back, without floats (money.md §1.10). PostgreSQL numerics travel as text. */

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Faults of decimal text: no number, too many decimals, too many integer digits. */
type ScaledFault = 'not_a_number' | 'too_many_decimals' | 'too_many_digits'

/**
 * `'12.5'` at scale 2 is 1250. Trailing zeros beyond the scale are accepted, other digits are not:
 * dropping them would be a silent rounding.
 */
export function parseScaled(text: string, scale: number, integerDigitsMax: number): number | ScaledFault {
  const parts = decimal.exec(text.trim())
  if (!parts) return 'not_a_number'
  const whole = (parts[2] ?? '').replace(/^0+(?=\d)/, '')
  const fraction = (parts[3] ?? '').replace(/0+$/, '')
  if (fraction.length > scale) return 'too_many_decimals'
  if (whole.length > integerDigitsMax) return 'too_many_digits'
  const scaled = Number(whole + fraction.padEnd(scale, '0'))
  return parts[1] === '-' && scaled !== 0 ? -scaled : scaled
}

/** 1250 at scale 2 is `'12.50'`; `decimalsMin` lets trailing zeros go down to so many decimals. */
export function formatScaled(scaled: number, scale: number, decimalsMin = scale): string {
  const digits = String(Math.abs(scaled)).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > decimalsMin && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return (scaled < 0 ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** A number typed as the product shows it, `1,234.50`, without its commas. Others stay as they are. */
export const ungrouped = (typed: string): string =>
  /^\s*[+-]?\d{1,3}(,\d{3})+(\.\d*)?\s*$/.test(typed) ? typed.replaceAll(',', '') : typed

/** `'1234567.50'` as `'1,234,567.50'`: amounts are shown in US style (spec §9). */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
