import { type Access, field_groups, viewer } from '#entity/access.ts'
import { message } from './message.entity.ts'

const fields = field_groups(message, {
  facts: [
    'id text contact_name contact_id status error sent_at user_name user_id parent_entity parent_id business_id',
    'created_at updated_at',
  ],
})

/** The people of the sender's business; the contact reads it in the messaging service. */
const of_my_business = {
  rows: { business_id: { _eq: viewer.business_id } },
  fields: fields('facts'),
} as const

export const message_access: Access<typeof message> = {
  agency: of_my_business,
  client: null,
  contractor: null,
  funder: of_my_business,
  provider: of_my_business,
}
