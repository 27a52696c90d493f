import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { aged_fields } from '../reports/client-statement.entity.ts'
import { agency_in_currency } from '../shared/debt-fields.rules.ts'

/** One agency's debt in one currency by age, as its funder sees it: a row of report.get_funding_ages. */
export const funding_age = entity({
  module: 'report',
  name: 'get_funding_ages',
  root: 'get_funding_ages',
  label: 'Funding Age',
  plural: 'Funding Ages',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    ...agency_in_currency,
    ...aged_fields,
    net_outstanding_balance: f.money('Ledger'),
  },
  relations: {
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
