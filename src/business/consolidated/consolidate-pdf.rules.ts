/** A consolidated invoice as a printed page, set by the same template as an invoice: one line an invoice and its timesheet. */
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import type { InvoicePage, PrintedAccount, PrintedParty } from '../invoices/invoice-pdf.rules.ts'
import { clean, printedParty } from '../invoices/invoice-pdf.rules.ts'
import { summaryName } from './consolidate-proof.rules.ts'

export type PrintedMember = {
  readonly human_id: string
  readonly is_credit_note: boolean
  readonly amount: string
  readonly tax_amount: string
  readonly total_amount: string
  readonly due_date: Day
  readonly period_end: Day | null
  readonly contractor_name: string | null
  readonly placement: string | null
  readonly work_reference: string | null
  readonly total_units: string | null
  readonly approved_by_name: string | null
  readonly approved_on: Day | null
}

export type PrintedConsolidated = {
  readonly human_id: string
  readonly currency: CurrencyCode
  readonly amount: string
  readonly tax_amount: string
  readonly total_amount: string
  readonly raised_date: Day
  readonly due_date: Day
  readonly period_start: Day | null
  readonly period_end: Day | null
  readonly po_number: string | null
  readonly assigned_to_name: string | null
  readonly from: PrintedParty
  readonly to: PrintedParty
  readonly account: PrintedAccount | null
  readonly members: readonly PrintedMember[]
}

/** The invoice, its worker and its approver: the proof is beside the amount. */
function describe(member: PrintedMember): string {
  const proof = member.approved_by_name
    ? `, approved by ${member.approved_by_name}${member.approved_on ? ` on ${formatDay(member.approved_on)}` : ''}`
    : ''
  const work = [member.contractor_name, member.placement, member.work_reference].filter(
    (part) => part !== null,
  )
  const kind = member.is_credit_note ? 'Credit note ' : ''
  return clean(`${kind}${member.human_id}: ${work.join(', ')}${proof}`)
}

/** The page; `logo` names an image handed to the compiler, or null. */
export function consolidatedPage(of: PrintedConsolidated, logo: string | null): InvoicePage {
  const { year, month, date } = partsOf(of.raised_date)
  const shown = (text: string) => displayMoney(parseMoney(text, of.currency))
  const fact = (label: string, value: string | null) => (value ? [{ label, value: clean(value) }] : [])
  return {
    title: 'Consolidated invoice',
    human_id: of.human_id,
    date: { year, month, day: date },
    supplier: printedParty('From', of.from),
    customer: printedParty('To', of.to),
    logo,
    facts: [
      ...fact('Document number', of.human_id),
      ...fact('Issue date', formatDay(of.raised_date)),
      ...fact('Due date', formatDay(of.due_date)),
      ...fact(
        'Period',
        of.period_start && of.period_end
          ? `${formatDay(of.period_start)} to ${formatDay(of.period_end)}`
          : null,
      ),
      ...fact('Purchase order', of.po_number),
      ...fact('Invoices', String(of.members.length)),
    ],
    columns: ['Invoice and timesheet', 'Units', 'Weekending', 'Net', 'Due', 'VAT', 'Total'],
    lines: of.members.map((member) => ({
      description: describe(member),
      quantity: member.total_units === null ? '' : formatUnits(units(member.total_units)),
      unit_price: member.period_end === null ? '' : formatDay(member.period_end),
      net: shown(member.amount),
      tax_rate: formatDay(member.due_date),
      tax: shown(member.tax_amount),
      total: shown(member.total_amount),
    })),
    totals: [
      { label: 'Total net', value: shown(of.amount), strong: false },
      { label: 'Total VAT', value: shown(of.tax_amount), strong: false },
      { label: `Total ${of.currency}`, value: shown(of.total_amount), strong: true },
    ],
    tax_heading: 'VAT by rate',
    tax_columns: ['Rate', 'Net', 'VAT'],
    tax_summary: [],
    payment: paymentOf(of, shown(of.total_amount)),
    statements: [
      'This document gathers the invoices listed. Each of them is the VAT invoice of its own amount.',
      `The time worked stands day by day in the timesheet summary, ${summaryName(of.human_id)}.pdf.`,
      ...(of.assigned_to_name
        ? [
            `The debt on these invoices has been assigned to ${clean(of.assigned_to_name)}. Only payment to the account shown above discharges it.`,
          ]
        : []),
    ],
    footer: clean(of.from.business_name + (of.from.vat_number ? ` · VAT no. ${of.from.vat_number}` : '')),
  }
}

function paymentOf(of: PrintedConsolidated, total: string): InvoicePage['payment'] {
  const { account } = of
  if (!account) return null
  const row = (label: string, value: string | null) => (value ? [{ label, value: clean(value) }] : [])
  return {
    heading: 'Please pay to',
    rows: [
      ...row('Account name', account.account_holder_name),
      ...row('Bank', account.bank_name),
      ...row('Sort code', account.sort_code?.replace(/(\d\d)(?=\d)/g, '$1-') ?? null),
      ...row('Account number', account.account_number),
      ...row('IBAN', account.iban),
      ...row('SWIFT', account.swift_code),
      ...row('Payment reference', of.human_id),
      ...row('Amount', total),
    ],
  }
}
