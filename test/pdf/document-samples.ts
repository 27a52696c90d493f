/** A page of each kind of document, with one text in every field that people type. */
import { readFileSync } from 'node:fs'
import { consolidatedPage } from '#business/consolidated/consolidate-pdf.rules.ts'
import { proofPage, summaryPage } from '#business/consolidated/consolidate-proof.rules.ts'
import { letterPage } from '#business/credit-control/chase-letter.rules.ts'
import { statementPage } from '#business/credit-control/client-statement.rules.ts'
import { collectionPage } from '#business/funding/collection-notes/collection-note-pdf.rules.ts'
import { invoicePage, type PrintedInvoice, type PrintedParty } from '#business/invoices/invoice-pdf.rules.ts'
import { checkPage } from '#business/ledger/ledger-check.rules.ts'
import { advicePage } from '#business/payments/payment-advice.rules.ts'
import { payslipPage } from '#business/payroll/payslips/payslip-pdf.rules.ts'
import * as f from '#entity/fields.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { GBP, money } from '#kernel/money.ts'
import { printedList } from '#server/export/export-pdf.ts'
import { printed_line, printed_week } from './printed-sample.ts'

type Sample = { readonly kind: string; readonly template: string; readonly page: (text: string) => object }

const template = (path: string) => readFileSync(new URL(`../../src/${path}.typ`, import.meta.url), 'utf8')

/** Names, numbers and addresses are lines of up to 200 letters, as their fields take them. */
const line = (text: string) => [...text].slice(0, 200).join('')
const address = (text: string) => Array.from({ length: 4 }, () => line(text)).join('\n')

const party = (text: string): PrintedParty => ({
  business_name: line(text),
  invoicing_address: address(text),
  email: `${[...text].slice(0, 64).join('')}@${line(text)}`,
  registration_number: line(text),
  vat_number: line(text),
})

const account = (text: string) => ({
  bank_name: line(text),
  account_holder_name: line(text),
  account_number: '12345678',
  sort_code: '203040',
  iban: 'GB29NWBK60161331926819',
  swift_code: 'NWBKGB2LXXX',
})

/** The largest amounts that fields take. */
const most = '999999999999.99'
const largest = { amount: most, tax_amount: most, total_amount: most }

const invoice = (text: string): PrintedInvoice => ({
  ...printed_week,
  ...largest,
  po_number: line(text),
  contractor_name: line(text),
  placement: `TMP000001 ${line(text)}`,
  assigned_to_name: line(text),
  from: party(text),
  to: party(text),
  account: account(text),
  lines: [
    { ...printed_line, description: `${line(text)}, week ending 01/03/2026` },
    { ...printed_line, ...largest, rate: '999999.9999', units: '9999.9999', description: line(text) },
  ],
})

const amounts = {
  gross_pay: '99999.99',
  holiday_pay: '96.56',
  income_tax: '130.80',
  employee_ni: '52.36',
  employee_pension: '31.06',
  student_loan: '29.00',
  other_deductions: '12.00',
  net_pay: '653.34',
  employer_ni: '120.08',
  employer_pension: '23.30',
  apprenticeship_levy: '4.48',
}

const proven = (text: string) => ({
  human_id: 'CIN000001',
  raised_date: day('2026-03-02'),
  from_name: line(text),
  to_name: line(text),
  period_start: day('2026-02-23'),
  period_end: day('2026-03-01'),
})

const hash = '4f9a'.repeat(16)

