import { type Access, all_but } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import {
  funded_contract,
  funding_party,
  own,
  told_client,
  told_contractor,
} from '../shared/own-rows.access.ts'
import type { contract_contact, contract_entity } from './contract-entity.entity.ts'

/** Each side sees its own terms, and not the other's. */
export const contract_entity_access: Access<typeof contract_entity> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, type: { _eq: 'client' }, contract: told_client },
    roles: client_placement_roles,
    fields: all_but(...funding_party),
  },
  contractor: {
    rows: { ...own.contractor, type: { _eq: 'contractor' }, contract: told_contractor },
    fields: all_but(...funding_party),
  },
  funder: { rows: { ...own.funder, type: { _eq: 'client' }, contract: funded_contract }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

export const contract_contact_access: Access<typeof contract_contact> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, contract: told_client },
    roles: client_placement_roles,
    fields: all_but(...funding_party),
  },
  contractor: { rows: { ...own.contractor, contract: told_contractor }, fields: all_but(...funding_party) },
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
