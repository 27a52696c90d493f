import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** One month of an agency in one currency: a row of report.get_agency_insight. */
export const agency_insight = entity({
  module: 'report',
  name: 'get_agency_insight',
  root: 'get_agency_insight',
  label: 'Insight',
  plural: 'Insights',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    month: f.day('Month'),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    billed_count: f.integer('Documents to Clients'),
    billed_amount: f.money('Billed'),
    work_count: f.integer('Work Items'),
    charged_amount: f.money('Charged'),
    margin_amount: f.money('Margin'),
    receipt_count: f.integer('Receipts'),
    received_amount: f.money('Received'),
    hours: f.units('Hours'),
    days: f.units('Days'),
    timesheet_count: f.integer('Approved Timesheets'),
    on_time_count: f.integer('Approved on Time'),
    paid_count: f.integer('Invoices Paid'),
    paid_amount: f.money('Paid by Clients'),
    days_to_pay: f.nullable(f.units('Days to Pay')),
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})
