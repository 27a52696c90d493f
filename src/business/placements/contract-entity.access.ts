import { type Access, field_groups } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { disclosed_client, disclosed_contractor, funded_contract, own } from '../shared/own-rows.access.ts'
import { contract_entity } from '../terms/contract-terms.entity.ts'
import { contract_contact } from './contract-contact.entity.ts'

const term_fields = field_groups(contract_entity, {
  facts: [
    'id contract_id business_id type payment_terms effective_from effective_to is_open provider_id agency_id',
    'client_id contractor_id created_at updated_at',
  ],
  funder: ['funder_id'],
})

/** Each side sees its own terms, and not the other's. */
export const contract_entity_access: Access<typeof contract_entity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, type: { _eq: 'client' }, contract: disclosed_client },
    roles: client_placement_roles,
    fields: term_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, type: { _eq: 'contractor' }, contract: disclosed_contractor },
    fields: term_fields('facts'),
  },
  funder: {
    rows: { ...own.funder, type: { _eq: 'client' }, contract: funded_contract },
    fields: term_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const contact_fields = field_groups(contract_contact, {
  facts: [
    'id contract_id business_contact_id type provider_id agency_id client_id contractor_id created_at',
    'updated_at',
  ],
  funder: ['funder_id'],
})

export const contract_contact_access: Access<typeof contract_contact> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, contract: disclosed_client },
    roles: client_placement_roles,
    fields: contact_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, contract: disclosed_contractor },
    fields: contact_fields('facts'),
  },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
