import { change_request } from '../change-requests/change-request.entity.ts'

/** Statuses of a placement's newest change request, without draft (migrations/0018). */
export const change_status_options = change_request.fields.status.choices.filter(
  ({ value }) => value !== 'draft',
)
