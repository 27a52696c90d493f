/** What the hand-written oracle is made of: conditions by category, and the roles that spec §6 names. */
import type { Category } from '#entity/access.ts'
import { has } from './oracle-businesses.ts'
import type { Looking } from './world.ts'

/** A condition; null where the entity does not exist for the category (or these roles); `reached` has no root. */
export type Condition = string | null
export type ByCategory = Readonly<Record<Category, Condition | ((looking: Looking) => Condition)>>

export const live = 't.deleted_at is null'
export const nobody = { agency: null, client: null, contractor: null, funder: null, provider: null } as const
export const everybody = (condition: string): ByCategory => ({
  agency: condition,
  client: condition,
  contractor: condition,
  funder: condition,
  provider: condition,
})
export const of_provider = `t.provider_id = :me and ${live}`

export const commission = (looking: Looking) => has(looking, 'agency_admin', 'agency_read_only')
export const placements = (looking: Looking) => has(looking, 'hiring_manager', 'invoice_contact')
export const work = (looking: Looking) => has(looking, 'timesheet_approver', 'invoice_contact')
export const cost = (looking: Looking) => has(looking, 'invoice_contact')
export const when = (test: (looking: Looking) => boolean, condition: string) => (looking: Looking) =>
  test(looking) ? condition : null

/** Pay of workers, for the people of the agency who read it. */
export const payroll_people = when(
  (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
  `t.agency_id = :me and ${live}`,
)
