import { type Access, all_but } from '#entity/access.ts'
import {
  agency_clients,
  agency_contractors,
  agency_funders,
  agency_payment_companies,
  client_agencies,
  contractor_agencies,
  contractor_companies,
  funder_agencies,
  funder_clients,
  own,
  own_business,
  own_provider,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import type { address, company, individual } from './company.entity.ts'

/** Whose company data each category sees: not every business it may name, but those it deals with. */
const of_company = {
  agency: {
    businesses: {
      _or: [
        own_business,
        agency_clients,
        agency_contractors,
        agency_payment_companies,
        agency_funders,
        own_provider,
      ],
    },
  },
  client: { businesses: { _or: [own_business, client_agencies, own_provider] } },
  contractor: {
    businesses: { _or: [own_business, contractor_companies, contractor_agencies, own_provider] },
  },
  funder: { businesses: { _or: [own_business, funder_agencies, funder_clients, own_provider] } },
  provider: { businesses: provider_businesses },
} as const

/** Personal data: the agency that engages the person, the provider that pays him, and himself. */
const of_person = {
  agency: { businesses: agency_contractors },
  contractor: { businesses: own_business },
  provider: { businesses: own.provider },
} as const

export const company_access: Access<typeof company> = {
  agency: { rows: of_company.agency, fields: 'all' },
  client: { rows: of_company.client, fields: all_but('utr') },
  contractor: { rows: of_company.contractor, fields: all_but('utr') },
  funder: { rows: of_company.funder, fields: all_but('utr') },
  provider: { rows: of_company.provider, fields: 'all' },
}

export const address_access: Access<typeof address> = {
  agency: {
    rows: { _or: [{ companies: of_company.agency }, { individuals: of_person.agency }] },
    fields: 'all',
  },
  client: { rows: { companies: of_company.client }, fields: 'all' },
  contractor: {
    rows: { _or: [{ companies: of_company.contractor }, { individuals: of_person.contractor }] },
    fields: 'all',
  },
  funder: { rows: { companies: of_company.funder }, fields: 'all' },
  provider: {
    rows: { _or: [{ companies: of_company.provider }, { individuals: of_person.provider }] },
    fields: 'all',
  },
}

export const individual_access: Access<typeof individual> = {
  agency: { rows: of_person.agency, fields: 'all' },
  client: null,
  contractor: { rows: of_person.contractor, fields: 'all' },
  funder: null,
  provider: { rows: of_person.provider, fields: 'all' },
}
