import { type Access, all_but, viewer } from '#entity/access.ts'
import { client_cost_roles } from '#entity/roles.ts'
import {
  agency_contractors,
  agency_payment_companies,
  contractor_companies,
  own_business,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import type { bank_account, payable_bank_account } from './bank-account.entity.ts'

/** Who works at the second look is the affair of those who work there. */
const deciders = ['requested_by', 'decided_by', 'decision_comment', 'held_by', 'hold_ended_by'] as const
const own_account = { business_id: { _eq: viewer.business_id } } as const

export const bank_account_access: Access<typeof bank_account> = {
  agency: {
    // An agency pays its contractors and their companies, and so must be able to check where to.
    rows: { business: { _or: [own_business, agency_contractors, agency_payment_companies] } },
    roles: ['agency_admin', 'primary_staff_user', 'agency_read_only'],
    fields: 'all',
  },
  client: { rows: own_account, roles: client_cost_roles, fields: all_but(...deciders) },
  contractor: {
    // His own company's; an umbrella's account is the umbrella's.
    rows: {
      _or: [
        own_account,
        { business: { type: { _in: ['limited', 'selfemployed'] }, ...contractor_companies } },
      ],
    },
    fields: all_but(...deciders),
  },
  funder: { rows: own_account, fields: all_but(...deciders) },
  provider: { rows: { business: provider_businesses }, fields: 'all' },
}

const printed = { rows: 'parent', fields: 'all' } as const

/** The account on an invoice one may see. */
export const payable_bank_account_access: Access<typeof payable_bank_account> = {
  agency: printed,
  client: printed,
  contractor: printed,
  funder: printed,
  provider: printed,
}
