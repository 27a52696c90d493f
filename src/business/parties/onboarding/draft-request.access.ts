import { type Access, field_groups, viewer } from '#entity/access.ts'
import { draft_request } from './draft-request.entity.ts'

const draft_fields = field_groups(draft_request, {
  facts: ['id entity entity_id title status version business_id agency_id created_by created_at updated_at'],
  // Personal data: read by the draft's own verb.
  typed: ['requested_data'],
})

const own_drafts = {
  rows: { business_id: { _eq: viewer.business_id } },
  fields: draft_fields('facts'),
} as const

/** A draft is its own business's; an approver reads the party once it is submitted. */
export const draft_request_access: Access<typeof draft_request> = {
  agency: own_drafts,
  client: null,
  contractor: null,
  funder: null,
  provider: own_drafts,
}
