import { change_request } from '../change-requests/change-request.entity.ts'

/** What a placement's newest change request can be: a draft is not yet one (migrations/0018). */
export const change_status_options = change_request.fields.status.choices.filter(
  ({ value }) => value !== 'draft',
)
