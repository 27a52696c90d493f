import { type Access, field_groups, viewer } from '#entity/access.ts'
import { communication } from './communication.entity.ts'

const fields = field_groups(communication, {
  facts: [
    'id subject text to cc file_names user_name user_id parent_entity parent_id business_id created_at',
  ],
})

/** The people of the sender's business; addressees find their mail in the mail log. */
const of_my_business = {
  rows: { business_id: { _eq: viewer.business_id } },
  fields: fields('facts'),
} as const

export const communication_access: Access<typeof communication> = {
  agency: of_my_business,
  client: null,
  contractor: null,
  funder: of_my_business,
  provider: of_my_business,
}