export const document_samples: readonly Sample[] = [
  {
    kind: 'invoice',
    template: template('business/invoices/invoice'),
    page: (text) => invoicePage(invoice(text), null),
  },
  {
    kind: 'credit note',
    template: template('business/invoices/invoice'),
    page: (text) =>
      invoicePage(
        {
          ...invoice(text),
          is_credit_note: true,
          is_self_billed: true,
          credit_reason: text,
          parent_human_id: 'INV-1-000001',
        },
        null,
      ),
  },
  {
    kind: 'consolidated invoice',
    template: template('business/invoices/invoice'),
    page: (text) =>
      consolidatedPage(
        {
          ...proven(text),
          ...largest,
          currency: GBP,
          due_date: day('2026-04-01'),
          po_number: line(text),
          assigned_to_name: line(text),
          from: party(text),
          to: party(text),
          account: account(text),
          members: [
            {
              ...largest,
              human_id: 'INV000001',
              is_credit_note: false,
              due_date: day('2026-04-01'),
              period_end: day('2026-03-01'),
              contractor_name: line(text),
              placement: line(text),
              work_reference: 'TMS000001',
              total_units: '37.5000',
              approved_by_name: line(text),
              approved_on: day('2026-03-02'),
            },
          ],
        },
        null,
      ),
  },
  {
    kind: 'timesheet summary',
    template: template('business/consolidated/consolidate-proof'),
    page: (text) =>
      summaryPage(proven(text), [
        {
          human_id: 'TMS000001',
          invoice_human_id: 'INV000001',
          contractor_name: line(text),
          placement: line(text),
          start_date: day('2026-02-23'),
          end_date: day('2026-03-01'),
          approved_by_name: line(text),
          approved_on: day('2026-03-02'),
          evidence_hash: hash,
          cells: [{ date: day('2026-02-23'), rate_name: line(text), unit_type: 'hourly', units: '7.5000' }],
        },
      ]),
  },
  {
    kind: 'mail proof',
    template: template('business/consolidated/consolidate-proof'),
    page: (text) =>
      proofPage(proven(text), [
        {
          to: `${line(text)}@example.com`,
          subject: line(text),
          status: 'failed',
          at: '15/06/2025 12:00',
          error: text,
          files: [{ file_name: `${line(text)}.pdf`, sha256: hash }],
        },
      ]),
  },
  {
    kind: 'collection note',
    template: template('business/funding/collection-notes/collection-note'),
    page: (text) =>
      collectionPage({
        human_id: 'COL000001',
        status: 'open',
        reason: text,
        raised_date: day('2026-03-02'),
        currency: GBP,
        amount: most,
        outstanding_balance: '1.00',
        invoice_human_id: 'INV-1-000001',
        principal: party(text),
        agency: party(text),
      }),
  },
  {
    kind: 'payment advice',
    template: template('business/payments/payment-advice'),
    page: (text) =>
      advicePage({
        human_id: 'PAY000001',
        transaction_date: day('2026-03-02'),
        reference: line(text),
        currency: GBP,
        amount: '1999999999.98',
        payer_name: line(text),
        payer_address: address(text),
        payee_name: line(text),
        bank_name: line(text),
        account_number: '12345678',
        iban: null,
        lines: ['INV-1-000001', 'INV-1-000002'].map((human_id) => ({
          human_id,
          type: 'provider-contractor',
          about: line(text),
          amount: '999999999.99',
        })),
      }),
  },
  {
    kind: 'payslip',
    template: template('business/payroll/payslips/payslip'),
    page: (text) =>
      payslipPage({
        ...amounts,
        human_id: 'PSL000001',
        status: 'issued',
        currency: GBP,
        pay_date: day('2025-06-20'),
        period_number: 11,
        period: {
          frequency: 'week',
          run_frequency: null,
          tax_year: 2025,
          start_date: day('2025-06-15'),
          end_date: day('2025-06-21'),
        },
        agency: party(text),
        contractor: party(text),
        contractor_human_id: 'CON000001',
        ni_number: 'QQ 12 34 56 C',
        used: { tax_code: 'S1257L W1/M1', ni_letter: 'A' },
        provider_name: line(text),
        deducted: [],
        other_deductions_for: line(text),
        besides: [],
        deemed: [],
        holiday: null,
        work: [
          {
            timesheet: 'TMS000001',
            start_date: day('2025-06-02'),
            end_date: day('2025-06-08'),
            is_former: false,
            description: line(text),
            unit_type: 'hourly',
            units: '40.0000',
            rate: '22.4140',
            amount: '896.56',
          },
        ],
        taken_over_from: null,
        year: amounts,
      }),
  },
  {
    kind: 'chase letter',
    template: template('business/credit-control/chase-letter'),
    page: (text) =>
      letterPage({
        subject: line(text),
        body: `${text}\n${text}\n\n{client}, {agency}`,
        client: line(text),
        agency: line(text),
        on_date: day('2026-03-02'),
        client_human_id: 'CLI000001',
        client_address: address(text),
        agency_address: address(text),
        lines: [
          {
            human_id: 'INV-1-000001',
            due_date: day('2026-02-01'),
            days_overdue: 29,
            outstanding_balance: money(99999999999999, GBP),
          },
        ],
        accounts: [{ currency: GBP, ...account(text) }],
      }),
  },
  {
    kind: 'client statement',
    template: template('business/credit-control/client-statement'),
    page: (text) =>
      statementPage({
        agency: line(text),
        agency_address: address(text),
        client_human_id: 'CLI000001',
        client: line(text),
        client_address: address(text),
        today: day('2026-03-02'),
        lines: [
          {
            human_id: 'INV-1-000001',
            what: line(text),
            raised_date: day('2026-01-02'),
            due_date: day('2026-02-01'),
            total_amount: money(99999999999, GBP),
            paid_amount: money(0, GBP),
            outstanding_balance: money(99999999999, GBP),
          },
        ],
        unallocated: [],
      }),
  },
  {
    kind: 'ledger check',
    template: template('business/ledger/ledger-check'),
    page: (text) =>
      checkPage(
        {
          job_id: '01990000-0000-7000-8000-00000000beef',
          provider_name: line(text),
          asked_by: line(text),
          asked_at: instant('2026-03-02T12:00:00.000Z'),
          checked_at: instant('2026-03-02T12:00:00.000Z'),
          unnamed: null,
          audit: { rows: 12, chains: 2, newest_hash: hash, heads_hash: hash },
          sealed_rows: 12,
          totals: [
            {
              code: 'GBP',
              postings: 12,
              debits: most,
              credits: most,
              documents: 2,
              billed: most,
              receipts: 1,
              received: most,
              payments: 1,
              paid: most,
            },
          ],
          findings: [{ id: 'I01', says: 'Every set adds up.', is_broken: true, broken: [line(text)] }],
        },
        'A'.repeat(24),
      ),
  },
  {
    kind: 'list as PDF',
    template: template('server/export/export'),
    page: (text) =>
      printedList(
        ['Client', 'Contractor', 'Comment', 'Address', 'City', 'PO number', 'Job title', 'E-mail', 'Status']
          .map((label) => ({ label, shape: f.text(label) }))
          .concat([{ label: line(text), shape: f.text('Any') }]),
        [Array<string>(10).fill(line(text)), Array<string>(10).fill('Short')],
        {
          title: line(text),
          business_name: line(text),
          user_name: line(text),
          as_of: instant('2026-03-02T12:00:00.000Z'),
          facts: [{ label: 'Search', value: line(text) }],
          rows_matched: 2,
          rows_held: 2,
        },
      ),
  },
]
