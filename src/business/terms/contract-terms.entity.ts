import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Terms agreed with one side of a contract, by date (spec §3: contract_entities). */
export const contract_entity = entity({
  module: 'contract',
  name: 'contract_entity',
  label: 'Payment Terms',
  plural: 'Payment Terms',
  fields: {
    id: f.uuid('Id'),
    contract_id: f.uuid('Contract'),
    business_id: f.uuid('Business'),
    type: f.choice('Type', ['client', 'contractor']),
    payment_terms: f.integer('Payment Terms'),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    is_open: f.generated(f.nullable(f.boolean('Open'))),
    ...f.parties,
    ...f.stamps,
  },
  relations: {
    ...f.party_relations,
    contract: f.to_one('contract.contract', 'contract_id'),
    business: f.to_one('business.party', 'business_id'),
  },
})
