import { type Access, field_groups, type RowRule, viewer } from '#entity/access.ts'
import {
  agency_clients,
  agency_contractors,
  own,
  own_business,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import type { api_exception, impersonation } from './people-log.entity.ts'
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
const waiting = { _in: ['sent', 'expired'] } as const
const own_rows = { business_id: { _eq: viewer.business_id } } as const

export const impersonation_access: Access<typeof impersonation> = by_administrators(own.provider)

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
