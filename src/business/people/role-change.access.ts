import { type Access, each_role, viewer } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { role_change } from './role-change.entity.ts'

const own_business = { business_id: { _eq: viewer.business_id } } as const

/** Of the viewer as the person concerned, and as the asker. */
const about_me = {
  _or: [{ user_id: { _eq: viewer.user_id } }, { asked_by: { _eq: viewer.user_id } }],
} as const

/** Administrators read those of their business; the provider's all; its other staff their own. */
export const role_change_access: Access<typeof role_change> = {
  agency: { rows: own_business, roles: ['agency_admin'], fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own_business, roles: ['funder_admin'], fields: 'all' },
  provider: {
    rows: own.provider,
    rows_by_role: each_role(['provider_operations', 'provider_approver'], about_me),
    fields: 'all',
  },
}
