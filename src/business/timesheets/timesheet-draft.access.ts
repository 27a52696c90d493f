import { type Access, viewer } from '#entity/access.ts'
import type { timesheet_draft } from './timesheet-draft.entity.ts'

const mine = {
  rows: { business_id: { _eq: viewer.business_id }, user_id: { _eq: viewer.user_id } },
  fields: 'all',
} as const

/** Only the author reads a draft, in the business they typed it for. */
export const timesheet_draft_access: Access<typeof timesheet_draft> = {
  agency: mine,
  client: null,
  contractor: mine,
  funder: null,
  provider: null,
}
