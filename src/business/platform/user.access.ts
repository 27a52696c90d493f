import { type Access, field_groups, viewer } from '#entity/access.ts'
import { provider_businesses, told_moment } from '../shared/own-rows.access.ts'
import { user } from './user.entity.ts'

const fields = field_groups(user, {
  facts: ['id name first_name last_name email contact_phone is_active is_confirmed created_at updated_at'],
  settings: ['preferences'],
})

const own_record = { rows: { id: { _eq: viewer.user_id } }, fields: 'all' } as const

export const user_access: Access<typeof user> = {
  agency: own_record,
  client: own_record,
  contractor: own_record,
  funder: own_record,
  provider: {
    rows: { business_contacts: { business: provider_businesses } },
    roles: ['provider_admin'],
    fields: fields('facts'),
    withheld: told_moment,
  },
}
