/**
 * Single documents (money.md §1.5, last line): an invoice of the agency to its client, a supplier's bill to the
 * agency, a fee of the provider. The agency's share is paid with its earnings once the client has paid, or deducted
 * from them when due (decision 0020).
 */
import type { SingleKind } from '#business/shared/invoice-types.rules.ts'
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isNegative, isPositive } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { units } from '#kernel/rate.ts'
import type { RaisedDocument, RaisedSet } from '../invoices/raised-set.rules.ts'
import { assertIdentities, setTotals } from '../invoices/raised-set.rules.ts'
import type { Tax, TaxType } from '../invoices/vat.rules.ts'
import { clientTax, domesticTax, isVatInvoice, tax, taxAt, totalsOf } from '../invoices/vat.rules.ts'
import { amountLine } from '../invoices/work-lines.rules.ts'
import { missingEvidence } from '../parties/vat-evidence.rules.ts'
import type { InvoiceType, PartyRole, ReleaseCondition } from '../shared/invoice-types.rules.ts'
import { isOverseas } from '../shared/place-of-supply.rules.ts'

export type SingleInput = {
  readonly kind: SingleKind
  readonly currency: CurrencyCode
  readonly description: string
  readonly amount: Money
  /** As entered; null: derived from the parties. */
  readonly tax_type: TaxType | null
  readonly issuer: { readonly name: string; readonly is_vat_registered: boolean }
  readonly client_country_code: string
  /** Null where the document is of no client. */
  readonly client: Parameters<typeof missingEvidence>[0] | null
  /** In force on the tax point. */
  readonly standard_rate: Percent4
  readonly payment_terms: number
  readonly raised_date: Day
}

type Shape = {
  readonly type: InvoiceType
  readonly from: PartyRole
  readonly to: PartyRole
  readonly release_condition: ReleaseCondition
}

const shapes = {
  // Paid into the provider's trust account; not financed.
  sales_invoice: { type: 'agency-client', from: 'agency', to: 'client', release_condition: 'none' },
  purchase_ledger: {
    type: 'contractor-agency',
    from: 'contractor',
    to: 'agency',
    release_condition: 'due_date',
  },
  adhoc_fee: { type: 'provider-agency', from: 'provider', to: 'agency', release_condition: 'set_off' },
} as const satisfies Record<SingleKind, Shape>

/** The tax of a single document: by place of supply for a client, domestic between others, unless given. */
export function singleTax(
  input: Pick<SingleInput, 'kind' | 'tax_type' | 'issuer' | 'client_country_code' | 'standard_rate'>,
): Tax {
  const { standard_rate } = input
  if (input.tax_type !== null) return taxAt(input.tax_type, standard_rate)
  const { is_vat_registered } = input.issuer
  return input.kind === 'sales_invoice'
    ? clientTax(is_vat_registered, isOverseas(input.client_country_code), standard_rate)
    : domesticTax(is_vat_registered, standard_rate)
}

/** Why the document cannot be raised, in words the user can act on; null when it can. */
export function singleRefusal(input: SingleInput): string | null {
  if (!isPositive(input.amount)) return 'There is nothing to invoice: the amount is zero'
  const { tax_type } = singleTax(input)
  const is_sale = input.kind === 'sales_invoice' && input.client !== null
  const missing = is_sale ? missingEvidence(input.client, [tax_type]) : null
  if (missing !== null) return missing
  const needs_registration = tax_type === 'standard' || tax_type === 'zero' || tax_type === 'reverse_charge'
  return needs_registration && !input.issuer.is_vat_registered
    ? `${input.issuer.name} is not registered for VAT and cannot charge it`
    : null
}

/** Raises the document with the agency's share. Throws `precondition` with the reason of `singleRefusal`. */
export function raiseSingle(input: SingleInput): RaisedSet {
  const refusal = singleRefusal(input)
  if (refusal !== null) throw precondition(refusal)
  const line_tax = singleTax(input)
  const lines = [amountLine(1, input.description, input.amount, line_tax)]
  const document: RaisedDocument = {
    ...shapes[input.kind],
    is_self_billed: false,
    is_vat_invoice: isVatInvoice(line_tax.tax_type),
    assigned_to: null,
    is_debit: false,
    is_credit_note: false,
    ...totalsOf(input.currency, lines),
    tax_type: line_tax.tax_type,
    lines,
    due_date: addDays(input.raised_date, input.payment_terms),
    payment_terms: input.payment_terms,
  }
  const totals = setTotals(input.currency, [document])
  const set: RaisedSet = {
    currency: input.currency,
    generation_type: input.kind,
    funding_model: 'agency_billed',
    funding_type: 'paid_when_paid',
    principal: 'provider',
    raised_date: input.raised_date,
    total_units: units('1'),
    ...totals,
    is_contractor_leg_funded_by_agency: false,
    documents: [document, shareOf(input, document, totals.agency_gross)],
  }
  assertIdentities(set)
  return set
}

/** The text of the agency's line: the source or the purpose of the money. */
const share_words = {
  sales_invoice: 'Paid by the client for',
  purchase_ledger: 'Paid to a supplier for',
  adhoc_fee: 'Fee for',
} as const satisfies Record<SingleKind, string>

/** The agency's earnings; negative for its debt, which no run takes before it is due. */
function shareOf(input: SingleInput, document: RaisedDocument, agency_gross: Money): RaisedDocument {
  const is_debit = isNegative(agency_gross)
  const description = `${share_words[input.kind]} ${input.description}`
  const lines = [amountLine(1, description, agency_gross, tax('outside_scope'))]
  return {
    type: 'agency_earnings',
    from: 'provider',
    to: 'agency',
    release_condition: is_debit ? 'set_off' : 'client_receipt',
    is_self_billed: false,
    is_vat_invoice: false,
    assigned_to: null,
    is_debit,
    is_credit_note: false,
    ...totalsOf(input.currency, lines),
    tax_type: 'outside_scope',
    lines,
    due_date: document.due_date,
    payment_terms: 0,
  }
}
