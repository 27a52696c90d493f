import { type Access, field_groups } from '#entity/access.ts'
import {
  agency_businesses,
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
  told_moment,
} from '../shared/own-rows.access.ts'
import { business, party } from './business.entity.ts'

const business_fields = field_groups(business, {
  facts: [
    'id human_id name type status is_active company_id base_currency_id provider_id onboarded_at created_at',
    'updated_at books_begin',
  ],
  funding: ['product funding_model funding_models'],
  insurance: ['professional_indemnity_sum public_liability_sum'],
  payment: ['payment_type payment_company_id individual_id'],
  // An agency reads its own payees alone.
  associated: ['associated_business_ids'],
})

/** Spec §6: linked by services to one's own; each sees its own business. */
export const business_access: Access<typeof business> = {
  agency: {
    rows: agency_businesses,
    fields: business_fields('facts', 'funding', 'insurance', 'payment'),
  },
  client: {
    rows: { _or: [own_business, client_agencies, own_provider, client_contractors] },
    // How a contractor is paid, and an agency financed, is no business of the client's.
    fields: business_fields('facts'),
    withheld: told_moment,
  },
  contractor: {
    rows: {
      _or: [own_business, contractor_agencies, contractor_companies, own_provider, contractor_clients],
    },
    fields: business_fields('facts', 'payment', 'associated'),
    withheld: told_moment,
  },
  funder: {
    rows: { _or: [own_business, funder_agencies, own_provider, funder_clients, funder_contractors] },
    fields: business_fields('facts', 'funding'),
    withheld: told_moment,
  },
  provider: { rows: provider_businesses, fields: 'all' },
}

const party_fields = field_groups(party, {
  facts: ['id human_id name type'],
})
const named = { rows: 'parent', fields: party_fields('facts') } as const

/** A name on a row one may see. */
export const party_access: Access<typeof party> = {
  agency: named,
  client: named,
  contractor: named,
  funder: named,
  provider: named,
}
