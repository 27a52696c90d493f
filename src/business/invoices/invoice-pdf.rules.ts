/**
 * The text of a printed document: regulation 14 of the VAT Regulations 1995, the statement of a self-bill
 * (registers.md §4.2), assignment, reverse charge and credit wording. Pure, so that the text is tested without a
 * compiler; `invoice.typ` only places it.
 */
import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, displayMoney, isZero, parseMoney, zero } from '#kernel/money.ts'
import { formatPercent, formatRate, formatUnits, percent, rate, units } from '#kernel/rate.ts'
import { inSterling } from '#kernel/sterling.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing, legOf } from '../shared/invoice-types.rules.ts'
import type { TaxType } from './vat.rules.ts'

/** A party as the document named it on the day it was issued (transaction.invoice_entity). */
export type PrintedParty = {
  readonly business_name: string
  readonly invoicing_address: string
  readonly email: string | null
  readonly registration_number: string | null
  readonly vat_number: string | null
}

export type PrintedLine = {
  readonly description: string
  readonly unit_type: string | null
  readonly units: string
  readonly rate: string
  readonly amount: string
  readonly tax_type: TaxType
  readonly tax_rate: string
  readonly tax_amount: string
  readonly total_amount: string
}

export type PrintedAccount = {
  readonly bank_name: string
  readonly account_holder_name: string
  readonly account_number: string | null
  readonly sort_code: string | null
  readonly iban: string | null
  readonly swift_code: string | null
}

/** The rows of one document. Amounts are the database's decimal text, as on screen. */
export type PrintedInvoice = {
  readonly human_id: string
  readonly type: InvoiceType
  readonly is_self_billed: boolean
  readonly is_vat_invoice: boolean
  readonly is_credit_note: boolean
  readonly is_debit: boolean
  readonly currency: CurrencyCode
  /** Pounds for one unit of the currency; null for sterling. */
  readonly sterling_rate: string | null
  readonly amount: string
  readonly tax_amount: string
  readonly total_amount: string
  readonly raised_date: Day
  readonly tax_point: Day
  readonly due_date: Day
  readonly payment_terms: number
  readonly po_number: string | null
  readonly period_start: Day | null
  readonly period_end: Day | null
  readonly contractor_name: string | null
  readonly placement: string | null
  readonly work_reference: string | null
  readonly parent_human_id: string | null
  readonly credit_reason: string | null
  readonly assigned_to_name: string | null
  readonly from: PrintedParty
  readonly to: PrintedParty
  readonly account: PrintedAccount | null
  readonly lines: readonly PrintedLine[]
}

type Fact = { readonly label: string; readonly value: string }

/** The data of `invoice.typ`. Every value is text ready to print. */
export type InvoicePage = {
  readonly title: string
  readonly human_id: string
  readonly date: { readonly year: number; readonly month: number; readonly day: number }
  readonly supplier: { readonly heading: string; readonly name: string; readonly rows: readonly string[] }
  readonly customer: { readonly heading: string; readonly name: string; readonly rows: readonly string[] }
  readonly logo: string | null
  readonly facts: readonly Fact[]
  readonly columns: readonly string[]
  readonly lines: readonly Record<string, string>[]
  readonly totals: readonly (Fact & { readonly strong: boolean })[]
  readonly tax_heading: string
  readonly tax_columns: readonly string[]
  readonly tax_summary: readonly { readonly label: string; readonly net: string; readonly tax: string }[]
  readonly payment: { readonly heading: string; readonly rows: readonly Fact[] } | null
  readonly statements: readonly string[]
  readonly footer: string
}

const self_billing_words = 'Self-billing invoice'
export const self_billing_statement = 'The VAT shown is your output tax due to HMRC'

const tax_labels: Record<TaxType, string> = {
  standard: 'Standard rate',
  zero: 'Zero rate',
  exempt: 'Exempt',
  outside_scope: 'Outside the scope of VAT',
  reverse_charge: 'Reverse charge',
  none: 'No VAT',
}

