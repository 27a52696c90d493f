import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A party's contact for a contract. */
export const contract_contact = entity({
  module: 'contract',
  name: 'contract_contact',
  label: 'Contact',
  plural: 'Contacts',
  fields: {
    id: f.uuid('Id'),
    contract_id: f.uuid('Contract'),
    business_contact_id: f.uuid('Contact'),
    type: f.choice('Type', ['timesheet_approver', 'invoice_contact', 'hiring_manager', 'agency_consultant']),
    ...f.parties,
    ...f.stamps,
  },
  relations: {
    ...f.party_relations,
    contract: f.to_one('contract.contract', 'contract_id'),
    business_contact: f.to_one('business.business_contact', 'business_contact_id'),
  },
})
