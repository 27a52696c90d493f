import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const client_sizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium_large', label: 'Medium or large' },
  { value: 'public_sector', label: 'Public sector' },
] as const

/** A client's size in a tax year: it decides whether the client or the contractor determines the IR35 status. */
export const client_size = entity({
  module: 'business',
  name: 'client_size',
  label: 'Client Size',
  plural: 'Client Sizes',
  fields: {
    id: f.uuid('Id'),
    client_id: f.uuid('Client'),
    /** The year in which the tax year begins. */
    tax_year: f.integer('Tax Year'),
    size: f.choice('Size', client_sizes),
    stated_by: f.text('Stated By'),
    stated_on: f.day('Stated On'),
    provider_id: f.uuid('Provider'),
    ...f.stamps,
  },
  relations: { client_business: f.to_one('business.business', 'client_id') },
})
