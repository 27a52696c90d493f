import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const tax_form_kinds = [
  { value: 'p45', label: 'P45' },
  { value: 'p60', label: 'P60' },
] as const

/** A certificate of pay and tax, as it was given to the worker. */
export const tax_form = entity({
  module: 'transaction',
  name: 'tax_form',
  label: 'P45 or P60',
  plural: 'P45s and P60s',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    kind: f.choice('Form', tax_form_kinds),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    tax_year: f.integer('Tax Year'),
    is_copy: f.boolean('Copy'),
    year_correction_id: f.nullable(f.uuid('Correction of the Year')),
    issued_on: f.day('Issued On'),
    tax_code: f.code('Tax Code'),
    pay_to_date: f.money('Pay'),
    tax_to_date: f.money('Tax'),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    created_by_name: f.text('Issued By'),
    ...f.stamps,
  },
  unread: { page: f.json('Page'), created_by: f.code('Issued By') },
  relations: {
    ...f.worker_relations,
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
