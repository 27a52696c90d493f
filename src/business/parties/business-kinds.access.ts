/** The kinds of business: the rules of business.business, each only as far as it can hold for the kind. */
import { type Access, field_groups } from '#entity/access.ts'
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
  onlyProvider,
  own,
  own_business,
  own_provider,
  told_moment,
} from '../shared/own-rows.access.ts'
import {
  agency,
  client,
  contractor,
  type creditor,
  funder,
  limited,
  provider,
} from './business-kinds.entity.ts'

const business_facts = [
  'id human_id name type status is_active company_id base_currency_id provider_id onboarded_at created_at',
  'updated_at',
] as const

const by_provider = { rows: own.provider, fields: 'all' } as const

const agency_fields = field_groups(agency, {
  facts: [...business_facts],
  funding: ['product funding_model funding_models'],
  insurance: ['professional_indemnity_sum public_liability_sum'],
})

export const agency_access: Access<typeof agency> = {
  agency: { rows: own_business, fields: 'all' },
  client: { rows: client_agencies, fields: agency_fields('facts'), withheld: told_moment },
  contractor: { rows: contractor_agencies, fields: agency_fields('facts'), withheld: told_moment },
  funder: { rows: funder_agencies, fields: agency_fields('facts', 'funding'), withheld: told_moment },
  provider: by_provider,
}

const client_fields = field_groups(client, {
  facts: [...business_facts],
  product: ['product'],
})

export const client_access: Access<typeof client> = {
  agency: { rows: agency_clients, fields: client_fields('facts', 'product') },
  client: { rows: own_business, fields: client_fields('facts'), withheld: told_moment },
  contractor: {
    rows: { contracts: contractor_contract },
    fields: client_fields('facts'),
    withheld: told_moment,
  },
  funder: {
    rows: { contracts: funder_contract },
    fields: client_fields('facts', 'product'),
    withheld: told_moment,
  },
  provider: by_provider,
}

const contractor_fields = field_groups(contractor, {
  facts: [...business_facts],
  product: ['product'],
  payment: ['payment_type payment_company_id individual_id'],
  // An agency reads its own payees alone.
  associated: ['associated_business_ids'],
})

export const contractor_access: Access<typeof contractor> = {
  agency: { rows: agency_contractors, fields: contractor_fields('facts', 'product', 'payment') },
  client: {
    // See client_contractors: all that are or were placed with this client (decision 0004).
    rows: { contracts: client_contract },
    roles: client_placement_roles,
    fields: contractor_fields('facts'),
    withheld: told_moment,
  },
  contractor: {
    rows: own_business,
    fields: contractor_fields('facts', 'payment', 'associated'),
    withheld: told_moment,
  },
  funder: {
    rows: { contracts: funder_contract },
    fields: contractor_fields('facts', 'product'),
    withheld: told_moment,
  },
  provider: by_provider,
}

const company_fields = field_groups(limited, {
  facts: [...business_facts],
  product: ['product'],
})

/** Limited, umbrella, self-employed and payer: payees of a contractor's work. */
export const payment_company_access: Access<typeof limited> = {
  agency: { rows: agency_payment_companies, fields: company_fields('facts', 'product') },
  client: null,
  contractor: { rows: contractor_companies, fields: company_fields('facts'), withheld: told_moment },
  funder: null,
  provider: by_provider,
}

export const creditor_access: Access<typeof creditor> = onlyProvider(own.provider)

const funder_fields = field_groups(funder, {
  facts: [...business_facts, 'product'],
})

export const funder_access: Access<typeof funder> = {
  agency: { rows: agency_funders, fields: funder_fields('facts') },
  client: null,
  contractor: null,
  funder: { rows: own_business, fields: 'all', withheld: told_moment },
  provider: by_provider,
}

const provider_fields = field_groups(provider, {
  facts: [...business_facts, 'books_begin'],
  product: ['product'],
})

export const provider_access: Access<typeof provider> = {
  agency: { rows: own_provider, fields: provider_fields('facts', 'product') },
  client: { rows: own_provider, fields: provider_fields('facts'), withheld: told_moment },
  contractor: { rows: own_provider, fields: provider_fields('facts'), withheld: told_moment },
  funder: { rows: own_provider, fields: provider_fields('facts', 'product'), withheld: told_moment },
  provider: { rows: own_business, fields: 'all' },
}
