import { funding_types, unit_types } from '#business/shared/contract-terms.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** One version of a rate (spec §3 Rate). A contractor's and a client's rate of one kind of work share `group_id`. */
export const rate = entity({
  module: 'contract',
  name: 'rate',
  label: 'Rate',
  plural: 'Rates',
  fields: {
    id: f.uuid('Id'),
    name: f.searchable(f.text('Name')),
    sub_type: f.choice('Side', ['contractor_rate', 'client_rate']),
    value_text: f.choice('Unit', unit_types),
    value_numeric: f.rate('Rate'),
    value_boolean: f.nullable(f.boolean('Flag')),
    value_jsonb_object: f.defaulted(f.json('Details')),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    contract_id: f.uuid('Contract'),
    group_id: f.uuid('Group'),
    replaced_by_id: f.nullable(f.uuid('Replaced By')),
    ...f.parties,
    ...f.stamps,
  },
  relations: {
    ...f.party_relations,
    contract: f.to_one('contract.contract', 'contract_id'),
    replaced_by: f.to_one('contract.rate', 'replaced_by_id'),
  },
})

/** A fee rule (spec §3 Service charge): the fee of the provider or the funder, by date. */
export const service_charge = entity({
  module: 'contract',
  name: 'service_charge',
  label: 'Service Charge',
  plural: 'Service Charges',
  fields: {
    id: f.uuid('Id'),
    fee_type: f.choice('Fee Type', ['service_fee', 'platform_fee', 'funder_fee', 'funder_discount']),
    service_type: f.choice('Service Type', ['temp_placement', 'perm_placement', 'expense']),
    funding_type: f.nullable(f.choice('Funding Type', funding_types)),
    type: f.choice('Type', ['percent', 'fixed']),
    value: f.rate('Value'),
    fee_base: f.choice('Fee Base', ['gross', 'net']),
    currency_id: f.nullable(f.uuid('Currency')),
    payment_terms: f.nullable(f.integer('Payment Terms')),
    payment_terms_type: f.nullable(f.choice('Payment Terms Type', ['contractor', 'agency', 'client'])),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    provider_id: f.nullable(f.uuid('Provider')),
    agency_id: f.uuid('Agency'),
    funder_id: f.nullable(f.uuid('Funder')),
    transaction_id: f.nullable(f.uuid('Contract')),
    replaced_by_id: f.nullable(f.uuid('Replaced By')),
    ...f.stamps,
  },
  relations: {
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    funder: f.to_one('business.party', 'funder_id'),
    contract: f.to_one('contract.contract', 'transaction_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    replaced_by: f.to_one('contract.service_charge', 'replaced_by_id'),
  },
})
