import type { PrintedInvoice, PrintedLine } from '#business/invoices/invoice-pdf.rules.ts'
import { day } from '#kernel/day.ts'
import { GBP } from '#kernel/money.ts'

export const printed_line: PrintedLine = {
  description: 'Standard, week ending 01/03/2026',
  unit_type: 'hourly',
  units: '37.5000',
  rate: '25.0000',
  amount: '937.50',
  tax_type: 'standard',
  tax_rate: '20.0000',
  tax_amount: '187.50',
  total_amount: '1125.00',
}

/** The week of the product's main story as the client's invoice shows it. */
export const printed_week: PrintedInvoice = {
  human_id: 'INV-1-000001',
  type: 'provider-client',
  is_self_billed: false,
  is_vat_invoice: true,
  is_credit_note: false,
  is_debit: false,
  currency: GBP,
  sterling_rate: null,
  amount: '937.50',
  tax_amount: '187.50',
  total_amount: '1125.00',
  raised_date: day('2026-03-02'),
  tax_point: day('2026-03-02'),
  due_date: day('2026-04-01'),
  payment_terms: 30,
  po_number: 'PO-77',
  period_start: day('2026-02-23'),
  period_end: day('2026-03-01'),
  contractor_name: 'Zoë Łukasiewicz',
  placement: 'TMP000001 Data engineer',
  work_reference: 'TMS000001',
  parent_human_id: null,
  credit_reason: null,
  assigned_to_name: null,
  from: {
    business_name: 'Meridian Pay Ltd',
    invoicing_address: '1 Long Street, London, EC1A 1BB, United Kingdom',
    email: 'accounts@meridian.example',
    registration_number: '01234567',
    vat_number: 'GB123456789',
  },
  to: {
    business_name: 'Acme Works plc',
    invoicing_address: '2 High Road, Leeds, LS1 1AA, United Kingdom',
    email: null,
    registration_number: '07654321',
    vat_number: null,
  },
  account: {
    bank_name: 'High Street Bank',
    account_holder_name: 'Meridian Pay Client Trust',
    account_number: '12345678',
    sort_code: '203040',
    iban: null,
    swift_code: null,
  },
  lines: [printed_line],
}

/** The same work without VAT, for want of a registration or for another reason. */
export function untaxed(tax_type: PrintedLine['tax_type']): Partial<PrintedInvoice> {
  const line = { ...printed_line, tax_type, tax_rate: '0.0000', tax_amount: '0.00', total_amount: '937.50' }
  return {
    lines: [line],
    tax_amount: '0.00',
    total_amount: '937.50',
    is_vat_invoice: tax_type === 'reverse_charge',
  }
}
