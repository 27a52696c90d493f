/** Visibility of rates (experience.md, tension 15): contractors their own, client and funder the client's. */
import { type Access, field_groups } from '#entity/access.ts'
import { client_cost_roles, commission_roles } from '#entity/roles.ts'
import { disclosed_client, disclosed_contractor, funded_contract, own } from '../shared/own-rows.access.ts'
import { rate, service_charge } from './rate.entity.ts'

const rate_fields = field_groups(rate, {
  facts: [
    'id name sub_type value_text value_numeric value_boolean value_jsonb_object effective_from effective_to',
    'contract_id group_id replaced_by_id provider_id agency_id client_id contractor_id created_at updated_at',
  ],
  funder: ['funder_id'],
})

export const rate_access: Access<typeof rate> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, sub_type: { _eq: 'client_rate' }, contract: disclosed_client },
    // A rate is the cost of the work.
    roles: client_cost_roles,
    fields: rate_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, sub_type: { _eq: 'contractor_rate' }, contract: disclosed_contractor },
    fields: rate_fields('facts'),
  },
  funder: {
    rows: { ...own.funder, sub_type: { _eq: 'client_rate' }, contract: funded_contract },
    fields: rate_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const charge_fields = field_groups(service_charge, {
  facts: [
    'id fee_type service_type funding_type type value fee_base currency_id payment_terms payment_terms_type',
    'effective_from effective_to provider_id agency_id funder_id transaction_id replaced_by_id created_at',
    'updated_at',
  ],
})

/** Fees on the agency's money: for its commission roles, and for provider and funder. */
export const service_charge_access: Access<typeof service_charge> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: { ...own.funder, fee_type: { _eq: 'funder_fee' } }, fields: charge_fields('facts') },
  provider: { rows: own.provider, fields: 'all' },
}
