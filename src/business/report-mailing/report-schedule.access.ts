/** A business's people read its schedules; the maker or an admin changes them (verbs). */
import { type Access, viewer } from '#entity/access.ts'
import type { report_schedule } from './report-schedule.entity.ts'

const of_my_business = { rows: { business_id: { _eq: viewer.business_id } }, fields: 'all' } as const

export const report_schedule_access: Access<typeof report_schedule> = {
  agency: of_my_business,
  client: null,
  contractor: null,
  funder: of_my_business,
  provider: of_my_business,
}
