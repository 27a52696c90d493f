import { type Access, all_but } from '#entity/access.ts'
import {
  agency_clients,
  agency_contractors,
  agency_funders,
  agency_payment_companies,
  client_agencies,
  client_contractors,
  contractor_agencies,
  contractor_clients,
  contractor_companies,
  funder_agencies,
  funder_clients,
  funder_contractors,
  own_business,
  own_provider,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import type { business, party } from './business.entity.ts'

/** Spec §6: linked by services to one's own; each sees its own business. */
export const business_access: Access<typeof business> = {
  agency: {
    rows: {
      _or: [
        own_business,
        agency_clients,
        agency_contractors,
        agency_payment_companies,
        agency_funders,
        own_provider,
      ],
    },
    fields: 'all',
  },
  client: {
    rows: { _or: [own_business, client_agencies, own_provider, client_contractors] },
    // How a contractor is paid, and an agency financed, is no business of the client's.
    fields: all_but('payment_type', 'payment_company_id', 'individual_id', 'funding_model', 'product'),
  },
  contractor: {
    rows: {
      _or: [own_business, contractor_agencies, contractor_companies, own_provider, contractor_clients],
    },
    fields: all_but('funding_model', 'product'),
  },
  funder: {
    rows: { _or: [own_business, funder_agencies, own_provider, funder_clients, funder_contractors] },
    fields: all_but('payment_type', 'payment_company_id', 'individual_id'),
  },
  provider: { rows: provider_businesses, fields: 'all' },
}

const named = { rows: 'parent', fields: 'all' } as const

/** A name on a row one may see. */
export const party_access: Access<typeof party> = {
  agency: named,
  client: named,
  contractor: named,
  funder: named,
  provider: named,
}
