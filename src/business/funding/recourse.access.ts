import { type Access, all_but, viewer } from '#entity/access.ts'
import { commission_roles } from '#entity/roles.ts'
import { own } from '../shared/own-rows.access.ts'
import type { funding_retention, reassignment, recourse_entry } from './recourse.entity.ts'

/**
 * Between an agency and its principal, as the collection notes that come of it: it is taken from commission (spec §6). A
 * funder is told what is owed, and of what went out on the set not which part was whose.
 */
export const recourse_entry_access: Access<typeof recourse_entry> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: all_but('gone_out', 'fees') },
  provider: { rows: own.provider, fields: 'all' },
}

/** As the recourse that comes of it. */
export const reassignment_access: Access<typeof reassignment> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: own.funder, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

/** What an agency cannot draw it may read; it is no one else's. */
export const funding_retention_access: Access<typeof funding_retention> = {
  agency: { rows: own.agency, roles: commission_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: { principal_id: { _eq: viewer.business_id } }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}
