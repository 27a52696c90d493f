import { type Access, field_groups, viewer } from '#entity/access.ts'
import { client_cost_roles } from '#entity/roles.ts'
import {
  agency_contractors,
  agency_payment_companies,
  contractor_companies,
  own_business,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import { bank_account, payable_bank_account } from './bank-account.entity.ts'

/** `deciders`: the people of the second check are known to agency and provider only. */
const account_fields = field_groups(bank_account, {
  facts: [
    'id bank_name account_holder_name account_number sort_code iban swift_code ach_routing currency_id',
    'purpose status business_id replaces_id payable_from decided_at held_at hold_reason hold_ended_at',
    'created_at updated_at',
  ],
  deciders: ['requested_by entered_by_link decided_by decision_comment held_by hold_ended_by'],
})
const own_account = { business_id: { _eq: viewer.business_id } } as const

export const bank_account_access: Access<typeof bank_account> = {
  agency: {
    // An agency pays its contractors and their companies, and so must be able to check where to.
    rows: { business: { _or: [own_business, agency_contractors, agency_payment_companies] } },
    roles: ['agency_admin', 'primary_staff_user', 'agency_read_only'],
    fields: account_fields('facts', 'deciders'),
  },
  client: { rows: own_account, roles: client_cost_roles, fields: account_fields('facts') },
  contractor: {
    // The contractor's own company; an umbrella's account belongs to the umbrella.
    rows: {
      _or: [
        own_account,
        { business: { type: { _in: ['limited', 'selfemployed'] }, ...contractor_companies } },
      ],
    },
    fields: account_fields('facts'),
  },
  funder: { rows: own_account, fields: account_fields('facts') },
  provider: { rows: { business: provider_businesses }, fields: 'all' },
}

const payable_fields = field_groups(payable_bank_account, {
  facts: ['id bank_name account_holder_name account_number sort_code iban swift_code'],
})

const printed = { rows: 'parent', fields: payable_fields('facts') } as const

/** The account on an invoice one may see. */
export const payable_bank_account_access: Access<typeof payable_bank_account> = {
  agency: printed,
  client: printed,
  contractor: printed,
  funder: printed,
  provider: printed,
}
