import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { sum, zero } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { percent, percentOf } from '#kernel/rate.ts'
import type { VatStanding } from '../parties/vat-check.rules.ts'

/** Kinds of tax a line can carry, as in config.business_tax. `none`: the issuer is not registered. */
export type TaxType = 'standard' | 'zero' | 'exempt' | 'outside_scope' | 'reverse_charge' | 'none'

export type Tax = { readonly tax_type: TaxType; readonly tax_rate: Percent4 }

const no_tax = percent('0')

/** The facts of a self-billee on the tax point. */
export type SelfBillee = {
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string | null
  readonly self_billing_from: Day | null
  readonly self_billing_to: Day | null
  /** The standing of the number at HMRC. */
  readonly vat_standing: VatStanding
}

/**
 * A self-bill may show VAT only with a VAT number that HMRC does not refuse and an agreement in force on the tax point;
 * otherwise the supplier would owe tax on a document that HMRC rejects (registers.md §4.2).
 */
export const chargesVatBySelfBill = (billee: SelfBillee, tax_point: Day): boolean =>
  billee.vat_standing !== 'refused' && hasAgreedVat(billee, tax_point)

/** HMRC has not answered, so it is open whether the self-bill shows VAT. An issued document never changes, so the self-bill waits (decision 0118). */
export const awaitsVatCheck = (billee: SelfBillee, tax_point: Day): boolean =>
  billee.vat_standing === 'open' && hasAgreedVat(billee, tax_point)

function hasAgreedVat(billee: SelfBillee, tax_point: Day): boolean {
  const { is_vat_registered, vat_registration_no, self_billing_from, self_billing_to } = billee
  if (!is_vat_registered || !vat_registration_no?.trim()) return false
  if (self_billing_from === null || self_billing_from > tax_point) return false
  return self_billing_to === null || self_billing_to >= tax_point
}

/** Tax at no rate: every kind but the standard one. */
export function tax(tax_type: Exclude<TaxType, 'standard'>): Tax {
  return { tax_type, tax_rate: no_tax }
}

/** Tax of any kind. @param standard_rate in force on the tax point (money.md §1.4) */
export function taxAt(tax_type: TaxType, standard_rate: Percent4): Tax {
  return tax_type === 'standard' ? { tax_type, tax_rate: standard_rate } : tax(tax_type)
}

/** Tax on a client-facing document: by place of supply (money.md §1.5). */
export function clientTax(
  issuer_registered: boolean,
  client_is_overseas: boolean,
  standard_rate: Percent4,
): Tax {
  return issuer_registered && client_is_overseas
    ? tax('reverse_charge')
    : domesticTax(issuer_registered, standard_rate)
}

/** Tax on a supply between two United Kingdom businesses. */
export function domesticTax(issuer_registered: boolean, standard_rate: Percent4): Tax {
  return taxAt(issuer_registered ? 'standard' : 'none', standard_rate)
}

/** A VAT invoice shows VAT, or the reason why a taxable person shows none. */
export function isVatInvoice(tax_type: TaxType): boolean {
  const shows = {
    standard: true,
    zero: true,
    reverse_charge: true,
    exempt: false,
    outside_scope: false,
    none: false,
  } satisfies Record<TaxType, boolean>
  return shows[tax_type]
}

/** Tax of one line, rounded; documents add these up and never tax a total (money.md §1.10). */
export function taxOn(amount: Money, { tax_rate }: Tax): Money {
  return tax_rate === 0 ? zero(amount.currency) : percentOf(tax_rate, amount)
}

export type Taxed = { readonly amount: Money; readonly tax_amount: Money; readonly total_amount: Money }

/** Document totals are sums of rounded lines (I2). */
export function totalsOf(currency: CurrencyCode, lines: readonly Taxed[]): Taxed {
  return {
    amount: sum(
      currency,
      lines.map((line) => line.amount),
    ),
    tax_amount: sum(
      currency,
      lines.map((line) => line.tax_amount),
    ),
    total_amount: sum(
      currency,
      lines.map((line) => line.total_amount),
    ),
  }
}
