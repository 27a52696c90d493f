import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { invoice_set } from '../invoices/invoice-set.entity.ts'

const set = invoice_set.fields

const amounts = {
  client_gross: f.money('Client Amount'),
  contractor_gross: f.money('Contractor Amount'),
  fee_gross: f.money('Fee'),
  platform_fee: f.nullable(f.money('Platform Fee')),
  funder_fee: f.nullable(f.money('Funder Charge')),
  on_costs: f.money('On-costs'),
  agency_gross: f.money('Agency Gross'),
} as const

/**
 * The agency's margin on one timesheet, expense or placement: a row of report.get_agency_commission, by the id of its
 * invoice set.
 */
export const agency_commission = entity({
  module: 'report',
  name: 'get_agency_commission',
  root: 'get_agency_commission',
  label: 'Commission',
  plural: 'Commission',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    raised_date: f.day('Invoice Generated On'),
    week_end_date: f.day('Weekending'),
    payment_reference: f.searchable(f.text('Payment Reference')),
    generated_for: set.generated_for,
    status: set.status,
    funding_model: set.funding_model,
    funding_type: set.funding_type,
    contract_id: f.uuid('Placement'),
    contract_human_id: f.searchable(f.human_id('Placement Id')),
    contract_title: f.text('Placement'),
    client_id: f.nullable(f.uuid('Client')),
    client_human_id: f.nullable(f.human_id('Client Id')),
    client_name: f.nullable(f.searchable(f.text('Client'))),
    contractor_id: f.nullable(f.uuid('Contractor')),
    contractor_human_id: f.nullable(f.human_id('Contractor Id')),
    contractor_name: f.nullable(f.searchable(f.text('Contractor'))),
    timesheet_id: f.nullable(f.uuid('Timesheet')),
    expense_id: f.nullable(f.uuid('Expense')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    total_units: f.nullable(f.units('Total Units')),
    ...amounts,
    agency_tax: f.money('Agency VAT'),
    agency_net: f.money('Agency Net'),
    sale_gross: f.money('Sale Amount'),
  },
  relations: {
    client: f.to_one('business.party', 'client_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    contract: f.to_one('contract.contract', 'contract_id'),
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    expense: f.to_one('transaction.expense', 'expense_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    invoices: f.to_many('transaction.invoice', 'invoice_set_id'),
  },
})

/** Commission of a period per client, contractor or placement: a row of report.get_agency_commission_summary. */
export const agency_commission_summary = entity({
  module: 'report',
  name: 'get_agency_commission_summary',
  root: 'get_agency_commission_summary',
  label: 'Commission Summary',
  plural: 'Commission Summary',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    subject_id: f.nullable(f.uuid('Subject')),
    human_id: f.nullable(f.human_id('Subject Id')),
    name: f.nullable(f.text('Name')),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    work_count: f.integer('Work Items'),
    ...amounts,
    sale_gross: f.money('Sale Amount'),
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})
