import { age_buckets } from '#business/shared/age-buckets.rules.ts'
import { funding_types } from '#business/shared/contract-terms.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { aged_fields } from './client-statement.entity.ts'

/** Totals of open client debt. */
export const ledger_totals = {
  client_count: f.integer('Clients'),
  invoice_count: f.integer('Open Invoices'),
  ...aged_fields,
  overdue_amount: f.money('Overdue'),
  net_outstanding_balance: f.money('Net Outstanding Balance'),
  unallocated_amount: f.money('Unallocated Receipts'),
} as const

/** The agency's open client debt in one currency: a row of report.get_agency_sales_ledger. */
export const agency_sales_ledger = entity({
  module: 'report',
  name: 'get_agency_sales_ledger',
  root: 'get_agency_sales_ledger',
  label: 'Sales Ledger',
  plural: 'Sales Ledger',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    ...ledger_totals,
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})

/** An open client-facing document, or money not matched yet: a row of report.get_agency_sales_ledger_detail. */
export const agency_sales_ledger_detail = entity({
  module: 'report',
  name: 'get_agency_sales_ledger_detail',
  root: 'get_agency_sales_ledger_detail',
  label: 'Sales Ledger Entry',
  plural: 'Sales Ledger Entries',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    kind: f.choice('Kind', ['invoice', 'credit_note', 'receipt']),
    human_id: f.searchable(f.human_id('Document Id')),
    type: f.choice('Type', ['provider-client', 'agency-client', 'funder-client', 'receipt']),
    client_id: f.uuid('Client'),
    client_human_id: f.searchable(f.human_id('Client Id')),
    client_name: f.searchable(f.text('Client Name')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    raised_date: f.day('Raised Date'),
    due_date: f.day('Due Date'),
    payment_terms: f.integer('Payment Terms'),
    amount: f.money('Net Amount'),
    tax_amount: f.money('Tax Amount'),
    total_amount: f.money('Total Amount'),
    paid_amount: f.money('Paid Amount'),
    outstanding_balance: f.money('Outstanding Balance'),
    last_payment_date: f.nullable(f.day('Last Payment Date')),
    age: f.integer('Age'),
    days_overdue: f.integer('Days Overdue'),
    age_bucket: f.choice('Age Bucket', age_buckets),
    is_overdue: f.boolean('Overdue'),
    is_part_paid: f.boolean('Part Paid'),
    is_disputed: f.boolean('Disputed'),
    is_disallowed: f.boolean('Disallowed'),
    is_credit_note: f.boolean('Credit Note'),
    funding_type: f.nullable(f.choice('Funding Type', funding_types)),
    po_number: f.nullable(f.searchable(f.text('PO Number'))),
    contract_id: f.nullable(f.uuid('Placement')),
    contractor_id: f.nullable(f.uuid('Contractor')),
    timesheet_id: f.nullable(f.uuid('Timesheet')),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    contract: f.to_one('contract.contract', 'contract_id'),
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    invoice: f.to_one('transaction.invoice', 'id'),
  },
})
