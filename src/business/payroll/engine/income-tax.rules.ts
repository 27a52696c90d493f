/**
 * Income tax of a payment (payroll.md §2.3, after HMRC's Specification for PAYE Tax Table Routines). Thresholds are
 * ten-thousandths of a pound, truncated as HMRC's tables are; amounts are pence.
 */
import type { TaxCode } from './tax-code.rules.ts'
import { type PayFrequency, partsOfPeriod, partsOfYear } from './tax-period.rules.ts'
import type { RegimeBands, TaxYear } from './tax-year.rules.ts'
import { ceilDiv, floorDiv, type Pence } from './whole.rules.ts'

export type TaxInput = {
  readonly code: TaxCode
  readonly frequency: PayFrequency
  /** The week or month of the tables; 53, 54 and 56 are computed alone. */
  readonly period: number
  /** Taxable pay of this payment; negative when pay is taken back. */
  readonly pay: Pence
  /** Taxable pay of the year before this payment, earlier employments included. */
  readonly pay_before: Pence
  readonly tax_before: Pence
  /** The part of `pay_before` that the payroll before paid, with its name. */
  readonly taken_over?: { readonly source: string; readonly pay: Pence } | null
  /** Earlier payments of the same period, for a code that looks at the period alone. */
  readonly paid_in_period?: { readonly pay: Pence; readonly tax: Pence }
  /** Half of it is the most that tax takes: the pay in money, where that differs from `pay`. */
  readonly cash_pay?: Pence
}

export type TaxWorking = {
  /** Of this payment: negative for a refund. */
  readonly tax: Pence
  /** Week 1 or month 1: the year to date does not count. */
  readonly is_alone: boolean
  /** Pay that the tables are read with. */
  readonly pay_to_date: Pence
  /** The pay that the code frees from tax; negative: the amount that it adds. */
  readonly free_pay: Pence
  /** Whole pounds. */
  readonly taxable: number
  /** The one percentage of `taxable`; null where it reaches several bands or none. */
  readonly percent: number | null
  /** Tax taken before that counts against `due`. */
  readonly before: Pence
  /** Tax on `taxable`, before deducting the tax of earlier payments. */
  readonly due: Pence
  /** Half of the pay was less than the tax. */
  readonly is_limited: boolean
}

const pence = 100
const ten_thousandths = 10_000
const last_weeks = 52

/** Allowance of the tables' first week or month: 500s of the code at a fixed amount, and the rest rounded up. */
function freePayOfOne(value: number, parts: number): Pence {
  if (value === 0) return 0
  const hundreds = floorDiv(value - 1, 500)
  const rest = ((value - 1) % 500) + 1
  const of_500 = ceilDiv(5_000 * pence, parts)
  return ceilDiv((rest * 10 + 9) * pence, parts) + hundreds * of_500
}

/** Tax on whole pounds by the bands of so many parts of the year. */
function bandTax(
  pounds: number,
  unrounded: Pence,
  { bands, band_tax }: RegimeBands,
  { count, parts }: { readonly count: number; readonly parts: number },
): Pence {
  let from = 0
  let from_annual = 0
  /** Hundredths of a pound of annual tax on the full bands below. */
  let tax_annual = 0
  let tax_below = 0
  for (const { up_to, percent } of bands) {
    const upper = up_to === null ? null : floorDiv(up_to * ten_thousandths * count, parts)
    if (upper === null || unrounded <= ceilDiv(upper, ten_thousandths) * pence) {
      const in_band = floorDiv((pounds * ten_thousandths - from) * percent, 100)
      return floorDiv(tax_below + in_band, ten_thousandths / pence)
    }
    tax_annual += ((up_to ?? 0) - from_annual) * percent
    tax_below =
      band_tax === 'annual'
        ? floorDiv(tax_annual * 100 * count, parts)
        : tax_below + floorDiv((upper - from) * percent, 100)
    from = upper
    from_annual = up_to ?? 0
  }
  return tax_below // The last band has no upper end.
}

/** The percentage of a code with a rate, or of the first band where no more is reached. */
function percentOf(
  { bands, basic }: RegimeBands,
  code: TaxCode,
  left: Pence,
  { count, parts }: { readonly count: number; readonly parts: number },
): number | null {
  if (code.kind === 'none') return null
  if (code.kind === 'rate') return bands[basic + code.value]?.percent ?? null
  const [first] = bands
  if (!first?.up_to) return null
  return left <= ceilDiv(first.up_to * count, parts) * pence ? first.percent : null
}

/** Tax of one payment with its working. */
export function incomeTax(year: TaxYear, input: TaxInput): TaxWorking {
  const { code, frequency, period, pay, tax_before } = input
  const parts = partsOfYear(frequency)
  const is_alone = code.is_week1 || (parts === last_weeks && period > last_weeks)
  const count = is_alone ? partsOfPeriod(frequency) : period
  const { pay: paid, tax: taken } = input.paid_in_period ?? { pay: 0, tax: 0 }
  const pay_to_date = (is_alone ? paid : input.pay_before) + pay
  const before = is_alone ? taken : tax_before
  const regime = year.income_tax.regimes[code.regime]

  const free_pay =
    code.kind === 'allowance' || code.kind === 'added'
      ? freePayOfOne(code.value, parts) * count * (code.kind === 'added' ? -1 : 1)
      : 0
  const left = pay_to_date - free_pay
  const taxable = left > 0 ? floorDiv(left, pence) : 0
  const percent = percentOf(regime, code, left, { count, parts })
  const due =
    code.kind === 'none' || taxable === 0
      ? 0
      : code.kind === 'rate'
        ? taxable * (percent ?? 0)
        : bandTax(taxable, left, regime, { count, parts })

  const wanted = due - before
  const limit = Math.max(0, floorDiv((input.cash_pay ?? pay) * year.income_tax.most_percent, 100))
  const is_limited = wanted > limit
  const tax = is_limited ? limit : wanted
  return { tax, is_alone, pay_to_date, free_pay, taxable, percent, before, due, is_limited }
}
