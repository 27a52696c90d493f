import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Amounts by age past the due date (spec §9); they add up to the outstanding amount (I8). */
export const aged_fields = {
  aged_current: f.money('Current'),
  aged_0_30: f.money('0-30 Days'),
  aged_31_60: f.money('31-60 Days'),
  aged_61_90: f.money('61-90 Days'),
  aged_91_120: f.money('91-120 Days'),
  aged_over_120: f.money('Over 120 Days'),
} as const

/** A client's debt to the agency in one currency: a row of report.get_client_statement. */
export const client_statement = entity({
  module: 'report',
  name: 'get_client_statement',
  root: 'get_client_statement',
  label: 'Client Statement',
  plural: 'Client Statements',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    client_id: f.uuid('Client'),
    client_human_id: f.searchable(f.human_id('Client Id')),
    client_name: f.searchable(f.text('Client Name')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    invoice_count: f.integer('Open Invoices'),
    ...aged_fields,
    net_outstanding_balance: f.money('Net Outstanding Balance'),
    unallocated_amount: f.money('Unallocated Receipts'),
    credit_limit: f.nullable(f.money('Credit Limit')),
    headroom: f.nullable(f.money('Headroom')),
    oldest_due_date: f.nullable(f.day('Oldest Due Date')),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
