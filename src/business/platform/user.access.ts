import { type Access, all_but, viewer } from '#entity/access.ts'
import { provider_businesses } from '../shared/own-rows.access.ts'
import type { user } from './user.entity.ts'

const himself = { rows: { id: { _eq: viewer.user_id } }, fields: 'all' } as const

export const user_access: Access<typeof user> = {
  agency: himself,
  client: himself,
  contractor: himself,
  funder: himself,
  provider: {
    rows: { business_contacts: { business: provider_businesses } },
    roles: ['provider_admin'],
    fields: all_but('preferences'),
  },
}
