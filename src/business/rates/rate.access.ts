/** Who sees which rate (experience.md, tension 15): a contractor his own, a client and a funder the client's. */
import { type Access, all_but } from '#entity/access.ts'
import { client_placement_roles, commission_roles } from '#entity/roles.ts'
import {
  funded_contract,
  funding_party,
  own,
  told_client,
  told_contractor,
} from '../shared/own-rows.access.ts'
import type { rate, service_charge } from './rate.entity.ts'

export const rate_access: Access<typeof rate> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, sub_type: { _eq: 'client_rate' }, contract: told_client },
    roles: client_placement_roles,
    fields: all_but(...funding_party),
  },
  contractor: {
    rows: { ...own.contractor, sub_type: { _eq: 'contractor_rate' }, contract: told_contractor },
    fields: all_but(...funding_party),
  },
  funder: {
    rows: { ...own.funder, sub_type: { _eq: 'client_rate' }, contract: funded_contract },
    fields: 'all',
  },
  provider: { rows: own.provider, fields: 'all' },
}

/** What is taken of the agency's money: the agency's commission roles, and who takes it. */
export const service_charge_access: Access<typeof service_charge> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: { ...own.funder, fee_type: { _eq: 'funder_fee' } }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}