/** Control signs and marks that reverse the writing direction have no place on a document. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** The name of the document. One that shows no VAT for want of a registration is never called a VAT invoice. */
export function printedTitle(invoice: PrintedInvoice): string {
  const noun = invoice.is_credit_note ? 'credit note' : 'invoice'
  if (legOf(invoice.type) === 'on_costs')
    return invoice.is_credit_note ? 'On-cost credit' : 'On-cost statement'
  if (invoice.type === 'agency_earnings') {
    return invoice.is_credit_note ? 'Agency earnings credit' : 'Agency earnings statement'
  }
  if (invoice.is_self_billed) return `Self-billing ${noun}`
  return invoice.is_vat_invoice ? `VAT ${noun}` : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

function partyRows(party: PrintedParty): string[] {
  const rows = party.invoicing_address.split(/,\s*|\n/).filter((row) => row.trim() !== '')
  if (party.registration_number) rows.push(`Company no. ${party.registration_number}`)
  if (party.vat_number) rows.push(`VAT no. ${party.vat_number}`)
  return rows.map(clean)
}

export function printedParty(heading: string, of: PrintedParty): InvoicePage['supplier'] {
  return { heading, name: clean(of.business_name), rows: partyRows(of) }
}

function terms({ payment_terms }: PrintedInvoice): string {
  if (payment_terms === 0) return 'On the due date'
  return countText(payment_terms, 'day')
}

function facts(invoice: PrintedInvoice): Fact[] {
  const noun = invoice.is_credit_note ? 'Credit note' : 'Document'
  const list: (Fact | null)[] = [
    { label: `${noun} number`, value: invoice.human_id },
    { label: 'Issue date', value: formatDay(invoice.raised_date) },
    { label: 'Tax point', value: formatDay(invoice.tax_point) },
    invoice.is_credit_note ? null : { label: 'Payment terms', value: terms(invoice) },
    invoice.is_credit_note ? null : { label: 'Due date', value: formatDay(invoice.due_date) },
    named('Credits document', invoice.parent_human_id),
    named('Purchase order', invoice.po_number),
    invoice.period_start && invoice.period_end
      ? { label: 'Period', value: `${formatDay(invoice.period_start)} to ${formatDay(invoice.period_end)}` }
      : null,
    named('Placement', invoice.placement),
    named('Timesheet', invoice.work_reference),
    showsContractor(invoice.type) ? named('Contractor', invoice.contractor_name) : null,
  ]
  return list.filter((fact) => fact !== null)
}

function named(label: string, value: string | null | undefined): Fact | null {
  return value ? { label, value: clean(value) } : null
}

/** A document for a service, not for work, names no contractor: its reader may not know them. */
function showsContractor(type: InvoiceType): boolean {
  return legOf(type) !== 'fee'
}

function unitLabel(unit_type: string | null): string {
  if (unit_type === 'hourly') return ' Hours' // spec §9, unit labels
  if (unit_type === 'daily') return ' Days'
  return unit_type ? ' unit' : ''
}

function printedLine(line: PrintedLine, code: CurrencyCode): Record<string, string> {
  const shown = (text: string) => displayMoney(parseMoney(text, code))
  const is_taxed = line.tax_type === 'standard' || line.tax_type === 'zero'
  return {
    description: clean(line.description),
    quantity: formatUnits(units(line.units)) + unitLabel(line.unit_type),
    unit_price: formatRate(rate(line.rate)),
    net: shown(line.amount),
    tax_rate: is_taxed ? formatPercent(percent(line.tax_rate)) : '–',
    tax: shown(line.tax_amount),
    total: shown(line.total_amount),
  }
}

/** Net and VAT per rate, as the law asks; the sums of rounded lines (money.md §1.10). */
function taxSummary({ lines, currency }: PrintedInvoice): InvoicePage['tax_summary'] {
  const rates = new Map<string, { label: string; net: Money; tax: Money }>()
  for (const line of lines) {
    const rate_text = line.tax_type === 'standard' ? ` ${formatPercent(percent(line.tax_rate))}` : ''
    const label = tax_labels[line.tax_type] + rate_text
    const before = rates.get(label) ?? { label, net: zero(currency), tax: zero(currency) }
    rates.set(label, {
      label,
      net: add(before.net, parseMoney(line.amount, currency)),
      tax: add(before.tax, parseMoney(line.tax_amount, currency)),
    })
  }
  return [...rates.values()].map((one) => ({
    label: one.label,
    net: displayMoney(one.net),
    tax: displayMoney(one.tax),
  }))
}

function totals(invoice: PrintedInvoice): InvoicePage['totals'] {
  const code = invoice.currency
  const shown = (text: string) => displayMoney(parseMoney(text, code))
  const tax = parseMoney(invoice.tax_amount, code)
  const list = [
    { label: 'Total net', value: shown(invoice.amount), strong: false },
    { label: 'Total VAT', value: displayMoney(tax), strong: false },
  ]
  if (invoice.sterling_rate !== null && !isZero(tax)) {
    const stated = `£${invoice.sterling_rate.replace(/0+$/, '').replace(/\.$/, '')} for 1 ${code}`
    const value = displayMoney(inSterling(tax, invoice.sterling_rate))
    list.push({ label: `Total VAT in sterling (at ${stated})`, value, strong: false })
  }
  const label = invoice.is_credit_note ? 'Total credited' : `Total ${code}`
  return [...list, { label, value: shown(invoice.total_amount), strong: true }]
}

function payment(invoice: PrintedInvoice): InvoicePage['payment'] {
  const { account } = invoice
  if (!account || invoice.is_credit_note) return null
  const rows: (Fact | null)[] = [
    named('Account name', account.account_holder_name),
    named('Bank', account.bank_name),
    named('Sort code', account.sort_code?.replace(/(\d\d)(?=\d)/g, '$1-')),
    named('Account number', account.account_number),
    named('IBAN', account.iban),
    named('SWIFT', account.swift_code),
    named('Payment reference', invoice.human_id),
    { label: 'Amount', value: displayMoney(parseMoney(invoice.total_amount, invoice.currency)) },
  ]
  const heading = isClientFacing(invoice.type) ? 'Please pay to' : 'Paid to'
  return { heading, rows: rows.filter((row) => row !== null) }
}

function statements(invoice: PrintedInvoice): string[] {
  const { tax_amount, is_self_billed, lines } = invoice
  const list: string[] = []
  const has_vat = parseMoney(tax_amount, invoice.currency).minor !== 0
  if (is_self_billed) {
    const issued = `${self_billing_words}: issued by ${clean(invoice.to.business_name)} on behalf of ${clean(invoice.from.business_name)}`
    // The VAT proves that an agreement was in force on the tax point; without it the document claims none.
    if (has_vat) list.push(`${issued} under a self-billing agreement.`, `${self_billing_statement}.`)
    else list.push(`${issued}.`)
  }
  if (lines.some((line) => line.tax_type === 'none')) {
    // A registered self-billee without an agreement, or with a number that HMRC refuses, is charged none either.
    const why =
      is_self_billed && invoice.from.vat_number
        ? 'No VAT is charged on this document.'
        : `${clean(invoice.from.business_name)} is not registered for VAT: no VAT is charged.`
    list.push(`${why} This is not a VAT invoice.`)
  } else if (!invoice.is_vat_invoice) {
    list.push('Outside the scope of VAT. This is not a VAT invoice.')
  }
  if (lines.some((line) => line.tax_type === 'reverse_charge')) {
    list.push(
      'Reverse charge: the place of supply is outside the United Kingdom. No UK VAT is charged; the customer accounts for any tax due on it.',
    )
  }
  if (lines.some((line) => line.tax_type === 'exempt')) list.push('Lines marked exempt are exempt from VAT.')
  if (invoice.assigned_to_name) list.push(assignment(invoice.assigned_to_name, invoice))
  if (invoice.is_credit_note) {
    const reason = invoice.credit_reason ? ` Reason: ${clean(invoice.credit_reason)}` : ''
    list.push(`This credit note reduces ${invoice.parent_human_id ?? 'the original document'}.${reason}`)
  }
  if (invoice.type === 'agency_earnings') {
    list.push(
      'This statement shows how the price of the work is shared out. It is not a supply and carries no VAT.',
    )
    if (invoice.is_debit) list.push('The costs exceed the charge: the amount is owed by the agency.')
  }
  return list
}

/** Wording of an assigned debt: only payment to the assignee discharges it (money.md §1.5). */
function assignment(assignee: string, { account }: PrintedInvoice): string {
  const where = account ? ' to the account shown above' : ''
  return `The debt on this document has been assigned to ${clean(assignee)}. Only payment${where} discharges it.`
}

/** The page of a document. `logo` names an image handed to the compiler, or null. */
export function invoicePage(invoice: PrintedInvoice, logo: string | null): InvoicePage {
  const { year, month, date } = partsOf(invoice.raised_date)
  const contact = invoice.from.email ? ` · ${invoice.from.email}` : ''
  const vat = invoice.from.vat_number ? ` · VAT no. ${invoice.from.vat_number}` : ''
  return {
    title: printedTitle(invoice),
    human_id: invoice.human_id,
    date: { year, month, day: date },
    supplier: printedParty(invoice.is_self_billed ? 'Supplier' : 'From', invoice.from),
    customer: printedParty(invoice.is_self_billed ? 'Customer, issuing this document' : 'To', invoice.to),
    logo,
    facts: facts(invoice),
    columns: ['Description', 'Quantity', `Unit price ${invoice.currency}`, 'Net', 'VAT rate', 'VAT', 'Total'],
    lines: invoice.lines.map((line) => printedLine(line, invoice.currency)),
    totals: totals(invoice),
    tax_heading: 'VAT by rate',
    tax_columns: ['Rate', 'Net', 'VAT'],
    tax_summary: taxSummary(invoice),
    payment: payment(invoice),
    statements: statements(invoice),
    footer: clean(invoice.from.business_name + vat + contact),
  }
}
