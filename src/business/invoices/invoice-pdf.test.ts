import { expect, test } from 'vitest'
import { currency } from '#kernel/money.ts'
import { printed_line, printed_week, untaxed } from '#test/pdf/printed-sample.ts'
import type { PrintedInvoice } from './invoice-pdf.rules.ts'
import { invoicePage, printedTitle, self_billing_statement } from './invoice-pdf.rules.ts'

const page = (change: Partial<PrintedInvoice> = {}) => invoicePage({ ...printed_week, ...change }, null)
const fact = (label: string, change: Partial<PrintedInvoice> = {}) =>
  page(change).facts.find((f) => f.label === label)?.value
const said = (change: Partial<PrintedInvoice> = {}) => page(change).statements.join(' ')

test('VAT invoice: has the contents of regulation 14', () => {
  const shown = page()
  expect(shown.title).toBe('VAT invoice')
  expect(shown.human_id).toBe('INV-1-000001')
  expect([fact('Issue date'), fact('Tax point'), fact('Due date'), fact('Payment terms')]).toEqual([
    '02/03/2026',
    '02/03/2026',
    '01/04/2026',
    '30 days',
  ])
  expect(shown.supplier.rows).toContain('VAT no. GB123456789')
  expect(shown.supplier.rows).toContain('1 Long Street')
  expect(shown.customer).toMatchObject({ name: 'Acme Works plc' })
  expect(shown.lines).toEqual([
    {
      description: 'Standard, week ending 01/03/2026',
      quantity: '37.5 Hours',
      unit_price: '25.00',
      net: '£937.50',
      tax_rate: '20.00%',
      tax: '£187.50',
      total: '£1,125.00',
    },
  ])
  expect(shown.tax_summary).toEqual([{ label: 'Standard rate 20.00%', net: '£937.50', tax: '£187.50' }])
  expect(shown.totals.map((t) => `${t.label} ${t.value}`)).toEqual([
    'Total net £937.50',
    'Total VAT £187.50',
    'Total GBP £1,125.00',
  ])
  expect(shown.payment?.rows).toContainEqual({ label: 'Sort code', value: '20-30-40' })
  expect(said()).toBe('')
})

test('VAT is summed per rate from the rounded lines', () => {
  const zero_rated = {
    ...printed_line,
    tax_type: 'zero',
    tax_amount: '0.00',
    total_amount: '937.50',
  } as const
  const summary = page({ lines: [printed_line, zero_rated, printed_line] }).tax_summary
  expect(summary).toEqual([
    { label: 'Standard rate 20.00%', net: '£1,875.00', tax: '£375.00' },
    { label: 'Zero rate', net: '£937.50', tax: '£0.00' },
  ])
})

test('self-bill: carries its statement about output tax', () => {
  const self_billed = { is_self_billed: true, type: 'contractor-agency' } as const
  expect(page(self_billed).title).toBe('Self-billing invoice')
  expect(said(self_billed)).toContain('Self-billing invoice')
  expect(said(self_billed)).toContain('The VAT shown is your output tax due to HMRC')
  // Without VAT on it there is no output tax to speak of, and it is no VAT invoice.
  const unregistered = { ...self_billed, ...untaxed('none') }
  expect(said(unregistered)).not.toContain(self_billing_statement)
  expect(said(unregistered)).toContain('This is not a VAT invoice')
  expect(page({ ...self_billed, is_credit_note: true }).title).toBe('Self-billing credit note')
})

test('self-bill: claims an agreement only where its VAT proves one', () => {
  const self_billed = { is_self_billed: true, type: 'contractor-agency' } as const
  expect(said(self_billed)).toContain('under a self-billing agreement')
  const lapsed = { ...self_billed, ...untaxed('none') }
  expect(said(lapsed)).not.toContain('agreement')
  // Its number is on the document, so it is registered.
  expect(said(lapsed)).not.toContain('is not registered')
  expect(said(lapsed)).toContain('No VAT is charged on this document. This is not a VAT invoice.')
  const unregistered = { ...lapsed, from: { ...printed_week.from, vat_number: null } }
  expect(said(unregistered)).toContain('is not registered for VAT')
})

test('unregistered supplier: issues no VAT invoice', () => {
  const shown = page(untaxed('none'))
  expect(shown.title).toBe('Invoice')
  expect(shown.statements[0]).toContain('is not registered for VAT')
})

test('an overseas client reads of the reverse charge', () => {
  expect(said(untaxed('reverse_charge'))).toContain('Reverse charge')
  expect(page(untaxed('reverse_charge')).title).toBe('VAT invoice')
})

test('assigned debt: names the only valid payee', () => {
  expect(said({ assigned_to_name: 'Northgate Funding Ltd' })).toContain(
    'assigned to Northgate Funding Ltd. Only payment to the account shown above discharges it.',
  )
})

test('credit note: names its invoice and reason, and asks for no money', () => {
  const credit = {
    is_credit_note: true,
    parent_human_id: 'INV-1-000001',
    credit_reason: 'Wrong rate',
  } as const
  expect(page(credit).title).toBe('VAT credit note')
  expect(fact('Credits document', credit)).toBe('INV-1-000001')
  expect(said(credit)).toContain('Reason: Wrong rate')
  expect(page(credit).payment).toBeNull()
})

test('earnings and on-costs are statements, not invoices', () => {
  const shown = { ...untaxed('outside_scope'), type: 'agency_earnings' } as const
  expect(printedTitle({ ...printed_week, ...shown })).toBe('Agency earnings statement')
  expect(printedTitle({ ...printed_week, ...shown, type: 'employer_ni' })).toBe('On-cost statement')
  expect(said(shown)).toContain('not a supply')
})

test('fee documents do not name the contractor', () => {
  expect(fact('Contractor')).toBe('Zoë Łukasiewicz')
  expect(fact('Contractor', { type: 'provider-agency' })).toBeUndefined()
  expect(fact('Contractor', { type: 'funder-agency' })).toBeUndefined()
})

test('VAT on an invoice in euro is also shown in sterling, with its rate', () => {
  const eur = currency('EUR')
  const total = page({ currency: eur, sterling_rate: '0.859000' }).totals[2]
  expect(total).toEqual({
    label: 'Total VAT in sterling (at £0.859 for 1 EUR)',
    value: '£161.06',
    strong: false,
  })
})

test('signs that turn or break a line are taken out of names', () => {
  expect(page({ to: { ...printed_week.to, business_name: 'Acme\u202Eevil\u0007 Ltd' } }).customer.name).toBe(
    'Acmeevil Ltd',
  )
})
