/** The kinds of business: the rules of business.business, each only as far as it can hold for the kind. */
import { type Access, all_but } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import {
  agency_clients,
  agency_contractors,
  agency_funders,
  agency_payment_companies,
  client_agencies,
  client_contract,
  contractor_agencies,
  contractor_companies,
  contractor_contract,
  funder_agencies,
  funder_contract,
  own,
  own_business,
  own_provider,
} from '../shared/own-rows.access.ts'
import type { agency, client, contractor, funder, limited, provider } from './business-kinds.entity.ts'

const by_provider = { rows: own.provider, fields: 'all' } as const

export const agency_access: Access<typeof agency> = {
  agency: { rows: own_business, fields: 'all' },
  client: { rows: client_agencies, fields: all_but('funding_model', 'product') },
  contractor: { rows: contractor_agencies, fields: all_but('funding_model', 'product') },
  funder: { rows: funder_agencies, fields: 'all' },
  provider: by_provider,
}

export const client_access: Access<typeof client> = {
  agency: { rows: agency_clients, fields: 'all' },
  client: { rows: own_business, fields: all_but('product') },
  contractor: { rows: { contracts: contractor_contract }, fields: all_but('product') },
  funder: { rows: { contracts: funder_contract }, fields: 'all' },
  provider: by_provider,
}

export const contractor_access: Access<typeof contractor> = {
  agency: { rows: agency_contractors, fields: 'all' },
  client: {
    // See client_contractors: all that are or were placed with this client (decision 0004).
    rows: { contracts: client_contract },
    roles: client_placement_roles,
    fields: all_but('payment_type', 'payment_company_id', 'individual_id', 'product'),
  },
  contractor: { rows: own_business, fields: all_but('product') },
  funder: {
    rows: { contracts: funder_contract },
    fields: all_but('payment_type', 'payment_company_id', 'individual_id'),
  },
  provider: by_provider,
}

/** Limited, umbrella, self-employed and payer: who is paid for a contractor's work. */
export const payment_company_access: Access<typeof limited> = {
  agency: { rows: agency_payment_companies, fields: 'all' },
  client: null,
  contractor: { rows: contractor_companies, fields: all_but('product') },
  funder: null,
  provider: by_provider,
}

export const funder_access: Access<typeof funder> = {
  agency: { rows: agency_funders, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_business, fields: 'all' },
  provider: by_provider,
}

export const provider_access: Access<typeof provider> = {
  agency: { rows: own_provider, fields: 'all' },
  client: { rows: own_provider, fields: all_but('product') },
  contractor: { rows: own_provider, fields: all_but('product') },
  funder: { rows: own_provider, fields: 'all' },
  provider: { rows: own_business, fields: 'all' },
}
