/** An agency's accounting integration (spec §3, §7.4): mappings, queue and mismatches. */
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const of_agency = { provider_id: f.uuid('Provider'), agency_id: f.uuid('Agency') } as const
const agency_relations = {
  provider: f.to_one('business.party', 'provider_id'),
  agency: f.to_one('business.party', 'agency_id'),
} as const

const config_fields = {
  id: f.uuid('Id'),
  type: f.choice('Type', [
    { value: 'vat', label: 'VAT' },
    { value: 'contact', label: 'Contact' },
    { value: 'bank', label: 'Bank' },
  ]),
  platform: f.choice('Platform', [
    { value: 'xero', label: 'Xero' },
    { value: 'quickbooks', label: 'QuickBooks' },
    { value: 'sage', label: 'Sage' },
  ]),
  status: f.choice('Status', ['pending', 'linked', 'failed']),
  external_id: f.nullable(f.searchable(f.code('Id There'))),
  external_name: f.nullable(f.searchable(f.text('Name There'))),
  ...of_agency,
  synced_at: f.nullable(f.instant('Synced At')),
  ...f.stamps,
} as const

export const vat_detail = entity({
  module: 'integrations',
  name: 'vat_detail',
  label: 'VAT Detail',
  plural: 'VAT Details',
  table: 'integrations.config_detail',
  fixed: { type: 'vat' },
  fields: { ...config_fields, business_tax_id: f.uuid('VAT Rate') },
  relations: { ...agency_relations, business_tax: f.to_one('config.business_tax', 'business_tax_id') },
})

export const contact_detail = entity({
  module: 'integrations',
  name: 'contact_detail',
  label: 'Contact Detail',
  plural: 'Contact Details',
  table: 'integrations.config_detail',
  fixed: { type: 'contact' },
  fields: { ...config_fields, contact_id: f.uuid('Business') },
  relations: { ...agency_relations, contact: f.to_one('business.party', 'contact_id') },
})

export const bank_detail = entity({
  module: 'integrations',
  name: 'bank_detail',
  label: 'Bank Detail',
  plural: 'Bank Details',
  table: 'integrations.config_detail',
  fixed: { type: 'bank' },
  fields: { ...config_fields, bank_account_id: f.uuid('Bank Account') },
  relations: { ...agency_relations, bank_account: f.to_one('business.bank_account', 'bank_account_id') },
})

/** Spec §9, mismatch types. */
export const mismatch_types = [
  { value: 'not_uploaded', label: 'Not uploaded' },
  { value: 'status', label: 'Status' },
  { value: 'net_amount', label: 'Net amount' },
  { value: 'tax_amount', label: 'Tax amount' },
  { value: 'total_amount', label: 'Total amount' },
  { value: 'outstanding_balance', label: 'Outstanding balance' },
] as const

const about = {
  transaction_type: f.choice('Transaction Type', ['invoice', 'credit_note', 'receipt', 'payment', 'contact']),
  transaction_id: f.uuid('Transaction'),
  reference: f.searchable(f.code('Reference')),
} as const

export const accounting_exception = entity({
  module: 'integrations',
  name: 'exception',
  label: 'Exception',
  plural: 'Exceptions',
  fields: {
    id: f.uuid('Id'),
    ...about,
    mismatches: f.tags('Mismatches'),
    mismatch_data: f.json('Mismatch Data'),
    is_resolved: f.boolean('Resolved'),
    comment: f.nullable(f.text('Comment')),
    ...of_agency,
    ...f.stamps,
  },
  relations: agency_relations,
})

export const data_queue = entity({
  module: 'integrations',
  name: 'data_queue',
  label: 'Queued Data',
  plural: 'Data Queue',
  fields: {
    id: f.uuid('Id'),
    status: f.choice('Status', ['pending', 'sending', 'sent', 'failed']),
    ...about,
    data: f.json('Data'),
    attempts: f.integer('Attempts'),
    error: f.nullable(f.text('Error')),
    ...of_agency,
    ...f.stamps,
  },
  relations: agency_relations,
})
