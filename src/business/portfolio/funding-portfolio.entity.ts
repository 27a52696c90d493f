import { disallowed_reasons } from '#business/shared/invoice-types.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { agency_in_currency, debtor_in_currency } from '../shared/debt-fields.rules.ts'

/** Disallowed debt by reason (spec §9). */
const disallowed_fields = {
  disallowed_age: f.money('Age disapproval'),
  disallowed_part_paid: f.money('Partly paid invoice disapproval'),
  disallowed_credit_limit: f.money('Credit Limit exceeded'),
} as const

/** Reassigned debt, and the agency's debt on advances in all and still open (money.md §1.9). */
const recourse_fields = {
  reassigned_amount: f.money('Reassigned'),
  recourse_amount: f.money('Recourse'),
  recourse_outstanding: f.money('Recourse Outstanding'),
} as const

/** One agency's debt in one currency as its funder sees it: a row of report.get_funding_portfolio. */
export const funding_portfolio = entity({
  module: 'report',
  name: 'get_funding_portfolio',
  root: 'get_funding_portfolio',
  label: 'Funding Portfolio',
  plural: 'Funding Portfolio',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    ...agency_in_currency,
    client_count: f.integer('Clients'),
    invoice_count: f.integer('Open Invoices'),
    net_outstanding_balance: f.money('Ledger'),
    ...disallowed_fields,
    eligible: f.money('Eligible'),
    concentration_excess: f.money('Above Concentration'),
    advance_percent: f.nullable(f.percent('Advance Percent')),
    availability: f.nullable(f.money('Availability')),
    funds_in_use: f.money('Funds in Use'),
    retention_amount: f.money('Retention'),
    headroom: f.nullable(f.money('Headroom')),
    overdue_amount: f.money('Overdue'),
    disputed_amount: f.nullable(f.money('In Dispute')),
    verified_amount: f.money('Approved Work'),
    ...recourse_fields,
    raised_90_days: f.money('Raised in 90 Days'),
    credited_90_days: f.money('Credited in 90 Days'),
    dilution_percent: f.nullable(f.percent('Dilution')),
    dso_days: f.nullable(f.units('Days Sales Outstanding')),
  },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** One client of one agency in it: a row of report.get_funding_debtors. */
export const funding_debtor = entity({
  module: 'report',
  name: 'get_funding_debtors',
  root: 'get_funding_debtors',
  label: 'Debtor',
  plural: 'Debtors',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    agency_id: f.uuid('Agency'),
    agency_name: f.searchable(f.text('Agency')),
    client_id: f.uuid('Client'),
    client_human_id: f.searchable(f.human_id('Client Id')),
    client_name: f.searchable(f.text('Client')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    invoice_count: f.integer('Open Invoices'),
    net_outstanding_balance: f.money('Net Outstanding Balance'),
    ...disallowed_fields,
    eligible: f.money('Eligible'),
    share_percent: f.nullable(f.percent('Share')),
    concentration_excess: f.money('Above Concentration'),
    credit_limit: f.nullable(f.money('Credit Limit')),
    headroom: f.nullable(f.money('Headroom')),
    overdue_amount: f.money('Overdue'),
    disputed_amount: f.nullable(f.money('In Dispute')),
    oldest_raised_date: f.nullable(f.day('Oldest Raised Date')),
    ...recourse_fields,
    funds_in_use: f.money('Funds in Use'),
    verified_amount: f.money('Approved Work'),
  },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    client: f.to_one('business.party', 'client_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/**
 * One client's debt: a row of report.get_funding_documents. A funder is listed no invoices to its clients (spec §6): human
 * id and type are those of the purchase of the same work.
 */
export const funding_document = entity({
  module: 'report',
  name: 'get_funding_documents',
  root: 'get_funding_documents',
  label: 'Debt',
  plural: 'Debts',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    human_id: f.nullable(f.searchable(f.human_id('Invoice Id'))),
    type: f.choice('Type', ['provider-client', 'agency-client', 'agency-funder']),
    ...debtor_in_currency,
    raised_date: f.day('Raised Date'),
    due_date: f.day('Due Date'),
    days_overdue: f.integer('Days Overdue'),
    outstanding_balance: f.money('Outstanding'),
    disallowed_status: f.nullable(f.choice('Disallowed Status', disallowed_reasons)),
    disallowed_amount: f.money('Disallowed Amount'),
    is_disputed: f.boolean('Disputed'),
    is_reassigned: f.boolean('Reassigned'),
    reassigned_on: f.nullable(f.day('Reassigned On')),
    reassign_reason: f.nullable(f.text('Reassign Reason')),
    recourse_amount: f.money('Recourse'),
    is_credit_note: f.boolean('Credit Note'),
    listed_id: f.nullable(f.uuid('Listed Invoice')),
    timesheet_id: f.nullable(f.uuid('Timesheet')),
    timesheet_human_id: f.nullable(f.human_id('Timesheet')),
    received_amount: f.money('Received'),
    receipt_id: f.nullable(f.uuid('Receipt')),
  },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    client: f.to_one('business.party', 'client_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
