/** Tax codes as HMRC writes them (payroll.md §2.2). */
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Regime, TaxYear } from './tax-year.rules.ts'

export type TaxCode = {
  /** Without the basis: `S1257L`. */
  readonly text: string
  readonly regime: Regime
  /** Each period alone, without the year to date. */
  readonly is_week1: boolean
  readonly kind: 'allowance' | 'added' | 'rate' | 'none'
  /** The number of an allowance or K code; the step above basic rate of BR (0) and D0 to D3 (1 to 4). */
  readonly value: number
}

const shape =
  /^(?<regime>[SC])?(?:(?<fixed>BR|NT|0T|D[0-3])|K(?<added>[1-9]\d{0,3})|(?<number>\d{1,6})[LMNT])(?<basis>.+)?$/

/** Week 1 or month 1 as notices, forms and programs write it: `W1/M1`, `WK1/MTH1`, `Week 1`, `X`, `NONCUM`. */
const week1 = /^(?:W(?:(?:EE)?K)?1(?:\/?M(?:(?:ON)?TH)?1)?|M(?:(?:ON)?TH)?1|X|NON-?CUM(?:ULATIVE)?)$/

const ends_in_letter = 'A tax code ends in a letter, such as 1257L'

/**
 * Reads a typed code. `is_week1` of the caller, as a separate tick, counts beside the suffix.
 * @returns a refusal in words for the field where the text is no code of this year
 */
export function readTaxCode(typed: string, year: TaxYear, is_week1 = false): TaxCode | Refusal {
  const text = typed.toUpperCase().replace(/[\s()]+/g, '')
  const parts = shape.exec(text)?.groups
  if (!parts || (parts.basis !== undefined && !week1.test(parts.basis))) {
    const is_rate = /^[SC]?D\d$/.test(text)
    return refuse('invalid', is_rate ? `There is no such rate in ${year.name}` : ends_in_letter)
  }
  const regime: Regime = parts.regime === 'S' || parts.regime === 'C' ? parts.regime : 'uk'
  const common = {
    text: text.slice(0, text.length - (parts.basis?.length ?? 0)),
    regime,
    is_week1: is_week1 || parts.basis !== undefined,
  }
  if (parts.added !== undefined) return { ...common, kind: 'added', value: Number(parts.added) }
  if (parts.number !== undefined) return { ...common, kind: 'allowance', value: Number(parts.number) }
  if (parts.fixed === 'NT') return { ...common, kind: 'none', value: 0 }
  if (parts.fixed === '0T') return { ...common, kind: 'allowance', value: 0 }
  const value = parts.fixed === 'BR' ? 0 : Number(parts.fixed?.slice(1)) + 1
  const { bands, basic } = year.income_tax.regimes[regime]
  return basic + value < bands.length
    ? { ...common, kind: 'rate', value }
    : refuse('invalid', `There is no such rate in ${year.name}`)
}
