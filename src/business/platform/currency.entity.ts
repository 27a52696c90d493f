import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const currency = entity({
  module: 'platform',
  name: 'currency',
  label: 'Currency',
  plural: 'Currencies',
  fields: {
    id: f.uuid('Id'),
    name: f.searchable(f.text('Name')),
    alpha_code: f.searchable(f.code('Currency')),
    code: f.code('Code'),
    symbol: f.text('Symbol'),
    fallback_rate: f.nullable(f.rate('Indicative Rate')),
    is_active: f.boolean('Active'),
    ...f.stamps,
  },
})

export const business_tax = entity({
  module: 'config',
  name: 'business_tax',
  label: 'VAT Rate',
  plural: 'VAT Rates',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    type: f.choice('Type', ['standard', 'zero', 'exempt', 'outside_scope', 'reverse_charge', 'none']),
    name: f.text('Name'),
    value_numeric: f.percent('Rate'),
  },
})

/** Facts by date that need no table of their own (spec §3 Configuration). */
export const configuration = entity({
  module: 'config',
  name: 'configuration',
  label: 'Configuration',
  plural: 'Configuration',
  fields: {
    id: f.uuid('Id'),
    type: f.code('Type'),
    sub_type: f.nullable(f.code('Sub Type')),
    status: f.code('Status'),
    value_text: f.nullable(f.text('Text')),
    value_numeric: f.nullable(f.rate('Number')),
    value_boolean: f.nullable(f.boolean('Flag')),
    value_jsonb_object: f.nullable(f.json('Details')),
    effective_from: f.nullable(f.day('Effective From')),
    effective_to: f.nullable(f.day('Effective To')),
    business_id: f.nullable(f.uuid('Business')),
    agency_id: f.nullable(f.uuid('Agency')),
    transaction_id: f.nullable(f.uuid('Transaction')),
    transaction_type: f.nullable(f.code('Transaction Type')),
    document_id: f.nullable(f.uuid('Document')),
    ...f.stamps,
  },
  /** Of payment terms alone. */
  unread: {
    asked_by: f.nullable(f.code('Asked By')),
    asked_as: f.nullable(f.code('Asked As')),
  },
  relations: {
    business: f.to_one('business.business', 'business_id'),
    document: f.to_one('platform.document', 'document_id'),
  },
})
