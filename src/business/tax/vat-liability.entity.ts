import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Documents on which the agency charges VAT, and those on which it is charged (registers.md §4.2). */
export const output_tax_types = ['agency-provider', 'agency-client', 'agency-funder'] as const
export const input_tax_types = [
  'contractor-agency',
  'provider-agency',
  'platform_fee',
  'funder-agency',
] as const

/** One VAT quarter of the agency in one currency: a row of report.get_agency_vat_liability. */
export const agency_vat_liability = entity({
  module: 'report',
  name: 'get_agency_vat_liability',
  root: 'get_agency_vat_liability',
  label: 'VAT Liability',
  plural: 'VAT Liability',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    quarter_start: f.day('Quarter Start'),
    quarter_end: f.day('Quarter End'),
    payment_deadline: f.day('Payment Deadline'),
    currency_id: f.uuid('Currency'),
    alpha_code: f.code('Currency Code'),
    input_tax: f.money('Input Tax'),
    output_tax: f.money('Output Tax'),
    vat_liability: f.money('VAT Liability'),
  },
  relations: { currency: f.to_one('platform.currency', 'currency_id') },
})
