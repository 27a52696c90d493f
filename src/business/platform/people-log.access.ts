import { type Access, each_role, field_groups, type RowRule, viewer } from '#entity/access.ts'
import { no_commission_roles } from '#entity/roles.ts'
import {
  agency_clients,
  agency_contractors,
  own,
  own_business,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { type api_exception, impersonation } from './people-log.entity.ts'
import { unconfirmed_user } from './unconfirmed-user.entity.ts'

const by_administrators = (rows: RowRule) =>
  ({
    agency: null,
    client: null,
    contractor: null,
    funder: null,
    provider: { rows, roles: ['provider_admin'], fields: 'all' },
  }) as const

const invitation_fields = field_groups(unconfirmed_user, {
  facts: [
    'id email status state invited_by sends last_sent_at expires_at business_contact_id business_id created_at updated_at',
  ],
})
const impersonation_fields = field_groups(impersonation, {
  facts: ['id impersonator_name user_id business_id reason started_at ends_at ended_at ended_by actions'],
  provider: ['provider_id impersonator_user_id impersonator_business_id'],
})
const waiting = { _in: ['sent', 'expired'] } as const
const own_rows = { business_id: { _eq: viewer.business_id } } as const

const as_oneself = { user_id: { _eq: viewer.user_id } } as const
const of_business = { _or: [own_rows, as_oneself] } as const

/** Its administrators see the impersonations of the business, everybody sees those of their own. */
export const impersonation_access: Access<typeof impersonation> = {
  agency: {
    rows: of_business,
    rows_by_role: each_role(['agency_read_only', ...no_commission_roles], as_oneself),
    fields: impersonation_fields('facts'),
  },
  client: { rows: as_oneself, fields: impersonation_fields('facts') },
  contractor: { rows: as_oneself, fields: impersonation_fields('facts') },
  funder: {
    rows: of_business,
    rows_by_role: each_role(['funder_analyst'], as_oneself),
    fields: impersonation_fields('facts'),
  },
  provider: { rows: own.provider, roles: ['provider_admin'], fields: 'all' },
}

/** Roles that may send an invitation again or revoke it. */
export const unconfirmed_user_access: Access<typeof unconfirmed_user> = {
  agency: {
    rows: { state: waiting, business: { _or: [own_business, agency_clients, agency_contractors] } },
    roles: agency_writers,
    fields: invitation_fields('facts'),
  },
  client: null,
  contractor: null,
  funder: {
    rows: { ...own_rows, state: waiting },
    roles: ['funder_admin'],
    fields: invitation_fields('facts'),
  },
  provider: {
    rows: { state: waiting, business: provider_businesses },
    roles: provider_staff,
    fields: invitation_fields('facts'),
  },
}

export const api_exception_access: Access<typeof api_exception> = by_administrators(own.provider)
