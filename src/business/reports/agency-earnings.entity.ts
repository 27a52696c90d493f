import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The agency's earnings of one week and currency, paid and unpaid: a row of report.get_agency_earnings. */
export const agency_earnings = entity({
  module: 'report',
  name: 'get_agency_earnings',
  root: 'get_agency_earnings',
  label: 'Agency Earnings',
  plural: 'Agency Earnings',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    week_end_date: f.day('Weekending'),
    payment_reference: f.text('Payment Reference'),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    document_count: f.integer('Documents'),
    total_amount: f.money('Earnings'),
    paid_amount: f.money('Paid'),
    outstanding_balance: f.money('Unpaid'),
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})
