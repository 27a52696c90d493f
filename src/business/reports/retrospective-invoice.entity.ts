import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { debtor_in_currency } from '../shared/debt-fields.rules.ts'

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
    ...debtor_in_currency,
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
