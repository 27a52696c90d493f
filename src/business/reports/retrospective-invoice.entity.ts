import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A client-facing document as of a month's end: a row of report.get_retrospective_invoices. */
const retrospective_invoice = {
  module: 'report',
  label: 'Retrospective Invoice',
  plural: 'Retrospective Invoices',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    as_of: f.day('As Of'),
    invoice_id: f.uuid('Invoice'),
    human_id: f.searchable(f.human_id('Invoice Id')),
    type: f.choice('Type', ['provider-client', 'agency-client', 'funder-client']),
    agency_id: f.uuid('Agency'),
    agency_name: f.searchable(f.text('Agency')),
    client_id: f.uuid('Client'),
    client_human_id: f.human_id('Client Id'),
    client_name: f.searchable(f.text('Client')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    is_credit_note: f.boolean('Credit Note'),
    raised_date: f.day('Raised Date'),
    due_date: f.day('Due Date'),
    days_overdue: f.integer('Days Overdue Then'),
    total_amount: f.money('Total Amount'),
    paid_amount: f.money('Paid by Then'),
    credited_amount: f.money('Credited by Then'),
    outstanding_balance: f.money('Outstanding Then'),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
} as const

export const agency_retrospective_invoice = entity({
  ...retrospective_invoice,
  name: 'get_agency_retrospective_invoices',
  root: 'get_agency_retrospective_invoices',
})
export const provider_retrospective_invoice = entity({
  ...retrospective_invoice,
  name: 'get_provider_retrospective_invoices',
  root: 'get_provider_retrospective_invoices',
})
